/** Serialises values as TOML. */
import { isList, isJsonObject, type Json, type JsonObject, type KeyPath } from './json-value.ts';

const bare = /^[A-Za-z0-9_-]+$/;

const tomlKey = (key: string): string => (bare.test(key) ? key : tomlString(key));

/** JSON escapes everything that a basic string must not contain, except one character. */
const tomlString = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

export function tomlValue(value: Json): string {
  if (typeof value === 'string') return tomlString(value);
  if (isList(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (isJsonObject(value)) return `{ ${entriesOf(value).join(', ')} }`;
  return String(value);
}

const entriesOf = (value: JsonObject): readonly string[] =>
  Object.entries(value).map(([key, inner]) => tomlLine(key, inner));

export const tomlLine = (key: string, value: Json): string =>
  `${tomlKey(key)} = ${tomlValue(value)}`;

export const tomlTable = (path: KeyPath, value: Json): readonly string[] => [
  `[${path.map(tomlKey).join('.')}]`,
  ...(isJsonObject(value) ? entriesOf(value) : []),
];
