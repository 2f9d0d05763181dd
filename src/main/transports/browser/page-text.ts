/** Cleans text written by web pages: shortens it and removes invisible characters. */
import { isObject } from '../../../shared/base/is-object.ts';
import { hasHiddenText, textParts } from '../../../shared/base/visible-text.ts';

/**
 * One line. Hidden characters are removed rather than made visible, because an agent reads it, not
 * the user.
 */
export function plainLine(text: unknown, longest: number): string {
  if (typeof text !== 'string') return '';
  const seen = textParts(text.slice(0, longest * 4))
    .map(({ kind, text: part }) => (kind === 'hidden' ? ' ' : part))
    .join('');
  const line = seen.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}

const maxWordsLength = 500;
const deepest = 16;

/** The schema with its texts cleaned; null when it is not a schema or is nested too deeply. */
export function plainSchema(value: unknown): Readonly<Record<string, unknown>> | null {
  if (!isObject(value)) return null;
  const plain = plainIn(value, '', 0);
  if (!isObject(plain)) return null;
  const { type = 'object' } = plain;
  return type === 'object' ? { ...plain, type } : null;
}

/** Values such as those of an enum stay unchanged, unless they contain hidden characters. */
function plainIn(value: unknown, name: string, depth: number): unknown {
  if (depth > deepest) return undefined;
  if (typeof value === 'string') {
    const isWords = name === 'description' || name === 'title' || value.length > maxWordsLength;
    return isWords || hasHiddenText(value) ? plainLine(value, maxWordsLength) : value;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => plainIn(item, name, depth + 1));
  if (!isObject(value)) return value;
  // Field names must stay as the page knows them; those with hidden characters are dropped.
  const fields = Object.entries(value).filter(([field]) => !hasHiddenText(field));
  return Object.fromEntries(
    fields.map(([field, item]) => [field, plainIn(item, field, depth + 1)]),
  );
}
