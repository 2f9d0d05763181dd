/**
 * Finds characters that look like another one: a Cyrillic "а" in a Latin word, a full-width
 * letter, a fraction slash in a path. Words written in one script throughout are not marked,
 * unless all of their letters look like Latin ones.
 */
import { lookAlikeTable } from './look-alike-table.ts';
import type { CharacterSpan } from './hidden-characters.ts';

export interface LookAlike extends CharacterSpan {
  /** The character it looks like. */
  readonly like: string;
}

const drawnLike: ReadonlyMap<string, string> = new Map(
  lookAlikeTable.flatMap(([ascii, alike]) => Array.from(alike, (item) => [item, ascii] as const)),
);

/** Superscript, subscript and circled characters are recognisable forms of ASCII ones. */
const isPlainlyOther = (character: string): boolean =>
  /^[\u00AA\u00B2\u00B3\u00B9\u00BA\u02B0-\u02B8\u02E0-\u02E4\u1D2C-\u1D6A\u1D78\u1D9B-\u1DBF\u2070-\u209C\u2460-\u24FF\u2C7C\u2C7D\u{1F100}-\u{1F1FF}]$/u.test(
    character,
  );

/** The scripts in which whole words can look like Latin ones. */
const twins = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu', 'Georgian'].map(
  (script) => new RegExp(`^\\p{Script=${script}}$`, 'u'),
);

interface CharacterFacts {
  /** The ASCII character that it looks like; undefined for most. */
  readonly like: string | undefined;
  readonly isCjk: boolean;
  readonly isLatin: boolean;
  /** A form of an ASCII character, such as a full-width or mathematical one. */
  readonly isForm: boolean;
  /** The index of the look-alike; -1 for none. */
  readonly twin: number;
}

function lookUp(character: string): CharacterFacts {
  const folded = character.normalize('NFKC');
  const isForm = /^[\x21-\x7E]$/.test(folded) && !isPlainlyOther(character);
  return {
    like: drawnLike.get(character) ?? (isForm ? folded : undefined),
    isCjk: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u.test(
      character,
    ),
    isLatin: /^\p{Script=Latin}$/u.test(character),
    isForm,
    twin: twins.findIndex((twin) => twin.test(character)),
  };
}

/** Texts are long and alphabets short, so each character is looked up once. */
const known = new Map<string, CharacterFacts>();
const ascii: CharacterFacts = {
  like: undefined,
  isCjk: false,
  isLatin: false,
  isForm: false,
  twin: -1,
};

function factsOf(character: string): CharacterFacts {
  if (character <= '\u007F') return ascii;
  const before = known.get(character);
  if (before) return before;
  const facts = lookUp(character);
  known.set(character, facts);
  return facts;
}

const asciiLike = (character: string): string | undefined => factsOf(character).like;
const isAsciiLetter = (character: string): boolean => /^[A-Za-z]$/.test(character);
const isFullWidth = (character: string): boolean => /^[\uFF01-\uFF5E]$/.test(character);

/** Judges a character by the rest of its path segment or line. */
interface Part {
  /** Letters that only Chinese, Japanese or Korean have. */
  readonly hasCjk: boolean;
  /** Scripts with a letter unlike any Latin one: the segment is really written in them. */
  readonly own: ReadonlySet<number>;
  readonly nature: TextNature;
}

function partOf(text: string, nature: TextNature): Part {
  const odd = Array.from(text).filter((item) => item > '\u007F');
  const unlike = odd.map(factsOf).filter(({ like }) => like === undefined);
  return {
    hasCjk: unlike.some(({ isCjk }) => isCjk),
    own: new Set(unlike.map(({ twin }) => twin).filter((twin) => twin >= 0)),
    nature,
  };
}

/** What the text is: a name by default. */
export interface TextNature {
  /** Sentences and file contents, where typographic dashes and symbols are normal. */
  readonly prose: boolean;
  /**
   * A word of a command, where a typographic quote looks like one that a shell would interpret.
   */
  readonly command: boolean;
}

export function lookAlikesIn(text: string, nature: TextNature): readonly LookAlike[] {
  const found: LookAlike[] = [];
  for (const { 0: piece, index } of text.matchAll(/[^/\\\n]+/g)) {
    if (/^[\x20-\x7E\t]*$/.test(piece)) continue;
    const part = partOf(piece, nature);
    for (const token of piece.matchAll(/([\p{L}\p{M}\p{N}_]+)|([^\p{L}\p{M}\p{N}\p{ASCII}])/gu)) {
      const at = index + token.index;
      const [whole, word] = token;
      const alike =
        word === undefined
          ? ofSign(piece, { at: token.index, sign: whole, offset: index }, part)
          : inWord(word, at, part);
      // One by one, because spreading very many would overflow the stack.
      for (const item of alike) found.push(item);
    }
  }
  return found;
}

function inWord(word: string, at: number, part: Part): readonly LookAlike[] {
  if (/^\p{ASCII}*$/u.test(word)) return [];
  const characters = Array.from(word);
  const suspect = suspectIn(characters, part);
  const found: LookAlike[] = [];
  let offset = at;
  for (const character of characters) {
    const like = asciiLike(character);
    if (like !== undefined && suspect(character))
      found.push({ at: offset, length: character.length, like });
    offset += character.length;
  }
  return found;
}

/** Which of a word's look-alikes do not belong there. */
function suspectIn(characters: readonly string[], part: Part): (character: string) => boolean {
  const letters = characters.filter((character) => /^[\p{L}\p{N}]$/u.test(character));
  const hasLatin = letters.some(isAsciiLetter);
  const hasOtherLatin = letters.some(
    (letter) => factsOf(letter).isLatin && asciiLike(letter) === undefined,
  );
  const isTwin = isWholeTwin(letters, part);
  return (character) => {
    const { isForm, isCjk, isLatin } = factsOf(character);
    if (isFullWidth(character)) return !part.hasCjk;
    if (isForm) return true;
    if (isCjk) return hasLatin && !part.hasCjk;
    // Phonetic letters among others of their kind are spelling; a single one among ASCII letters
    // is a disguise.
    if (isLatin) return !hasOtherLatin;
    return hasLatin || isTwin;
  };
}

/** A word such as "сору" that is entirely Cyrillic and reads as Latin. */
function isWholeTwin(letters: readonly string[], { own, nature }: Part): boolean {
  if (nature.prose && letters.length < 2) return false;
  return letters.every((letter) => {
    const { like, twin } = factsOf(letter);
    return like !== undefined && twin >= 0 && !own.has(twin);
  });
}

const quotes = /^[\u2018\u2019\u201A-\u201F\u2032\u2033\u2035\u00B4\u2039\u203A]$/u;
const dashes = /^[\u2010-\u2015\u2212\u02D7\u2043\uFE58\uFE63\uFF0D]$/u;
/** They separate a path, a name, a word or a statement, wherever they occur. */
const partings = new Set(['/', '\\', '.', ':', ';', '|']);
/** Used to draw tables, trees and formulas. */
const drawings = /^[\u2500-\u257F\u2200-\u22FF]$/u;

interface SymbolPosition {
  readonly sign: string;
  /** Relative to the segment. */
  readonly at: number;
  /** The segment's offset in the text. */
  readonly offset: number;
}

function ofSign(
  piece: string,
  { sign, at, offset }: SymbolPosition,
  part: Part,
): readonly LookAlike[] {
  const like = asciiLike(sign);
  if (like === undefined) return [];
  const previous = piece[at - 1] ?? '';
  const next = piece[at + sign.length] ?? '';
  const isOdd = isOddSign({ sign, like, previous, next, isOneWord: !/\s/.test(piece) }, part);
  return isOdd ? [{ at: offset + at, length: sign.length, like }] : [];
}

interface SymbolContext {
  readonly sign: string;
  readonly like: string;
  readonly previous: string;
  readonly next: string;
  readonly isOneWord: boolean;
}

function isOddSign(around: SymbolContext, { hasCjk, nature }: Part): boolean {
  const { sign, like } = around;
  const { prose, command } = nature;
  if (dashes.test(sign)) return isOddDash(around, prose);
  if (quotes.test(sign)) return command && !isApostrophe(around);
  if (hasCjk && (like !== '/' || prose)) return false;
  if (prose) return partings.has(like) && !drawings.test(sign.replace('\u2215', ''));
  return true;
}

const isApostrophe = ({ sign, previous, next }: SymbolContext): boolean =>
  sign === '\u2019' && /\p{L}/u.test(previous) && /\p{L}/u.test(next);

/** Where a program would see a hyphen of an option, or a name would contain one. */
function isOddDash({ sign, previous, next, isOneWord }: SymbolContext, prose: boolean): boolean {
  const isOption = /^[\s=-]?$/.test(previous) && /^[A-Za-z-]$/.test(next);
  if (isOption) return true;
  const isInside = /^[A-Za-z0-9]$/.test(previous) && /^[A-Za-z0-9]$/.test(next);
  if (prose || !isInside) return false;
  return isOneWord || !/^[\u2013-\u2015]$/.test(sign);
}
