/** What a call would do, ready to be shown: a command as its words, changes as diffs, all else as JSON. */
import type { ConfirmAsk, ShownChange } from '../../shared/asks.ts';
import { hasHiddenText } from '../../shared/visible-text.ts';
import { count } from '../words/counting.ts';
import { withoutHalfPair } from '../words/text-runs.ts';

export interface Evidence {
  readonly argv: readonly string[];
  /** What the project says that these words run. */
  readonly says: string;
  /** Of the files, where the arguments do not say it. */
  readonly changes: readonly ShownChange[];
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

export function evidenceOf({
  exact,
  command,
  changes,
}: Pick<ConfirmAsk, 'exact' | 'command' | 'changes'>): Evidence {
  const value = parsed(exact);
  const says = command?.says ?? '';
  // What the project says to run is in no argument.
  if (value === null || !isWords(value['argv']))
    return { argv: command?.argv ?? [], says, changes, json: exact };
  const { argv, ...rest } = value;
  const hasRest = Object.keys(rest).length > 0;
  return { argv, says, changes, json: hasRest ? JSON.stringify(rest, null, 2) : '' };
}

/** Line breaks are shown as such and hide nothing, but in a name; every other mark has to be looked at. */
export const hasMarks = ({ argv, says, changes, json }: Evidence): boolean =>
  changes.some(({ path }) => hasHiddenText(path)) ||
  [...argv, says, ...changes.map(({ diff }) => diff), json].some((text) =>
    hasHiddenText(text, { keepLines: true }),
  );

const textsOf = (changes: readonly ShownChange[]): readonly string[] =>
  changes.flatMap(({ path, diff }) => [path, diff]);

/** A box around each word costs room too. */
const roomOfBox = 20;

export function folded({ argv, says, changes, json }: Evidence, atMost: number): FoldedEvidence {
  const words: string[] = [];
  let room = atMost;
  for (const word of argv) {
    if (room <= 0) break;
    words.push(withoutHalfPair(word.slice(0, room)));
    room -= word.length + roomOfBox;
  }
  const said = withoutHalfPair(says.slice(0, Math.max(0, room)));
  room -= says.length;
  const diffs: ShownChange[] = [];
  for (const change of changes) {
    if (room <= 0) break;
    diffs.push({ ...change, diff: withoutHalfPair(change.diff.slice(0, room)) });
    room -= change.diff.length + change.path.length + roomOfBox;
  }
  const text = withoutHalfPair(json.slice(0, Math.max(0, room)));
  const lengthOf = (texts: readonly string[]): number =>
    texts.reduce((sum, { length }) => sum + length, 0);
  return {
    argv: words,
    says: said,
    changes: diffs,
    json: text,
    hiddenWords: argv.length - words.length,
    hiddenCharacters:
      lengthOf([...argv, says, ...textsOf(changes), json]) -
      lengthOf([...words, said, ...textsOf(diffs), text]),
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
