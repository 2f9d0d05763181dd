/** Checks the text of a path; what exists on disk is checked elsewhere. */
import { below, isInside } from './inside.ts';
import { separatorsOf } from './path-separators.ts';

const mostPathBytes = 4095;
const mostNameBytes = 255;

// Line breaks, other control characters, and the marks that reverse text direction.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
const encodedSeparator = /%(?:2e|2f|5c|00)/i;

const encoder = new TextEncoder();
/** No character needs more than three bytes per UTF-16 unit, so most texts need no counting. */
const isLonger = (text: string, most: number): boolean =>
  text.length * 3 > most && encoder.encode(text).length > most;

/** Why this cannot be a file's path, as a sentence; null if it can. */
export function pathProblem(path: string): string | null {
  if (path.includes('\0')) return 'There is a NUL in it.';
  // Half a surrogate pair would silently become another character on disk.
  if (!path.isWellFormed()) return 'It is not valid Unicode.';
  if (isLonger(path, mostPathBytes)) return `It is longer than ${mostPathBytes} bytes.`;
  const tooLong =
    isLonger(path, mostNameBytes) &&
    path.split(separatorsOf(path)).some((name) => isLonger(name, mostNameBytes));
  return tooLong ? `A name in it is longer than ${mostNameBytes} bytes.` : null;
}

/** Existing names may be odd; new ones may not. */
export function newNameProblem(name: string): string | null {
  if (!isPlainName(name)) return 'A new file needs a plain name.';
  if (unprintable.test(name)) return 'A new name may hold no line breaks or control characters.';
  if (name.includes('\\')) return 'A new name may hold no backslash.';
  return encodedSeparator.test(name)
    ? 'A new name may hold no encoded dot, slash, backslash or NUL.'
    : null;
}

/**
 * The names from a folder down to a path inside it; null if the path does not lead straight down.
 */
export function namesBelow(path: string, folder: string): readonly string[] | null {
  if (path === folder) return [];
  if (!isInside(path, folder)) return null;
  const names = path.slice(below(folder, '').length).split(separatorsOf(folder));
  return names.every(isPlainName) ? names : null;
}

const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && name.isWellFormed();
