/**
 * Reads fields of hook input. All of it is claimed by the agent: a field of the wrong type counts as
 * missing, and nothing that is judged is ever shortened; a value that is too long counts as missing too.
 */
import { isObject } from '../../../../shared/base/is-object.ts';
import type { NativeEvent } from '../../../../shared/native/native-call.ts';

export type InputFields = Readonly<Record<string, unknown>>;

/** Ids, names of tools and of agents. */
const maxName = 512;
/** Linux allows 4,096 bytes; Windows 32,767 characters. */
const maxPath = 32_768;
/** A command or the text of a file. The bridge limits the whole input; this limits one value of it. */
export const maxText = 8 * 1024 * 1024;
/** What an after-event reports is a record, not a decision, so it may be shortened. */
const maxOutput = 64 * 1024;
const maxReason = 2_000;
/** Files of one edit, and replaced passages of one file. */
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

/** Texts may be empty, as an emptied file is. */
export const textIn = (fields: InputFields, key: string): string | undefined =>
  stringOf(fields[key], maxText);

/** The first of several names of one field. */
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

/** The only one of several names of one field; with two of them it is not known which one counts. */
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

/** Why the model says it does this; shown, not judged. */
export function reasonIn(fields: InputFields, key = 'description'): { readonly reason?: string } {
  const text = fields[key];
  if (typeof text !== 'string' || text.trim() === '') return {};
  return { reason: cut(text, maxReason) };
}

/** The end of an output says how it went, so the beginning is left out. */
export const outputText = (text: string): string =>
  text.length <= maxOutput ? text : `…${text.slice(-maxOutput)}`;

export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max)}…`;

/** JSON in a string, as some clients send arguments; anything else unchanged. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxText) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export const unreadable = (message: string): NativeEvent => ({ kind: 'unreadable', message });

/** Input that cannot even be looked at, such as an object that throws, is unreadable like any other. */
export function readSafely(read: () => NativeEvent): NativeEvent {
  try {
    return read();
  } catch {
    return unreadable('Gatehouse could not read what the hook sent.');
  }
}

/** Fields that are set only when there is a value, as exact optional types want it. */
export function given<Key extends string, T>(
  key: Key,
  value: T | undefined,
): { readonly [K in Key]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]?: T });
}
