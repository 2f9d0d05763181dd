/**
 * JSON that can be read in only one way. JSON.parse keeps the last of two equal keys, so the text
 * that one parser judges could differ from what another runs; and unlimited nesting costs time
 * before it fails.
 */
export const deepestJson = 64;

export type JsonProblem = 'syntax' | 'key-twice' | 'too-deep' | 'bad-field';

export type JsonRead =
  | { readonly json: unknown }
  | { readonly problem: JsonProblem; readonly detail: string };

const code = { quote: 34, backslash: 92, colon: 58, openBrace: 123, closeBrace: 125 } as const;
const bracket = { open: 91, close: 93 } as const;

export function readStrictJson(text: string): JsonRead {
  const { colons, deepest } = measure(text);
  if (deepest > deepestJson) {
    return { problem: 'too-deep', detail: `It nests deeper than ${deepestJson} levels.` };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: 'syntax', detail: '' };
  }
  // Every key is followed by a colon, so more colons than keys means that a key was lost.
  if (keysIn(json) !== colons) return { problem: 'key-twice', detail: whichKeyTwice(text) };
  if (!mayHoldBadField(text)) return { json };
  const bad = badField(json, []);
  return bad === null ? { json } : { problem: 'bad-field', detail: `${bad}.` };
}

/** Checks brackets and colons outside strings before anything is built. */
function measure(text: string): { readonly colons: number; readonly deepest: number } {
  let colons = 0;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && deepest <= deepestJson; at += 1) {
    const char = text.charCodeAt(at);
    if (char === code.quote) at = endOfString(text, at);
    else if (char === code.colon) colons += 1;
    else if (char === code.openBrace || char === bracket.open) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (char === code.closeBrace || char === bracket.close) depth -= 1;
  }
  return { colons, deepest };
}

/** The end of the string that starts here; the end of the text if it is not closed. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === code.backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += keysIn(item);
    return count;
  }
  const keys = Object.keys(value);
  count = keys.length;
  for (const key of keys) count += keysIn((value as Record<string, unknown>)[key]);
  return count;
}

/** Without numeric escapes, a bad field is visible in the text itself. */
const mayHoldBadField = (text: string): boolean =>
  text.includes('\\u') || text.includes('__proto__') || !text.isWellFormed();

/** Half a surrogate pair is not valid text, and no key may be __proto__. */
const isBadKey = (key: string): boolean => key === '__proto__' || !key.isWellFormed();

/** Names the first bad field; null if there is none. */
function badField(value: unknown, path: readonly string[]): string | null {
  const name = path.map((part) => part.slice(0, 64).toWellFormed()).join('.') || 'body';
  if (typeof value === 'string') {
    return value.isWellFormed() ? null : `${name}: half a surrogate pair is no text`;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (isBadKey(path.at(-1) ?? '')) return `${name}: nothing may be called that`;
  for (const [key, item] of Object.entries(value)) {
    if (isBadKey(key)) return badField({}, [...path, key]);
    const bad = badField(item, [...path, key]);
    if (bad) return bad;
  }
  return null;
}

/** The first duplicate key in one object. The text must be valid JSON. */
function whichKeyTwice(text: string): string {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === code.openBrace) open.push(new Set());
    else if (char === code.closeBrace) open.pop();
    else if (char === code.quote) {
      const end = endOfString(text, at);
      const written = text.slice(at, end + 1);
      at = end;
      if (!/^\s*:/.test(text.slice(end + 1, end + 1_000))) continue;
      const key = JSON.parse(written) as string;
      if (open.at(-1)?.has(key)) return `"${key.slice(0, 64).toWellFormed()}" is written twice.`;
      open.at(-1)?.add(key);
    }
  }
  return 'A key is written twice.';
}
