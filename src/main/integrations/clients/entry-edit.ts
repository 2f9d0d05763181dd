/** Converts our entry to an edit of the client's file, and finds the entry that is there now. */
import type { ClientSpec } from './catalogue/client-spec.ts';
import { isList, isJsonObject, valueAt, type Json, type JsonObject } from './edit/json-value.ts';
import type { ConfigEdit } from './edit/config-edits.ts';

export const ourName = 'gatehouse';

export function entryEdit(
  { entry: { path, listBy } }: Pick<ClientSpec, 'entry'>,
  value: JsonObject,
): ConfigEdit {
  return listBy === undefined
    ? { kind: 'set', path, value }
    : { kind: 'include', path, item: value, by: listBy };
}

/** The entry named gatehouse, whether we wrote it or not. */
export function entryIn(
  { entry: { path, listBy } }: Pick<ClientSpec, 'entry'>,
  value: Json,
): Json | undefined {
  const there = valueAt(value, path);
  if (listBy === undefined) return there;
  return isList(there)
    ? there.find((item) => isJsonObject(item) && item[listBy] === ourName)
    : undefined;
}
