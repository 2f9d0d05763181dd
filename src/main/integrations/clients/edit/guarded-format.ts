/**
 * Treats other programs' files as hostile input: a parsed value is checked before anything uses it.
 * It must not be too large, contain a key that leads to a prototype, or make the parser throw.
 */
import type { ConfigFormat, EditFailure, Parsed } from './format.ts';
import type { Json } from './json-value.ts';
import { positionOf } from './splice.ts';

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const isForbiddenKey = (key: string): boolean => forbiddenKeys.has(key);

/** Wraps a format. `maxCharacters` is what its parser reads in about a second. */
export const guarded = (format: ConfigFormat, maxCharacters: number): ConfigFormat => ({
  ...format,
  parse(text): Parsed {
    if (text.length > maxCharacters) return tooLarge(maxCharacters);
    try {
      const parsed = format.parse(text);
      const key = 'value' in parsed ? forbiddenKeyIn(parsed.value) : null;
      return key === null ? parsed : refusedKey(text, key);
    } catch (error) {
      return { error: { why: reasonOf(error), at: null } };
    }
  },
});

export const refusedKey = (
  text: string,
  key: string,
  at: { readonly line: number; readonly column: number } | null = keyPlace(text, key),
): EditFailure => ({
  error: { why: `The key "${key}" is not accepted in a config file.`, at },
});

/** The position of the key if it is written literally; an escaped one is not found. */
function keyPlace(text: string, key: string) {
  const found = new RegExp(String.raw`\b${key}\b["']?\s*[:=.\]]`).exec(text);
  return found ? positionOf(text, found.index) : null;
}

/** YAML aliases can put the same object in many places; each is checked once. */
function forbiddenKeyIn(value: Json): string | null {
  /** False while an object is being visited: meeting it again means that it contains itself. */
  const isDone = new Map<object, boolean>();
  const left: { readonly value: Json; readonly isEnd: boolean }[] = [{ value, isEnd: false }];
  for (let here = left.pop(); here !== undefined; here = left.pop()) {
    const { value: inner, isEnd } = here;
    if (typeof inner !== 'object' || inner === null || isDone.get(inner) === true) continue;
    if (!isEnd && isDone.has(inner)) throw new TypeError('A value in it contains itself');
    isDone.set(inner, isEnd);
    if (isEnd) continue;
    const key = Array.isArray(inner) ? undefined : Object.keys(inner).find(isForbiddenKey);
    if (key !== undefined) return key;
    left.push({ value: inner, isEnd: true });
    for (const item of Object.values(inner)) left.push({ value: item, isEnd: false });
  }
  return null;
}

const tooLarge = (most: number): EditFailure => ({
  error: {
    why: `It has more than ${Math.round(most / 1_000_000)} million characters, which is too large for this kind of config file.`,
    at: null,
  },
});

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'It is nested too deeply to be read.';
  const words = error instanceof Error ? error.message.split('\n')[0] : 'It cannot be read.';
  return `${(words ?? '').slice(0, 200).replace(/\.$/, '')}.`;
}
