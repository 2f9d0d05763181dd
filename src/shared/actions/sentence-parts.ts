/**
 * Formats texts from agents for sentences about a call: visible, short, and distinguishable from
 * our own words.
 */
import { visibleText } from '../base/visible-text.ts';

const longestName = 120;

/**
 * A name with spaces is quoted, and quotes inside it become code points, so that its beginning and
 * end are unambiguous.
 */
export function shown(text: string, longest = longestName): string {
  const visible = cutMiddle(visibleText(cutMiddle(text, longest * 2)), longest);
  const isPlain = visible !== '' && !/[\s\u2800“”]/u.test(visible);
  return isPlain ? visible : `“${visible.replaceAll('“', '⟨U+201C⟩').replaceAll('”', '⟨U+201D⟩')}”`;
}

/** Keeps the end, because the end of a path is the most specific part. */
export function cutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, Math.floor(longest / 3)).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(-Math.floor((longest * 2) / 3)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}…${tail}`;
}

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const longestList = 3;

/** "a, b, c and 4 more" */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, longestList).map((name) => shown(name, 60));
  const more = names.length - first.length;
  if (more > 0) return `${first.join(', ')} and ${more} more`;
  return first.length < 2
    ? first.join('')
    : `${first.slice(0, -1).join(', ')} and ${first.at(-1) ?? ''}`;
}

/** " in build", or nothing. */
export const within = (folder: string | undefined): string =>
  folder === undefined ? '' : ` in ${shown(folder)}`;

const encoder = new TextEncoder();

export const utf8Bytes = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);
