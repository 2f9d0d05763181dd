/**
 * Splits text from outside into what can be shown as it is and what has to be marked: invisible
 * and reordering characters, look-alikes, and leading or trailing spaces. One function for all
 * places: ask window, pages, tray, notifications, logs and the command line.
 */
import { hiddenIn, overprintsIn, type CharacterSpan } from '../text-marks/hidden-characters.ts';
import { lookAlikesIn } from '../text-marks/look-alikes.ts';

export type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  /** `text` is the code point, such as "U+202E". */
  | { readonly kind: 'hidden'; readonly text: string }
  /** `text` is the character itself; it looks like `like`. */
  | { readonly kind: 'look-alike'; readonly text: string; readonly like: string }
  /** `text` is the spaces themselves. */
  | { readonly kind: 'spaces'; readonly text: string };

export interface TextOptions {
  /** Line breaks and tabs are kept; spaces are marked only at the end of a line. */
  readonly keepLines?: boolean;
  /** Sentences or file contents: typographic dashes and symbols are normal there. */
  readonly prose?: boolean;
  /** A word of a command: typographic quotes are marked too. */
  readonly command?: boolean;
  /** Spaces are never marked: for log lines, whose indentation means nothing. */
  readonly keepSpaces?: boolean;
}

interface Mark {
  readonly at: number;
  readonly length: number;
  part(text: string): TextPart;
}

export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const plainAscii = /^[\x21-\x7E](?: ?[\x21-\x7E])*$/;

export function textParts(text: string, options: TextOptions = {}): readonly TextPart[] {
  // Most texts are plain, and some are very long.
  if (text.length < 4096 && plainAscii.test(text)) return [{ kind: 'plain', text }];
  const parts: TextPart[] = [];
  let shownTo = 0;
  const plainTo = (end: number): void => {
    if (end > shownTo) parts.push({ kind: 'plain', text: text.slice(shownTo, end) });
  };
  for (const mark of marksIn(text, options)) {
    if (mark.at < shownTo) continue;
    plainTo(mark.at);
    shownTo = mark.at + mark.length;
    parts.push(mark.part(text.slice(mark.at, shownTo)));
  }
  plainTo(text.length);
  return parts;
}

function marksIn(text: string, options: TextOptions): readonly Mark[] {
  const { keepLines = false, prose = false, command = false, keepSpaces = false } = options;
  const spaces = keepSpaces ? [] : spacesIn(text, keepLines);
  if (/^[\x20-\x7E]*$/.test(text)) return spaces;
  const hidden = [...hiddenIn(text, { keepLines, prose }), ...overprintsIn(text)].map(
    (span): Mark => ({
      ...span,
      part: (item) => ({ kind: 'hidden', text: codePointName(item) }),
    }),
  );
  const alike = lookAlikesIn(text, { prose, command })
    .filter((span) => !isNamed(text, span))
    .map(({ like, ...span }): Mark => ({
      ...span,
      part: (item) => ({ kind: 'look-alike', text: item, like }),
    }));
  // Where two marks overlap, the first is used: hidden characters before look-alikes.
  return [...hidden, ...alike, ...spaces].toSorted((a, b) => a.at - b.at);
}

/**
 * Sentences are made with `visibleText` and displayed through it again: a character that is
 * already marked needs no second mark.
 */
const isNamed = (text: string, { at, length }: CharacterSpan): boolean =>
  text.startsWith(`⟨${codePointName(text.slice(at, at + length))}⟩`, at + length);

/** Spaces at either end, or several in a row: pages and menus draw those as one or none. */
function spacesIn(text: string, keepLines: boolean): readonly Mark[] {
  const found: Mark[] = [];
  for (const { 0: run, index: at } of text.matchAll(/ +/g)) {
    const end = at + run.length;
    const isLast = end === text.length || (keepLines && text[end] === '\n');
    const isFirst = at === 0 || (keepLines && text[at - 1] === '\n');
    const isMarked = keepLines ? isLast && !isFirst : isLast || isFirst || run.length > 1;
    if (isMarked)
      found.push({ at, length: run.length, part: (item) => ({ kind: 'spaces', text: item }) });
  }
  return found;
}

/** Whether the text contains invisible characters. */
export const hasHiddenText = (text: string, options: TextOptions = {}): boolean =>
  textParts(text, options).some(({ kind }) => kind === 'hidden');

/**
 * Whether a mark must be checked before an approval. Spaces at the end of a line need not be.
 */
export const hasMarkedText = (text: string, options: TextOptions = {}): boolean =>
  textParts(text, options).some(
    ({ kind }) =>
      kind === 'hidden' || kind === 'look-alike' || (kind === 'spaces' && !options.keepLines),
  );

const inBrackets = (part: TextPart): string => {
  switch (part.kind) {
    case 'plain':
      return part.text;
    case 'hidden':
      return `⟨${part.text}⟩`;
    case 'look-alike':
      return `${part.text}⟨${codePointName(part.text)}⟩`;
    case 'spaces':
      return `⟨U+0020${part.text.length > 1 ? `×${part.text.length}` : ''}⟩`;
  }
};

/** Only where plain strings are needed: logs, tray menu, notifications, the terminal. */
export const visibleText = (text: string, options: TextOptions = {}): string =>
  textParts(text, options).map(inBrackets).join('');
