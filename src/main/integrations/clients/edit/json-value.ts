/**
 * Plain values of config files and functions that read or replace what is at a path. They never
 * change their input.
 */
import { isObject } from '../../../../shared/base/is-object.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type KeyPath = readonly string[];

/** Dates and other class instances, which TOML and YAML can produce, are no plain objects. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  isObject(value) &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** Undefined if there is no value. */
export function valueAt(value: Json | undefined, path: KeyPath): Json | undefined {
  let here: Json | undefined = value;
  for (const key of path) {
    if (!isJsonObject(here) || !Object.hasOwn(here, key)) return undefined;
    here = here[key];
  }
  return here;
}

/** Creates missing objects on the way. Null: a value that is not an object is in the way. */
export function withValue(value: Json | undefined, path: KeyPath, wanted: Json): Json | null {
  const [key, ...rest] = path;
  if (key === undefined) return wanted;
  const here = value ?? {};
  if (!isJsonObject(here)) return null;
  const inner = withValue(Object.hasOwn(here, key) ? here[key] : undefined, rest, wanted);
  return inner === null && wanted !== null ? null : withOwn(here, key, inner);
}

/** Removes the value at the path; returns the same value if there is none. */
export function withoutValue(value: Json, path: KeyPath): Json {
  const [key, ...rest] = path;
  if (key === undefined || !isJsonObject(value) || !Object.hasOwn(value, key)) return value;
  const inner = value[key];
  if (rest.length > 0 && inner !== undefined) return withOwn(value, key, withoutValue(inner, rest));
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** Works for any key, including `__proto__`. */
const withOwn = (object: JsonObject, key: string, value: Json): JsonObject =>
  Object.hasOwn(object, key)
    ? Object.fromEntries(
        Object.entries(object).map(([name, was]) => [name, name === key ? value : was]),
      )
    : Object.fromEntries([...Object.entries(object), [key, value]]);

/** How many keys of the path exist, from the left. */
export function depthThere(value: Json | undefined, path: KeyPath): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    if (valueAt(value, path.slice(0, depth)) !== undefined) return depth;
  }
  return 0;
}
