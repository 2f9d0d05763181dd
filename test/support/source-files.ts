/** Reads the tree and says what each file imports; knows nothing of layers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'vite';

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  /** null: computed at run time. */
  readonly specifier: string | null;
  readonly typeOnly: boolean;
}

const CODE = /\.[cm]?[jt]sx?$/;
const SUPPRESSION = /(?:oxlint|eslint)-disable|@ts-(?:ignore|expect-error|nocheck)/;

export const isCode = (path: string): boolean => CODE.test(path);

export function filesUnder(root: string, folder: string): SourceFile[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: relative(root, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }));
}

export function importsOf(file: SourceFile): Import[] {
  const { program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path} does not parse: ${errors[0]?.message}`);
  const imports: Import[] = [];
  visit(program, (node) => {
    const found = importOf(node);
    if (found !== null) imports.push(found);
  });
  return imports;
}

/** Only comments count, so that a test may speak of them in a string. */
export function suppressionsIn(file: SourceFile): string[] {
  if (!SUPPRESSION.test(file.text)) return [];
  const { comments } = parseSync(file.path, file.text);
  return comments
    .map((comment) => SUPPRESSION.exec(comment.value)?.[0])
    .filter((found) => found !== undefined)
    .map((found) => `${file.path}: ${found}`);
}

/** A node of the syntax tree, ESTree with the nodes of TypeScript. */
export type Node = Readonly<Record<string, unknown>>;

function importOf(node: Node): Import | null {
  switch (node['type']) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration': {
      if (!isNode(node['source'])) return null;
      const typeOnly = node['importKind'] === 'type' || node['exportKind'] === 'type';
      return { specifier: textOf(node['source']), typeOnly };
    }
    case 'ImportExpression':
      return { specifier: textOf(node['source']), typeOnly: false };
    case 'TSImportType':
      return { specifier: textOf(node['source']), typeOnly: true };
    case 'TSExternalModuleReference':
      return { specifier: textOf(node['expression']), typeOnly: false };
    case 'CallExpression':
      return isRequire(node) ? { specifier: textOf(firstArgument(node)), typeOnly: false } : null;
    default:
      return null;
  }
}

export function visit(value: unknown, seen: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, seen);
  } else if (isNode(value)) {
    if (typeof value['type'] === 'string') seen(value);
    for (const child of Object.values(value)) visit(child, seen);
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function isRequire(call: Node): boolean {
  return isNode(call['callee']) && call['callee']['name'] === 'require';
}

function firstArgument(call: Node): unknown {
  return Array.isArray(call['arguments']) ? call['arguments'][0] : null;
}

function textOf(literal: unknown): string | null {
  if (!isNode(literal)) return null;
  return typeof literal['value'] === 'string' ? literal['value'] : null;
}
