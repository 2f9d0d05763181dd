/**
 * TOML. Tables are added at the end and keys after their neighbours; the rest of the text stays.
 */
import {
  getStaticTOMLValue,
  ParseError,
  parseTOML,
  traverseNodes,
  type AST,
} from 'toml-eslint-parser';
import {
  inTheWay,
  type ConfigFormat,
  type EditFailure,
  type Parsed,
  type Splices,
} from './format.ts';
import { guarded, isForbiddenKey, refusedKey } from './guarded-format.ts';
import { isJsonObject, type Json, type KeyPath } from './json-value.ts';
import { lineEndOf, lineStopAfter, type Splice } from './splice.ts';
import { tomlTable, tomlValue, tomlLine } from './toml-values.ts';

const maxCharacters = 1_000_000;

const plainFormat: ConfigFormat = {
  name: 'toml',
  parse(text): Parsed {
    const read = bodyOf(text);
    return 'error' in read ? read : { value: getStaticTOMLValue(read.program) as unknown as Json };
  },
  set(text, path, value): Splices {
    const read = bodyOf(text);
    if ('error' in read) return read;
    const there = keyValueAt(read.body, path);
    if (there) {
      const [start, end] = there.value.range;
      return [{ at: start, remove: end - start, insert: tomlValue(value) }];
    }
    if (isJsonObject(value))
      return [...tablesBelow(text, read.body, path), appended(text, path, value)];
    const table = path.slice(0, -1);
    const line = tomlLine(path.at(-1) ?? '', value);
    if (table.length === 0) return [insertOnTop(text, read.body, line)];
    const header = read.body.find((item) => isTable(item) && isSame(item.resolvedKey, table));
    return header
      ? [behind(text, header.range[1], line)]
      : [appended(text, table, { [path.at(-1) ?? '']: value })];
  },
  remove(text, path): Splices {
    const read = bodyOf(text);
    if ('error' in read) return read;
    const there = keyValueAt(read.body, path);
    return there ? [wholeLines(text, there.range)] : tablesBelow(text, read.body, path);
  },
  append: (_text, path) => inTheWay(path),
  prepend: (_text, path) => inTheWay(path),
  removeItem: (_text, path) => inTheWay(path),
};

export const tomlFormat = guarded(plainFormat, maxCharacters);

type TomlPart = AST.TOMLKeyValue | AST.TOMLTable;

interface ParsedToml {
  readonly program: AST.TOMLProgram;
  readonly body: readonly TomlPart[];
}

function bodyOf(text: string): ParsedToml | EditFailure {
  try {
    const program = parseTOML(text);
    return forbiddenIn(text, program) ?? { program, body: program.body[0].body };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const at = { line: error.lineNumber, column: error.column + 1 };
    return { error: { why: `${error.message}.`, at } };
  }
}

/**
 * Checked before the value is built: `getStaticTOMLValue` would follow such a key to a prototype.
 */
function forbiddenIn(text: string, program: AST.TOMLProgram): EditFailure | null {
  let found: EditFailure | null = null;
  traverseNodes(program, {
    enterNode(node) {
      const isKey = node.type === 'TOMLBare' || node.type === 'TOMLQuoted';
      const key = isKey && (node.type === 'TOMLBare' ? node.name : node.value);
      if (found || key === false || !isForbiddenKey(key)) return;
      found = refusedKey(text, key, {
        line: node.loc.start.line,
        column: node.loc.start.column + 1,
      });
    },
    leaveNode: () => undefined,
  });
  return found;
}

const isTable = (part: TomlPart): part is AST.TOMLTable => part.type === 'TOMLTable';

const isSame = (item: readonly (string | number)[], other: KeyPath): boolean =>
  item.length === other.length && item.every((key, at) => key === other[at]);

const keysOf = ({ key }: AST.TOMLKeyValue): readonly string[] =>
  key.keys.map((item) => (item.type === 'TOMLBare' ? item.name : item.value));

function keyValueAt(body: readonly TomlPart[], path: KeyPath): AST.TOMLKeyValue | undefined {
  for (const part of body) {
    if (!isTable(part)) {
      if (isSame(keysOf(part), path)) return part;
      continue;
    }
    const found = part.body.find((item) => isSame([...part.resolvedKey, ...keysOf(item)], path));
    if (found) return found;
  }
  return undefined;
}

/** The tables that define the value at the path. */
const tablesBelow = (text: string, body: readonly TomlPart[], path: KeyPath): readonly Splice[] =>
  body
    .filter(isTable)
    .filter(({ resolvedKey }) => isSame(resolvedKey.slice(0, path.length), path))
    .map(({ range }) => wholeLines(text, range));

function appended(text: string, path: KeyPath, value: Json): Splice {
  const end = lineEndOf(text);
  const isOpen = text !== '' && !/[\r\n]$/.test(text);
  const gap = text.trim() === '' ? '' : end;
  const table = tomlTable(path, value).join(end);
  return { at: text.length, remove: 0, insert: `${isOpen ? end : ''}${gap}${table}${end}` };
}

/** Keys without a table must come before the first table. */
function insertOnTop(text: string, body: readonly TomlPart[], line: string): Splice {
  const last = body.findLast((part) => !isTable(part));
  if (last) return behind(text, last.range[1], line);
  return { at: 0, remove: 0, insert: `${line}${lineEndOf(text)}` };
}

const behind = (text: string, at: number, line: string): Splice => ({
  at: lineStopAfter(text, at),
  remove: 0,
  insert: `${lineEndOf(text)}${line}`,
});

/** Including the last line ending and one empty line before it. */
function wholeLines(text: string, [from, to]: readonly [number, number]): Splice {
  const start = Math.max(text.lastIndexOf('\n', from - 1), text.lastIndexOf('\r', from - 1)) + 1;
  const stop = lineStopAfter(text, to);
  const end = stop + (text.startsWith('\r\n', stop) ? 2 : stop < text.length ? 1 : 0);
  const [gap = ''] =
    /(?<=\n|\r(?!\n))(?:\r\n|\n|\r)$/.exec(text.slice(Math.max(0, start - 4), start)) ?? [];
  return { at: start - gap.length, remove: end - start + gap.length, insert: '' };
}
