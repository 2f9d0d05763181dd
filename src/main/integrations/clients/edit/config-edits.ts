/**
 * Edits of a config file. Whatever a format does to the text, the result is parsed and compared:
 * only the requested values may differ, otherwise the file is left alone.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ConfigEdit, CompletedEdit } from './config-edit.ts';
import type { ConfigFormat, EditFailure, Splices } from './format.ts';
import {
  depthThere,
  isList,
  isJsonObject,
  valueAt,
  withoutValue,
  withValue,
  type Json,
  type JsonObject,
  type KeyPath,
} from './json-value.ts';
import { indexOf, putBack, removable, withRemoval, withReturned } from './removal.ts';
import { spliced } from './splice.ts';

export type { ConfigEdit, CompletedEdit } from './config-edit.ts';

export type Applied =
  | { readonly text: string; readonly fulfilled: readonly CompletedEdit[] }
  | EditFailure;

export function applyEdits(
  format: ConfigFormat,
  text: string,
  configEdits: readonly ConfigEdit[],
): Applied {
  let now = text;
  const fulfilled: CompletedEdit[] = [];
  for (const edit of configEdits) {
    const read = format.parse(now);
    if ('error' in read) return read;
    if (stands(read.value, edit)) {
      fulfilled.push({ edit, before: null });
      continue;
    }
    const expected = withEdit(read.value, edit);
    if (expected === null) return unfit(edit.path);
    const edited = proven(
      format,
      now,
      spliceFor(format, now, edit, read.value),
      expected,
      edit.path,
    );
    if ('error' in edited) return edited;
    const was = valueOfEdit(read.value, edit);
    const depth = depthOf(read.value, edit);
    fulfilled.push({ edit, before: { ...(was === undefined ? {} : { was }), depth } });
    now = edited.text;
  }
  return { text: now, fulfilled };
}

/** Undoes our edits and nothing else. A value that somebody else changed since is a conflict. */
export function undoEdits(
  format: ConfigFormat,
  text: string,
  fulfilled: readonly CompletedEdit[],
): { readonly text: string } | EditFailure {
  let now = text;
  for (const { edit, before } of fulfilled.toReversed()) {
    const read = format.parse(now);
    if ('error' in read) return read;
    if (before === null || isGone(read.value, edit)) continue;
    if (!stands(read.value, edit)) return conflict(edit.path);
    const undone = undoOne(format, now, read.value, { edit, before });
    if ('error' in undone) return undone;
    now = undone.text;
  }
  return { text: now };
}

/** The edits with the values that are in the file now; edits whose value is gone stay unchanged. */
export const asStanding = (
  value: Json,
  fulfilled: readonly CompletedEdit[],
): readonly CompletedEdit[] =>
  fulfilled.map(({ edit, before }) => {
    const there = valueAt(value, edit.path);
    if (edit.kind === 'remove') return { edit, before };
    if (edit.kind === 'set')
      return { edit: there === undefined ? edit : { ...edit, value: there }, before };
    const item = isList(there) ? there.find((candidate) => isSameItem(candidate, edit)) : undefined;
    return { edit: item === undefined ? edit : { ...edit, item }, before };
  });

/** The value without our edits; null when one of them is no longer in effect. */
export function valueWithout(value: Json, fulfilled: readonly CompletedEdit[]): Json | null {
  let now = value;
  for (const { edit, before } of fulfilled.toReversed()) {
    if (before === null || isGone(now, edit)) continue;
    if (!stands(now, edit)) return null;
    now = withoutEdit(now, edit, before);
  }
  return now;
}

export function stands(value: Json, edit: ConfigEdit): boolean {
  if (edit.kind === 'remove') return removable(value, edit) === undefined;
  const there = valueAt(value, edit.path);
  if (edit.kind === 'set') return isDeepStrictEqual(there, edit.value);
  return isList(there) && there.some((item) => isDeepStrictEqual(item, edit.item));
}

/** Neither our value nor a changed one remains; or what we removed exists again. */
export function isGone(value: Json, edit: ConfigEdit): boolean {
  if (edit.kind === 'remove') return removable(value, edit) !== undefined;
  const there = valueAt(value, edit.path);
  if (edit.kind === 'set') return there === undefined;
  return !isList(there) || !there.some((item) => isSameItem(item, edit));
}

export function isSameItem(
  item: Json,
  { item: wanted, by, mark }: Extract<ConfigEdit, { kind: 'include' }>,
): boolean {
  if (mark !== undefined) return unquoted(stringsIn(item).join(' ')).includes(unquoted(mark));
  if (by === undefined || !isJsonObject(item) || !isJsonObject(wanted))
    return isDeepStrictEqual(item, wanted);
  return item[by] === wanted[by];
}

/** A command is written with or without quotes, as one string or as several. */
const unquoted = (text: string): string => text.replaceAll(/['"\\]/g, '');

const stringsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const valueOfEdit = (value: Json, edit: ConfigEdit): Json | undefined =>
  edit.kind === 'remove' ? removable(value, edit) : valueAt(value, edit.path);

/** For a removed item: its position in the list. */
const depthOf = (value: Json, edit: ConfigEdit): number =>
  edit.kind === 'remove' && edit.item ? indexOf(value, edit) : depthThere(value, edit.path);

function withEdit(value: Json, edit: ConfigEdit): Json | null {
  if (edit.kind === 'remove') return withRemoval(value, edit);
  if (edit.kind === 'set') return withValue(value, edit.path, edit.value);
  const there = valueAt(value, edit.path) ?? [];
  if (!isList(there) || there.some((item) => isSameItem(item, edit))) return null;
  const items = edit.isFirst ? [edit.item, ...there] : [...there, edit.item];
  return withValue(value, edit.path, items);
}

function spliceFor(format: ConfigFormat, text: string, edit: ConfigEdit, value: Json): Splices {
  if (edit.kind === 'remove')
    return edit.item === undefined
      ? format.remove(text, edit.path)
      : format.removeItem(text, edit.path, indexOf(value, edit));
  if (edit.kind === 'set') return format.set(text, edit.path, edit.value);
  if (valueAt(value, edit.path) === undefined) return format.set(text, edit.path, [edit.item]);
  if (edit.isFirst) return format.prepend(text, edit.path, edit.item);
  return format.append(text, edit.path, edit.item);
}

function undoOne(
  format: ConfigFormat,
  text: string,
  value: Json,
  {
    edit,
    before,
  }: { readonly edit: ConfigEdit; readonly before: NonNullable<CompletedEdit['before']> },
) {
  const { path } = edit;
  if (edit.kind === 'remove') {
    const { splices, expected } = putBack(format, text, value, edit, before);
    return proven(format, text, splices, expected, path);
  }
  const expected = withoutEdit(value, edit, before);
  return proven(format, text, unspliceFor(format, text, value, { edit, before }), expected, path);
}

function unspliceFor(
  format: ConfigFormat,
  text: string,
  value: Json,
  {
    edit,
    before,
  }: { readonly edit: ConfigEdit; readonly before: NonNullable<CompletedEdit['before']> },
): Splices {
  if (edit.kind === 'set' && before.was !== undefined)
    return format.set(text, edit.path, before.was);
  const list = valueAt(value, edit.path);
  if (edit.kind === 'include' && isList(list) && (list.length > 1 || before.was !== undefined)) {
    const index = list.findIndex((item) => isDeepStrictEqual(item, edit.item));
    return format.removeItem(text, edit.path, index);
  }
  return format.remove(text, emptyFrom(value, edit.path, before.depth));
}

/** Removes objects that we created around it, if they are empty now. */
function emptyFrom(value: Json, path: KeyPath, depth: number): KeyPath {
  let length = path.length;
  while (length > depth + 1 && hasOneKey(valueAt(value, path.slice(0, length - 1)))) length -= 1;
  return path.slice(0, length);
}

const hasOneKey = (value: Json | undefined): boolean =>
  isJsonObject(value) && Object.keys(value).length === 1;

function withoutEdit(
  value: Json,
  edit: ConfigEdit,
  before: NonNullable<CompletedEdit['before']>,
): Json {
  if (edit.kind === 'remove') return withReturned(value, edit, before);
  if (edit.kind === 'set') {
    if (before.was !== undefined) return withValue(value, edit.path, before.was) ?? value;
    return withoutValue(value, emptyFrom(value, edit.path, before.depth));
  }
  const list = valueAt(value, edit.path);
  const rest = isList(list) ? list.filter((item) => !isDeepStrictEqual(item, edit.item)) : [];
  if (rest.length === 0 && before.was === undefined)
    return withoutValue(value, emptyFrom(value, edit.path, before.depth));
  return withValue(value, edit.path, rest) ?? value;
}

function proven(
  format: ConfigFormat,
  text: string,
  splices: Splices,
  expected: Json,
  path: KeyPath,
): { readonly text: string } | EditFailure {
  if ('error' in splices) return splices;
  const after = spliced(text, splices);
  const read = format.parse(after);
  if ('error' in read) return unfit(path);
  const isAsExpected = isDeepStrictEqual(pruned(read.value, path), pruned(expected, path));
  return isAsExpected ? { text: after } : unfit(path);
}

/** TOML cannot distinguish an empty table from a missing one, so the two count as equal here. */
function pruned(value: Json, path: KeyPath): Json {
  let now = value;
  for (let length = path.length; length > 0; length -= 1) {
    const there = valueAt(now, path.slice(0, length)) as JsonObject | undefined;
    if (isJsonObject(there) && Object.keys(there).length === 0)
      now = withoutValue(now, path.slice(0, length));
  }
  return now;
}

const unfit = (path: KeyPath): EditFailure => ({
  error: {
    why: `${path.join('.') || 'The file'} is written in a way that cannot be changed without touching the rest.`,
    at: null,
  },
});

const conflict = (path: KeyPath): EditFailure => ({
  error: { why: `${path.join('.') || 'The file'} was changed by somebody else since.`, at: null },
});
