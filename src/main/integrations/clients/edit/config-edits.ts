/**
 * Edits of a config file. Whatever a format does to the text, the result is parsed and compared:
 * only the requested values may differ, otherwise the file is left alone.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ConfigFormat, LeftAlone, Splices } from './format.ts';
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
import { spliced } from './splice.ts';

export type ConfigEdit =
  | { readonly kind: 'set'; readonly path: KeyPath; readonly value: Json }
  /** Adds an item to a list; `by` names the key that identifies items. */
  | { readonly kind: 'include'; readonly path: KeyPath; readonly item: Json; readonly by?: string };

/** A completed edit and the value before it. */
export interface Fulfilled {
  readonly wish: ConfigEdit;
  /** Null: the value was there already, so there is nothing to undo. */
  readonly before: { readonly was?: Json; readonly depth: number } | null;
}

export type Applied =
  | { readonly text: string; readonly fulfilled: readonly Fulfilled[] }
  | LeftAlone;

export function applyEdits(
  format: ConfigFormat,
  text: string,
  configEdits: readonly ConfigEdit[],
): Applied {
  let now = text;
  const fulfilled: Fulfilled[] = [];
  for (const wish of configEdits) {
    const read = format.parse(now);
    if ('error' in read) return read;
    if (stands(read.value, wish)) {
      fulfilled.push({ wish, before: null });
      continue;
    }
    const expected = withEdit(read.value, wish);
    if (expected === null) return unfit(wish.path);
    const edited = proven(
      format,
      now,
      spliceFor(format, now, wish, read.value),
      expected,
      wish.path,
    );
    if ('error' in edited) return edited;
    const was = valueAt(read.value, wish.path);
    const depth = depthThere(read.value, wish.path);
    fulfilled.push({ wish, before: { ...(was === undefined ? {} : { was }), depth } });
    now = edited.text;
  }
  return { text: now, fulfilled };
}

/** Undoes our edits and nothing else. A value that somebody else changed since is a conflict. */
export function undoEdits(
  format: ConfigFormat,
  text: string,
  fulfilled: readonly Fulfilled[],
): { readonly text: string } | LeftAlone {
  let now = text;
  for (const { wish, before } of fulfilled.toReversed()) {
    const read = format.parse(now);
    if ('error' in read) return read;
    if (before === null || isGone(read.value, wish)) continue;
    if (!stands(read.value, wish)) return conflict(wish.path);
    const undone = undoOne(format, now, read.value, { wish, before });
    if ('error' in undone) return undone;
    now = undone.text;
  }
  return { text: now };
}

/** The edits with the values that are in the file now; edits whose value is gone stay unchanged. */
export const asStanding = (value: Json, fulfilled: readonly Fulfilled[]): readonly Fulfilled[] =>
  fulfilled.map(({ wish, before }) => {
    const there = valueAt(value, wish.path);
    if (wish.kind === 'set')
      return { wish: there === undefined ? wish : { ...wish, value: there }, before };
    const item = isList(there) ? there.find((candidate) => isSameItem(candidate, wish)) : undefined;
    return { wish: item === undefined ? wish : { ...wish, item }, before };
  });

/** The value without our edits; null when one of them is no longer in effect. */
export function valueWithout(value: Json, fulfilled: readonly Fulfilled[]): Json | null {
  let now = value;
  for (const { wish, before } of fulfilled.toReversed()) {
    if (before === null || isGone(now, wish)) continue;
    if (!stands(now, wish)) return null;
    now = withoutEdit(now, wish, before);
  }
  return now;
}

export function stands(value: Json, wish: ConfigEdit): boolean {
  const there = valueAt(value, wish.path);
  if (wish.kind === 'set') return isDeepStrictEqual(there, wish.value);
  return isList(there) && there.some((item) => isDeepStrictEqual(item, wish.item));
}

/** Neither our value nor a changed one is left. */
export function isGone(value: Json, wish: ConfigEdit): boolean {
  const there = valueAt(value, wish.path);
  if (wish.kind === 'set') return there === undefined;
  return !isList(there) || !there.some((item) => isSameItem(item, wish));
}

export function isSameItem(
  item: Json,
  { item: wanted, by }: Extract<ConfigEdit, { kind: 'include' }>,
): boolean {
  if (by === undefined || !isJsonObject(item) || !isJsonObject(wanted))
    return isDeepStrictEqual(item, wanted);
  return item[by] === wanted[by];
}

function withEdit(value: Json, wish: ConfigEdit): Json | null {
  if (wish.kind === 'set') return withValue(value, wish.path, wish.value);
  const there = valueAt(value, wish.path) ?? [];
  if (!isList(there) || there.some((item) => isSameItem(item, wish))) return null;
  return withValue(value, wish.path, [...there, wish.item]);
}

function spliceFor(format: ConfigFormat, text: string, wish: ConfigEdit, value: Json): Splices {
  if (wish.kind === 'set') return format.set(text, wish.path, wish.value);
  if (valueAt(value, wish.path) === undefined) return format.set(text, wish.path, [wish.item]);
  return format.append(text, wish.path, wish.item);
}

function undoOne(
  format: ConfigFormat,
  text: string,
  value: Json,
  {
    wish,
    before,
  }: { readonly wish: ConfigEdit; readonly before: NonNullable<Fulfilled['before']> },
) {
  const expected = withoutEdit(value, wish, before);
  const { path } = wish;
  return proven(format, text, unspliceFor(format, text, value, { wish, before }), expected, path);
}

function unspliceFor(
  format: ConfigFormat,
  text: string,
  value: Json,
  {
    wish,
    before,
  }: { readonly wish: ConfigEdit; readonly before: NonNullable<Fulfilled['before']> },
): Splices {
  if (wish.kind === 'set' && before.was !== undefined)
    return format.set(text, wish.path, before.was);
  const list = valueAt(value, wish.path);
  if (wish.kind === 'include' && isList(list) && (list.length > 1 || before.was !== undefined)) {
    const index = list.findIndex((item) => isDeepStrictEqual(item, wish.item));
    return format.removeItem(text, wish.path, index);
  }
  return format.remove(text, emptyFrom(value, wish.path, before.depth));
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
  wish: ConfigEdit,
  before: NonNullable<Fulfilled['before']>,
): Json {
  if (wish.kind === 'set') {
    if (before.was !== undefined) return withValue(value, wish.path, before.was) ?? value;
    return withoutValue(value, emptyFrom(value, wish.path, before.depth));
  }
  const list = valueAt(value, wish.path);
  const rest = isList(list) ? list.filter((item) => !isDeepStrictEqual(item, wish.item)) : [];
  if (rest.length === 0 && before.was === undefined)
    return withoutValue(value, emptyFrom(value, wish.path, before.depth));
  return withValue(value, wish.path, rest) ?? value;
}

function proven(
  format: ConfigFormat,
  text: string,
  splices: Splices,
  expected: Json,
  path: KeyPath,
): { readonly text: string } | LeftAlone {
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

const unfit = (path: KeyPath): LeftAlone => ({
  error: {
    why: `${path.join('.')} is written in a way that cannot be changed without touching the rest.`,
    at: null,
  },
});

const conflict = (path: KeyPath): LeftAlone => ({
  error: { why: `${path.join('.')} was changed by somebody else since.`, at: null },
});
