/** TOML: tables are added at the end, keys behind their neighbours; the rest is not written anew. */
import { getStaticTOMLValue, ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import {
  inTheWay,
  type ConfigFormat,
  type LeftAlone,
  type Parsed,
  type Splices,
} from './format.ts';
import { isObject, type Json, type KeyPath } from './json-value.ts';
import { lineEndOf, lineStopAfter, type Splice } from './splice.ts';
import { tomlTable, tomlValue, tomlLine } from './toml-words.ts';

export const tomlFormat: ConfigFormat = {
  name: 'toml',
  parse(text): Parsed {
    const read = bodyOf(text);
    return 'trouble' in read
      ? read
      : { value: getStaticTOMLValue(read.program) as unknown as Json };
  },
  set(text, path, value): Splices {
    const read = bodyOf(text);
    if ('trouble' in read) return read;
    const there = keyValueAt(read.body, path);
    if (there) {
      const [start, end] = there.value.range;
      return [{ at: start, remove: end - start, insert: tomlValue(value) }];
    }
    if (isObject(value))
      return [...tablesBelow(text, read.body, path), appended(text, path, value)];
    const table = path.slice(0, -1);
    const line = tomlLine(path.at(-1) ?? '', value);
    if (table.length === 0) return [insertOnTop(text, read.body, line)];
    const header = read.body.find((one) => isTable(one) && isSame(one.resolvedKey, table));
    return header
      ? [behind(text, header.range[1], line)]
      : [appended(text, table, { [path.at(-1) ?? '']: value })];
  },
  remove(text, path): Splices {
    const read = bodyOf(text);
    if ('trouble' in read) return read;
    const there = keyValueAt(read.body, path);
    return there ? [wholeLines(text, there.range)] : tablesBelow(text, read.body, path);
  },
  append: (_text, path) => inTheWay(path),
  removeItem: (_text, path) => inTheWay(path),
};

type Part = AST.TOMLKeyValue | AST.TOMLTable;

interface Read {
  readonly program: AST.TOMLProgram;
  readonly body: readonly Part[];
}

function bodyOf(text: string): Read | LeftAlone {
  try {
    const program = parseTOML(text);
    return { program, body: program.body[0].body };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const at = { line: error.lineNumber, column: error.column + 1 };
    return { trouble: { why: `${error.message}.`, at } };
  }
}

const isTable = (part: Part): part is AST.TOMLTable => part.type === 'TOMLTable';

const isSame = (one: readonly (string | number)[], other: KeyPath): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at]);

const keysOf = ({ key }: AST.TOMLKeyValue): readonly string[] =>
  key.keys.map((one) => (one.type === 'TOMLBare' ? one.name : one.value));

function keyValueAt(body: readonly Part[], path: KeyPath): AST.TOMLKeyValue | undefined {
  for (const part of body) {
    if (!isTable(part)) {
      if (isSame(keysOf(part), path)) return part;
      continue;
    }
    const found = part.body.find((one) => isSame([...part.resolvedKey, ...keysOf(one)], path));
    if (found) return found;
  }
  return undefined;
}

/** The tables that make up what lies at the path. */
const tablesBelow = (text: string, body: readonly Part[], path: KeyPath): readonly Splice[] =>
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

/** Keys without a table stand before the first table. */
function insertOnTop(text: string, body: readonly Part[], line: string): Splice {
  const last = body.findLast((part) => !isTable(part));
  if (last) return behind(text, last.range[1], line);
  return { at: 0, remove: 0, insert: `${line}${lineEndOf(text)}` };
}

const behind = (text: string, at: number, line: string): Splice => ({
  at: lineStopAfter(text, at),
  remove: 0,
  insert: `${lineEndOf(text)}${line}`,
});

/** With the end of the last line, and one empty line before. */
function wholeLines(text: string, [from, to]: readonly [number, number]): Splice {
  const start = Math.max(text.lastIndexOf('\n', from - 1), text.lastIndexOf('\r', from - 1)) + 1;
  const stop = lineStopAfter(text, to);
  const end = stop + (text.startsWith('\r\n', stop) ? 2 : stop < text.length ? 1 : 0);
  const [gap = ''] =
    /(?<=\n|\r(?!\n))(?:\r\n|\n|\r)$/.exec(text.slice(Math.max(0, start - 4), start)) ?? [];
  return { at: start - gap.length, remove: end - start + gap.length, insert: '' };
}
