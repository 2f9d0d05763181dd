/**
 * The arguments of an MCP server's tool that name files of this machine, so that the gate can check them
 * against the session's folders. Servers mark no paths, so they are known by the schema's format or by
 * usual names, and only absolute paths and `file:` addresses count: what is relative, the server
 * resolves in a folder of its own, or on another machine. Only for servers that run on this machine.
 */
import type { PathInArgs, PathUse, ValidArgs } from '../../../shared/actions/actions.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import {
  kindOfTool,
  type ContributedTool,
  type ToolAnnotations,
} from '../call/contributed-tools.ts';

type FileArguments = Required<Pick<ContributedTool, 'pathsIn' | 'withPaths'>>;

const formats: ReadonlySet<unknown> = new Set(['path', 'file-path', 'directory-path']);
const addresses: ReadonlySet<unknown> = new Set(['uri', 'url', 'uri-reference']);
const names =
  /^(?:.*[_-])?(?:path|paths|file|files|filename|filepath|dir|dirs|directory|directories|folder|folders|cwd|source|destination)$/;

/** `outputPath` → `output_path`. */
const inWords = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** Null when the schema has none. */
export function fileArguments(
  schema: Readonly<Record<string, unknown>>,
  annotations: ToolAnnotations,
): FileArguments | null {
  const { properties } = schema;
  if (!isObject(properties)) return null;
  const fields = Object.keys(properties).filter((name) => isForFiles(name, properties[name]));
  if (fields.length === 0) return null;
  const use = useOf(annotations);
  return {
    pathsIn: (args) => fields.flatMap((field) => pathsAt(args, field, use)),
    withPaths: (args, paths) => withPathsAt(args, fields, paths),
  };
}

function isForFiles(name: string, property: unknown): boolean {
  if (!isObject(property)) return false;
  const { items } = property;
  const item = property['type'] === 'array' && isObject(items) ? items : property;
  const { type, format } = item;
  if (type !== undefined && type !== 'string')
    return Array.isArray(type) && type.includes('string');
  return formats.has(format) || addresses.has(format) || names.test(inWords(name));
}

/** Its claims are unverified, but a claim to only read would be a lie that its result shows. */
function useOf(annotations: ToolAnnotations): PathUse {
  return kindOfTool(annotations) === 'read' ? 'read' : 'create';
}

const fileAddress = /^file:\/\//i;
const absolute = /^(?:[\\/~]|[A-Za-z]:[\\/])/;
/** Of another machine, as far as the scheme says. */
const otherAddress = /^\/\//;

/** The path in a value; null where it names no file of this machine by an absolute path. */
function pathIn(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (!fileAddress.test(value))
    return absolute.test(value) && !otherAddress.test(value) ? value : null;
  try {
    const path = decodeURIComponent(new URL(value).pathname);
    return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  } catch {
    // Not a valid address: checked as it is, and so refused.
    return value;
  }
}

const valuesAt = (args: ValidArgs, field: string): readonly unknown[] => {
  const value = args[field];
  return Array.isArray(value) ? value : [value];
};

function pathsAt(args: ValidArgs, field: string, use: PathUse): readonly PathInArgs[] {
  return valuesAt(args, field)
    .map(pathIn)
    .filter((path) => path !== null)
    .map((path) => ({ field, path, use, mayBeAbsent: true }));
}

/** The server gets the real paths that were checked, so that a link swapped later changes nothing. */
function withPathsAt(
  args: ValidArgs,
  fields: readonly string[],
  paths: readonly string[],
): ValidArgs {
  const rest = [...paths];
  const replaced: Record<string, unknown> = { ...args };
  const real = (value: unknown): unknown => {
    if (pathIn(value) === null) return value;
    const path = rest.shift() ?? '';
    return fileAddress.test(String(value)) ? addressOf(path) : path;
  };
  for (const field of fields) {
    const value = args[field];
    replaced[field] = Array.isArray(value) ? value.map(real) : real(value);
  }
  return Object.fromEntries(Object.entries(replaced).filter(([name]) => Object.hasOwn(args, name)));
}

const addressOf = (path: string): string => {
  const parts = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return `file://${parts.startsWith('/') ? '' : '/'}${parts}`;
};
