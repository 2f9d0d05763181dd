/** The names that a source file declares, its titles of tests, and its `'name' in value` tests; knows nothing of words. */
import { parseSync } from 'vite';
import { isNode, visit, type Node, type SourceFile } from './source-files.ts';

const TYPES = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'TSEnumDeclaration'];
const CLASSES = ['ClassDeclaration', 'ClassExpression'];
const FUNCTIONS = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSFunctionType',
  'TSMethodSignature',
  'TSDeclareFunction',
  'TSEmptyBodyFunctionExpression',
];
const MEMBERS = [
  'PropertyDefinition',
  'MethodDefinition',
  'TSPropertySignature',
  'TSMethodSignature',
];

/** A name that is imported counts where it is declared, and not again where it is used. */
export function declaredNames(file: SourceFile): string[] {
  const names: string[] = [];
  eachNode(file, (node) => names.push(...namesDeclaredBy(node)));
  return names;
}

/** Interfaces, type aliases, enums and classes. */
export function declaredTypes(file: SourceFile): string[] {
  const names: string[] = [];
  eachNode(file, (node) => {
    if ([...TYPES, ...CLASSES].includes(String(node['type']))) names.push(...bound(node['id']));
  });
  return names;
}

const TEST_FUNCTIONS = ['it', 'test', 'describe'];

/** The titles of tests and groups, of `test.each(table)(title, …)` too. */
export function testTitles(file: SourceFile): string[] {
  const titles: string[] = [];
  eachNode(file, (node) => {
    if (node['type'] !== 'CallExpression' || !Array.isArray(node['arguments'])) return;
    const [title]: unknown[] = node['arguments'];
    if (!isNode(title) || typeof title['value'] !== 'string') return;
    if (TEST_FUNCTIONS.includes(calledName(node['callee']))) titles.push(title['value']);
  });
  return titles;
}

/** `test` for `test`, `test.each` and `test.each(table)`. */
function calledName(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee['type'] === 'Identifier') return String(callee['name']);
  return calledName(callee['type'] === 'CallExpression' ? callee['callee'] : callee['object']);
}

/** The property names that are tested for by `'name' in value`. */
export function propertyTests(file: SourceFile): string[] {
  // Parsing is slow, and few files have such a test.
  if (!/['"`] in /.test(file.text)) return [];
  const names: string[] = [];
  eachNode(file, (node) => {
    if (node['type'] !== 'BinaryExpression' || node['operator'] !== 'in') return;
    const { left } = node;
    if (isNode(left) && typeof left['value'] === 'string') names.push(left['value']);
  });
  return names;
}

function eachNode(file: SourceFile, seen: (node: Node) => void): void {
  visit(parseSync(file.path, file.text).program, seen);
}

function namesDeclaredBy(node: Node): string[] {
  const type = String(node['type']);
  return [
    ...(type === 'VariableDeclarator' ? bound(node['id']) : []),
    ...(type === 'CatchClause' ? bound(node['param']) : []),
    ...([...TYPES, ...CLASSES].includes(type) ? bound(node['id']) : []),
    ...(FUNCTIONS.includes(type) ? [...bound(node['id']), ...boundByAll(node['params'])] : []),
    ...(MEMBERS.includes(type) && node['computed'] !== true ? bound(node['key']) : []),
  ];
}

const boundByAll = (patterns: unknown): string[] =>
  Array.isArray(patterns) ? patterns.flatMap((pattern) => bound(pattern)) : [];

/** The names that a pattern binds, however deep they stand in it. */
function bound(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern['type']) {
    case 'Identifier':
    case 'PrivateIdentifier':
      return [String(pattern['name'])];
    case 'ObjectPattern':
      return boundByAll(pattern['properties']);
    case 'Property':
      return bound(pattern['value']);
    case 'ArrayPattern':
      return boundByAll(pattern['elements']);
    case 'AssignmentPattern':
      return bound(pattern['left']);
    case 'RestElement':
      return bound(pattern['argument']);
    case 'TSParameterProperty':
      return bound(pattern['parameter']);
    default:
      return [];
  }
}
