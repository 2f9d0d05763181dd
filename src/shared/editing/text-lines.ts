/** The lines of a text: their endings, and the line of a position. */
import type { TextPlace } from './text-spans.ts';

/** Equal except for line endings. */
export const isSame = (a: string, b: string): boolean =>
  a === b || (/\r/.test(a + b) && unixLines(a) === unixLines(b));

const unixLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** The whole lines that contain the position. */
export function linesOf(text: string, { start, end }: TextPlace): TextPlace {
  const to = text.indexOf('\n', end);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: to === -1 ? text.length : to };
}

export const touch = (a: TextPlace, b: TextPlace): boolean => a.start <= b.end && b.start <= a.end;
