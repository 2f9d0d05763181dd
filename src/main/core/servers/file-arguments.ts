/**
 * The arguments of an MCP server's tool that name files of this machine, so that the gate can check them
 * against the session's folders. Servers mark no paths, so they are known by the schema's format or by
 * usual names, at any depth, and only absolute paths, paths that lead up and `file:` addresses count: what
 * else is relative, the server resolves in the empty folder that it runs in, or on another machine. Only for
 * servers that run on this machine.
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

/** Arguments that are nested deeper are refused: nothing looks at them. */
const maxDepth = 32;
/** No file can have this name, so a call that names it is refused. */
const impossiblePath = '\0';

/** `outputPath` → `output_path`. */
const inWords = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

export function fileArguments(
  schema: Readonly<Record<string, unknown>>,
  annotations: ToolAnnotations,
): FileArguments {
  const use = useOf(annotations);
  return {
    pathsIn(args) {
      const paths: PathInArgs[] = [];
      replacePaths(args, schema, (path, field) => {
        paths.push({ field, path, use, mayBeAbsent: true });
        return path;
      });
      return paths;
    },
    /** The server gets the real paths that were checked, so that a link swapped later changes nothing. */
    withPaths(args, paths) {
      const rest = [...paths];
      return replacePaths(args, schema, () => rest.shift() ?? '');
    },
  };
}

/** Its claims are unverified, but a claim to only read would be a lie that its result shows. */
function useOf(annotations: ToolAnnotations): PathUse {
  return kindOfTool(annotations) === 'read' ? 'read' : 'create';
}

type Replace = (path: string, field: string) => string;

/** A copy of the arguments in which each path is what `replace` returns for it, in the order of the arguments. */
function replacePaths(args: ValidArgs, schema: unknown, replace: Replace): ValidArgs {
  const copy = replaceIn(args, { schema, field: '', isForFiles: false, depth: 0 }, replace);
  return isObject(copy) ? copy : args;
}

interface Position {
  readonly schema: unknown;
  /** The names that lead here, with dots between them. */
  readonly field: string;
  readonly isForFiles: boolean;
  readonly depth: number;
}

function replaceIn(value: unknown, at: Position, replace: Replace): unknown {
  if (typeof value === 'string') return replacedText(value, at, replace);
  if (typeof value !== 'object' || value === null) return value;
  if (at.depth === maxDepth) return replace(impossiblePath, at.field);
  if (Array.isArray(value)) {
    const schema = isObject(at.schema) ? at.schema['items'] : undefined;
    return value.map((item) => replaceIn(item, below(at, schema, at.field), replace));
  }
  const properties = isObject(at.schema) ? at.schema['properties'] : undefined;
  const entries = Object.entries(value).map(([name, item]) => {
    const schema =
      isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const field = at.field === '' ? name : `${at.field}.${name}`;
    const inside = below({ ...at, isForFiles: names.test(inWords(name)) }, schema, field);
    return [name, replaceIn(item, inside, replace)] as const;
  });
  return Object.fromEntries(entries);
}

function below(at: Position, schema: unknown, field: string): Position {
  const format = isObject(schema) ? schema['format'] : undefined;
  const isForFiles = at.isForFiles || formats.has(format) || addresses.has(format);
  return { schema, field, isForFiles, depth: at.depth + 1 };
}

function replacedText(value: string, { field, isForFiles }: Position, replace: Replace): string {
  if (isFileAddress.test(value)) {
    const path = pathOfAddress(value);
    const real = replace(path, field);
    // A server may know an address by its spelling, so it stays where it is right.
    return real === path ? value : addressOf(real);
  }
  const isPath = isForFiles && (isAbsolute.test(value) || leadsUp.test(value));
  return isPath ? replace(value, field) : value;
}

/** Whatever its argument is called, and also without slashes: `file:/etc/passwd` is an address. */
const isFileAddress = /^\s*file:/i;
/** `../` leads out of the folder that the server runs in. */
const leadsUp = /(?:^|[\\/])\.\.(?:[\\/]|$)/;
/** `//etc/passwd` counts too: Linux reads it like `/etc/passwd`. */
const isAbsolute = /^(?:[\\/~]|[A-Za-z]:[\\/])/;

function pathOfAddress(value: string): string {
  try {
    const path = decodeURIComponent(new URL(value).pathname);
    return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  } catch {
    // Not a valid address: checked as it is, and so refused.
    return value;
  }
}

const addressOf = (path: string): string => {
  const parts = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return `file://${parts.startsWith('/') ? '' : '/'}${parts}`;
};
