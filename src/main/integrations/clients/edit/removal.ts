/**
 * Edits that remove another program's entry, and restore it. config-edits.ts verifies each result.
 */
import type { ConfigFormat, Splices } from './format.ts';
import type { ConfigEdit, CompletedEdit } from './config-edit.ts';
import { isJsonObject, isList, valueAt, withoutValue, withValue, type Json } from './json-value.ts';

type RemoveEdit = Extract<ConfigEdit, { kind: 'remove' }>;
type ValueBefore = NonNullable<CompletedEdit['before']>;

/** What the edit removes; undefined if it no longer exists. */
export function removable(value: Json, { path, item }: RemoveEdit): Json | undefined {
  const there = valueAt(value, path);
  if (item === undefined) return there;
  return isList(there) ? there.find((other) => isItem(other, item)) : undefined;
}

/** -1 if it does not exist. */
export function indexOf(value: Json, { path, item }: RemoveEdit): number {
  const there = valueAt(value, path);
  return item && isList(there) ? there.findIndex((other) => isItem(other, item)) : -1;
}

export function withRemoval(value: Json, edit: RemoveEdit): Json | null {
  if (edit.item === undefined) return withoutValue(value, edit.path);
  const there = valueAt(value, edit.path);
  if (!isList(there)) return null;
  const index = indexOf(value, edit);
  return withValue(value, edit.path, there.toSpliced(index, index < 0 ? 0 : 1));
}

/** With the removed item at its old position. */
export function withReturned(value: Json, edit: RemoveEdit, { was, depth }: ValueBefore): Json {
  if (was === undefined) return value;
  if (edit.item === undefined) return withValue(value, edit.path, was) ?? value;
  const list = valueAt(value, edit.path);
  return withValue(value, edit.path, (isList(list) ? list : []).toSpliced(depth, 0, was)) ?? value;
}

/** If the file was changed since, the item is appended to its list. */
export function putBack(
  format: ConfigFormat,
  text: string,
  value: Json,
  edit: RemoveEdit,
  { was }: ValueBefore,
): { readonly splices: Splices; readonly expected: Json } {
  if (was === undefined) return { splices: [], expected: value };
  if (edit.item === undefined)
    return {
      splices: format.set(text, edit.path, was),
      expected: withValue(value, edit.path, was) ?? value,
    };
  const list = valueAt(value, edit.path);
  const items = [...(isList(list) ? list : []), was];
  const splices =
    list === undefined ? format.set(text, edit.path, items) : format.append(text, edit.path, was);
  return { splices, expected: withValue(value, edit.path, items) ?? value };
}

const isItem = (value: Json, { by, name }: NonNullable<RemoveEdit['item']>): boolean =>
  isJsonObject(value) && value[by] === name;
