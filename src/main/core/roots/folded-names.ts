/**
 * Names as the most forgiving file system would read them. Whatever could reach the same file on
 * Windows, macOS or a folder that ignores case becomes the same name here, so that a rule about a
 * name cannot be passed by spelling it differently. It only ever matches too much.
 */
import { separatorsOf } from '../../../shared/files/path-separators.ts';

export type FoldedNames = readonly string[];

/** The last few: the same path is looked at several times on the way of a call. */
const known = new Map<string, FoldedNames>();
const maxKnown = 64;

/** `.` and `..` are resolved by name; a backslash separates where the path is one of Windows. */
export function foldedNames(path: string): FoldedNames {
  const found = known.get(path);
  if (found) return found;
  const names = readNames(path);
  if (known.size >= maxKnown) known.clear();
  known.set(path, names);
  return names;
}

function readNames(path: string): FoldedNames {
  const names: string[] = [];
  for (const name of path.split(separatorsOf(path))) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(foldName(name));
  }
  return names;
}

const isPlainAscii = /^[\w.-]*[\w-]$/;

/** Unicode's NFKC case folding, no invisible characters, no NTFS stream, no trailing dots or spaces. */
export function foldName(name: string): string {
  if (isPlainAscii.test(name)) return name.toLowerCase();
  const cased = withoutIgnorable(name.normalize('NFKC')).toUpperCase().toLowerCase();
  const folded = withoutIgnorable(cased.normalize('NFKC'));
  // A leading colon is no stream; without this a name could fold to nothing.
  const file = folded.replace(/(?<=.):.*$/su, '');
  return file.replace(/(?<![. ])[. ]+$/, '') || file;
}

// HFS+ drops these when it compares names, so that .g\u200Cit is .git there.
const withoutIgnorable = (text: string): string =>
  text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Whether a folded name is meant by a folded pattern, in which `*` stands for anything. */
export function nameFits(pattern: string, name: string): boolean {
  const literal = !pattern.includes('*');
  if (literal ? pattern === name : fitsStars(pattern, name)) return true;
  return name.includes('~') && isShortFormOf(pattern, name);
}

/** Whether `names` begin with a folder's names. */
export const beginsWith = (names: FoldedNames, folder: FoldedNames): boolean =>
  names.length >= folder.length && folder.every((name, at) => nameFits(name, names[at] ?? ''));

/** Takes the first match of each part between the stars, so it needs no backtracking. */
function fitsStars(pattern: string, name: string): boolean {
  const star = pattern.indexOf('*');
  const lastStar = pattern.lastIndexOf('*');
  const first = pattern.slice(0, star);
  const last = pattern.slice(lastStar + 1);
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = star;
  const between = star === lastStar ? [] : pattern.slice(star + 1, lastStar).split('*');
  for (const part of between) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - at >= last.length;
}

/** NTFS's second name for a long one: GIT~1 for .git, PACKAG~1.JSO, or with a hash GI7EBA~1. */
function isShortFormOf(pattern: string, name: string): boolean {
  const short = /^([^~.]{1,6})~(\d{1,6})(?:\.([^.]{1,3}))?$/.exec(name);
  if (!short) return false;
  const [, stem = '', digits = '', extension = ''] = short;
  const dotless = pattern.replace(/^\.+/, '');
  const dot = dotless.lastIndexOf('.');
  const longStem = (dot < 0 ? dotless : dotless.slice(0, dot)).replaceAll(/[. ]/g, '');
  const longExtension = dot < 0 ? '' : dotless.slice(dot + 1, dot + 4);
  if (extension !== longExtension) return false;
  if (longStem.includes('*')) return fitsStars(longStem, stem);
  const cut = longStem.slice(0, Math.min(6, 7 - digits.length));
  const hashed = /^.{2}[0-9a-f]{4}$/.test(stem) && stem.startsWith(longStem.slice(0, 2));
  return stem === cut || hashed;
}
