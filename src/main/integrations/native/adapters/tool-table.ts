/**
 * Interprets the tools of a client: one reader per tool converts its arguments to a request.
 * Arguments that do not fit give null, and the call then needs an ask, like one of an unknown
 * tool. The same applies to unlisted arguments and to two names for one argument, because they may
 * change what is done.
 *
 * Writing a whole file, whether or not it exists, is an `edit` with its complete `newText`;
 * `create` is used only if the tool refuses to replace a file.
 */
import { isObject } from '../../../../shared/base/is-object.ts';
import type { NativeFileChange, NativeRequest } from '../../../../shared/native/native-call.ts';
import {
  firstOf,
  hasOnly,
  maxItems,
  onlyOf,
  pathIn,
  textIn,
  type InputFields,
} from './input-fields.ts';

export type ReadRequest = (args: InputFields) => NativeRequest | null;
export type ToolTable = ReadonlyMap<string, ReadRequest>;

export const toolTable = (rows: Readonly<Record<string, ReadRequest>>): ToolTable =>
  new Map(Object.entries(rows));

/** Uses the same reader for several tools. */
export const eachOf = (
  tools: readonly string[],
  rowFor: (tool: string) => ReadRequest,
): Readonly<Record<string, ReadRequest>> =>
  Object.fromEntries(tools.map((tool) => [tool, rowFor(tool)]));

export const requestOf = (table: ToolTable, tool: string, args: InputFields): NativeRequest =>
  table.get(tool)?.(args) ?? { kind: 'unknown-tool', tool };

export const harmless =
  (tool: string): ReadRequest =>
  () => ({ kind: 'harmless', tool });

/**
 * An unlisted argument may change where or how the command runs, so the call is then not judged as
 * that command. `folders` are the names of the argument with the folder.
 */
export const command =
  (
    known: readonly string[],
    isInBackground: (args: InputFields) => boolean,
    folders: readonly string[] = [],
  ): ReadRequest =>
  (args) => {
    const line = textIn(args, 'command');
    if (line === undefined || line.trim() === '') return null;
    if (!hasOnly(args, ['command', ...known, ...folders])) return null;
    if (folders.filter((key) => Object.hasOwn(args, key)).length > 1) return null;
    return { kind: 'command', line, inBackground: isInBackground(args) };
  };

const onePath = (change: NativeFileChange): NativeRequest => ({ kind: 'edit', files: [change] });

/** A tool that writes a whole file. `others`: arguments that do not change what is done. */
export const writes =
  (
    paths: readonly string[],
    texts: readonly string[],
    change: 'create' | 'edit',
    others: readonly string[] = [],
  ): ReadRequest =>
  (args) => {
    if (!hasOnly(args, [...paths, ...texts, ...others])) return null;
    const path = onlyOf(pathIn, args, paths);
    const newText = onlyOf(textIn, args, texts);
    return path === undefined || newText === undefined ? null : onePath({ path, change, newText });
  };

interface ReplaceKeys {
  readonly paths: readonly string[];
  readonly oldText: string;
  readonly newText: string;
  /** If true, all occurrences are replaced. */
  readonly all?: string;
  /** Arguments that do not change what is done. */
  readonly others?: readonly string[];
}

const passageKeys = ({ oldText, newText, all }: Omit<ReplaceKeys, 'paths'>): readonly string[] =>
  all === undefined ? [oldText, newText] : [oldText, newText, all];

/** A tool that replaces one passage. An empty old text means the whole file. */
export const replaces =
  ({ paths, others = [], ...keys }: ReplaceKeys): ReadRequest =>
  (args) => {
    if (!hasOnly(args, [...paths, ...passageKeys(keys), ...others])) return null;
    const path = onlyOf(pathIn, args, paths);
    const passage = passageOf(args, keys);
    if (path === undefined || !passage) return null;
    if (passage.oldText === '') return onePath({ path, change: 'edit', newText: passage.newText });
    return onePath({ path, change: 'edit', replacements: [passage] });
  };

function passageOf(args: InputFields, keys: Omit<ReplaceKeys, 'paths'>) {
  const oldText = textIn(args, keys.oldText);
  const newText = textIn(args, keys.newText);
  if (oldText === undefined || newText === undefined) return null;
  return { oldText, newText, all: keys.all !== undefined && args[keys.all] === true };
}

/** A tool that replaces several passages of one file, one after the other. */
export const replacesMany =
  (list: string, { paths, others = [], ...keys }: ReplaceKeys): ReadRequest =>
  (args) => {
    if (!hasOnly(args, [...paths, list, ...others])) return null;
    const path = onlyOf(pathIn, args, paths);
    const edits = args[list];
    if (path === undefined || !Array.isArray(edits)) return null;
    if (edits.length === 0 || edits.length > maxItems) return null;
    const replacements = [];
    for (const edit of edits) {
      if (!isObject(edit) || !hasOnly(edit, [...paths, ...passageKeys(keys)])) return null;
      // A passage may repeat the file's name, but not name another one.
      if (paths.some((key) => Object.hasOwn(edit, key) && edit[key] !== path)) return null;
      const passage = passageOf(edit, keys);
      // An empty old text among several depends on what the previous ones left.
      if (!passage || passage.oldText === '') return null;
      replacements.push(passage);
    }
    return onePath({ path, change: 'edit', replacements });
  };

/** A tool that changes a file in a way that is not text in its arguments. */
export const changes =
  (
    paths: readonly string[],
    change: 'edit' | 'delete',
    others: readonly string[] = [],
  ): ReadRequest =>
  (args) => {
    if (!hasOnly(args, [...paths, ...others])) return null;
    const path = onlyOf(pathIn, args, paths);
    return path === undefined ? null : onePath({ path, change });
  };

export const reads =
  (...keys: readonly string[]): ReadRequest =>
  (args) => {
    const path = firstOf(pathIn, args, keys);
    return path === undefined ? null : { kind: 'read', paths: [path] };
  };

/**
 * A search in the named folder, otherwise in the conversation's folder, for which `.` stands.
 */
export const searches =
  (folders: readonly string[], patterns: readonly string[] = []): ReadRequest =>
  (args) => {
    if (folders.some((key) => args[key] !== undefined && typeof args[key] !== 'string'))
      return null;
    const folder = firstOf(pathIn, args, folders) ?? '.';
    const outside = firstOf(pathIn, args, patterns);
    // A pattern such as /etc/** or ../* leads out of the folder.
    const named = outside === undefined ? undefined : leadOf(outside);
    return { kind: 'read', paths: named === undefined ? [folder] : [folder, named] };
  };

/** The folder before the first wildcard, if the pattern leaves the folder it is used in. */
function leadOf(pattern: string): string | undefined {
  if (!/^([/\\~]|[a-z]:)|(^|[/\\{,])\.\.([/\\}]|$)/i.test(pattern)) return undefined;
  const fixed = pattern.slice(0, pattern.search(/[*?[{]|$/));
  const end = Math.max(fixed.lastIndexOf('/'), fixed.lastIndexOf('\\'));
  return fixed.length === pattern.length ? pattern : fixed.slice(0, end + 1) || '..';
}

export const fetches =
  (key: string, others: readonly string[] = []): ReadRequest =>
  (args) => {
    if (!hasOnly(args, [key, ...others])) return null;
    const url = pathIn(args, key);
    return url === undefined ? null : { kind: 'fetch', url };
  };

export const startsSubAgent =
  (...keys: readonly string[]): ReadRequest =>
  (args) => ({ kind: 'sub-agent', description: firstOf(textIn, args, keys) ?? '' });

export const callsMcp = (server: string, tool: string): NativeRequest => ({
  kind: 'mcp-tool',
  server,
  tool,
});
