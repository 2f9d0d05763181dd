/** The exact arguments of a call, ready to be shown: a command as its words, all else as JSON. */
import { hasHiddenText } from '../../shared/visible-text.ts';
import { count } from '../words/counting.ts';
import { withoutHalfPair } from '../words/text-runs.ts';

export interface Evidence {
  readonly argv: readonly string[];
  /** The other arguments, or all of them where there is no command; empty when there are none. */
  readonly json: string;
}

export interface FoldedEvidence extends Evidence {
  readonly hiddenWords: number;
  readonly hiddenCharacters: number;
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');

/** JSON that reads back as something else than it says is shown as it came. */
function parsed(exact: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(exact);
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isPlain || JSON.stringify(value, null, 2) !== exact) return null;
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

export function evidenceOf(exact: string): Evidence {
  const value = parsed(exact);
  if (value === null || !isWords(value['argv'])) return { argv: [], json: exact };
  const { argv, ...rest } = value;
  const hasRest = Object.keys(rest).length > 0;
  return { argv, json: hasRest ? JSON.stringify(rest, null, 2) : '' };
}

/** Line breaks are shown as such and hide nothing; every other mark has to be looked at. */
export const hasMarks = ({ argv, json }: Evidence): boolean =>
  [...argv, json].some((text) => hasHiddenText(text, { keepLines: true }));

/** A box around each word costs room too. */
const roomOfBox = 20;

export function folded({ argv, json }: Evidence, atMost: number): FoldedEvidence {
  const words: string[] = [];
  let room = atMost;
  for (const word of argv) {
    if (room <= 0) break;
    words.push(withoutHalfPair(word.slice(0, room)));
    room -= word.length + roomOfBox;
  }
  const text = withoutHalfPair(json.slice(0, Math.max(0, room)));
  const lengthOf = (texts: readonly string[]): number =>
    texts.reduce((sum, { length }) => sum + length, 0);
  return {
    argv: words,
    json: text,
    hiddenWords: argv.length - words.length,
    hiddenCharacters: lengthOf([...argv, json]) - lengthOf([...words, text]),
  };
}

export const isFolded = ({ hiddenWords, hiddenCharacters }: FoldedEvidence): boolean =>
  hiddenWords > 0 || hiddenCharacters > 0;

/** "12,340 characters and 310 arguments are folded away". */
export function foldedWords({ hiddenWords, hiddenCharacters }: FoldedEvidence): string {
  const characters = hiddenCharacters.toLocaleString('en-GB');
  const text = `${characters} ${hiddenCharacters === 1 ? 'character' : 'characters'}`;
  const words = hiddenWords === 0 ? '' : ` and ${count(hiddenWords, 'argument')}`;
  return `${text}${words} folded away`;
}
