/**
 * Reads fields of hook input. All of it is the agent's claim: a field of the wrong type counts as
 * missing. Nothing that is judged is ever shortened, so a value that is too long counts as missing
 * too.
 */
import { isObject } from '../../../../shared/base/is-object.ts';
import type { NativeEvent } from '../../../../shared/native/native-call.ts';

export type InputFields = Readonly<Record<string, unknown>>;

/** Ids, and names of tools and agents. */
const maxName = 512;
/** Linux allows 4,096 bytes; Windows 32,767 characters. */
const maxPath = 32_768;
/**
 * A command or the text of a file. The hook program limits the whole input; this limits one value.
 */
export const maxText = 8 * 1024 * 1024;
/** Reports after a call are records, not decisions, so they may be shortened. */
const maxOutput = 64 * 1024;
const maxReason = 2_000;
/** Maximum number of files per edit, and of replaced passages per file. */
export const maxItems = 1_000;

export const noFields: InputFields = Object.freeze({});

export const fieldsOf = (value: unknown): InputFields => (isObject(value) ? value : noFields);

function stringOf(value: unknown, max: number): string | undefined {
  return typeof value === 'string' && value.length <= max ? value : undefined;
}

const filled = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

export const nameIn = (fields: InputFields, key: string): string | undefined =>
  filled(stringOf(fields[key], maxName));

export const pathIn = (fields: InputFields, key: string): string | undefined =>
  filled(stringOf(fields[key], maxPath));

/** Texts may be empty, such as the content of an emptied file. */
export const textIn = (fields: InputFields, key: string): string | undefined =>
  stringOf(fields[key], maxText);

/** The first present one of several names for one field. */
export function firstOf<T>(
  read: (fields: InputFields, key: string) => T | undefined,
  fields: InputFields,
  keys: readonly string[],
): T | undefined {
  for (const key of keys) {
    const value = read(fields, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * The only present one of several names for one field; if two are present, it is unknown which one
 * counts.
 */
export function onlyOf<T>(
  read: (fields: InputFields, key: string) => T | undefined,
  fields: InputFields,
  keys: readonly string[],
): T | undefined {
  const [key, ...others] = keys.filter((name) => Object.hasOwn(fields, name));
  return key === undefined || others.length > 0 ? undefined : read(fields, key);
}

export const hasOnly = (fields: InputFields, known: readonly string[]): boolean =>
  Object.keys(fields).every((key) => known.includes(key));

/** The model's stated reason; displayed, not judged. */
export function reasonIn(fields: InputFields, key = 'description'): { readonly reason?: string } {
  const text = fields[key];
  if (typeof text !== 'string' || text.trim() === '') return {};
  return { reason: cut(text, maxReason) };
}

/** The end of an output shows the result, so the beginning is dropped. */
export const outputText = (text: string): string =>
  text.length <= maxOutput ? text : `…${text.slice(-maxOutput)}`;

export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max)}…`;

/** JSON in a string, as some clients send arguments; anything else is returned unchanged. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxText) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export const unreadable = (message: string): NativeEvent => ({ kind: 'unreadable', message });

/**
 * Input that cannot be inspected, such as an object that throws, is unreadable like any other.
 */
export function readSafely(read: () => NativeEvent): NativeEvent {
  try {
    return read();
  } catch {
    return unreadable('Gatehouse could not read what the hook sent.');
  }
}

/** Sets fields only if there is a value, as exact optional types require. */
export function given<Key extends string, T>(
  key: Key,
  value: T | undefined,
): { readonly [K in Key]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]?: T });
}
