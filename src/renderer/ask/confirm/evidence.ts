/** What a call would do, ready to be shown: a command as its words, changes as diffs, all else as JSON. */
import type { ConfirmAsk, ShownChange, ShownPart } from '../../../shared/asks/asks.ts';
import { hasMarkedText } from '../../../shared/base/visible-text.ts';
import { count } from '../../text/counting.ts';
import { withoutHalfPair } from '../../text/text-runs.ts';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface Evidence {
  readonly argv: readonly string[];
  /** Of a line of several programs; empty for a single one. */
  readonly parts: readonly ShownPart[];
  /** What the project says that these words run. */
  readonly says: string;
  /** Of the files, where the arguments do not say it. */
  readonly changes: readonly ShownChange[];
  /** The other arguments that are plain values, each in a row. */
  readonly rows: readonly NamedText[];
  /** The other arguments as JSON; empty when there are none. */
  readonly json: string;
  /** Arguments of several lines, each shown as its lines. */
  readonly texts: readonly NamedText[];
}

export interface FoldedEvidence extends Evidence {
  readonly hiddenWords: number;
  readonly hiddenCharacters: number;
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');

/** JSON that does not round-trip is shown as received. */
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

/** The arguments of the call; null where they are shown as received. */
export const argumentsOf = ({
  exact,
}: Pick<ConfirmAsk, 'exact'>): Readonly<Record<string, unknown>> | null => parsed(exact);

export function evidenceOf({
  action,
  exact,
  command,
  changes,
  heldBack,
}: Pick<ConfirmAsk, 'action' | 'exact' | 'command' | 'changes' | 'heldBack'>): Evidence {
  const value = parsed(exact);
  const says = command?.says ?? '';
  // What the project says to run is in no argument.
  const found = command?.argv ?? [];
  const parts = command?.parts ?? [];
  const shown = { parts, says, changes };
  if (value === null) return { ...shown, argv: found, texts: [], rows: [], json: exact };
  const { argv, ...others } = value;
  const isCommand = isWords(argv);
  // A new file is read as what will be in it, even if that is one line.
  const isLines = heldBack || action === 'create_file' ? isTextOfFile : isTextOfLines;
  const apart = linesApart(isCommand ? others : value, isLines);
  return { ...shown, argv: isCommand ? argv : found, ...apart };
}

/** Arguments of a command that the rest of the ask says in other words. */
const saidElsewhere: ReadonlySet<string> = new Set([
  ...['command_line', 'cwd', 'root', 'timeout', 'outside_sandbox'],
]);

/**
 * Without what only repeats the rest: beside a diff the arguments that lead to it, beside a command
 * its folder and limits. All of it is in the details.
 */
export function decisiveEvidence(
  { changes, command }: Pick<ConfirmAsk, 'changes' | 'command'>,
  evidence: Evidence,
): Evidence {
  if (changes.length > 0) return { ...evidence, rows: [], texts: [], json: '' };
  const isRepeated = ({ name }: NamedText): boolean =>
    command !== null &&
    (evidence.argv.length > 0 || evidence.parts.length > 0) &&
    saidElsewhere.has(name);
  return {
    ...evidence,
    rows: evidence.rows.filter((row) => !isRepeated(row)),
    texts: evidence.texts.filter((text) => !isRepeated(text)),
  };
}

/** Every line break and tab can be seen: typed into a program they are Enter and completion. */
export const withSigns = (text: string): string =>
  text.replaceAll('\n', '↵\n').replaceAll('\t', '⇥');

/** A few screens each. A last line break stays with its line, so that none is lost. */
const linesInPiece = 40;

export function linesTogether(text: string): readonly { firstLine: number; lines: string }[] {
  const all = text.split('\n');
  const pieces: { firstLine: number; lines: string }[] = [];
  for (let firstLine = 0; firstLine < all.length; firstLine += linesInPiece)
    pieces.push({ firstLine, lines: all.slice(firstLine, firstLine + linesInPiece).join('\n') });
  return pieces;
}

/** Quotes make spaces in a name visible. */
const isNameOfLines = (name: string): boolean => /^\S+$/.test(name);

/** Nor could blanks at the very end, or our signs where they are meant. */
const isTextOfFile = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !/[\r↵⇥]|[^\S\n\t]$/.test(value);

const isTextOfLines = (value: unknown): value is string =>
  isTextOfFile(value) && value.trimEnd().includes('\n');

type OtherArguments = Pick<Evidence, 'texts' | 'rows' | 'json'>;

/** A value that a row shows without loss. JSON shows all others, with their quotes. */
const rowText = (value: unknown): string | null => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && !/[\n\r\t"\\]/.test(value) ? value : null;
};

/** A multi-line text is shown as lines rather than as one JSON string, unless only JSON is exact. */
function linesApart(
  value: Readonly<Record<string, unknown>>,
  isLines: (item: unknown) => item is string,
): OtherArguments {
  const texts: NamedText[] = [];
  const rows: NamedText[] = [];
  const others: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    const row = rowText(field);
    if (isNameOfLines(name) && row === null && isLines(field)) texts.push({ name, text: field });
    else if (isNameOfLines(name) && row !== null) rows.push({ name, text: row });
    else others.push([name, field]);
  }
  const json = others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others), null, 2);
  return { texts, rows, json };
}

/** Line breaks are shown as such and hide nothing, but in a name; every other mark has to be looked at. */
export const hasMarks = ({ argv, parts, says, changes, texts, rows, json }: Evidence): boolean =>
  [
    ...[...changes.map(({ path }) => path), ...[...texts, ...rows].map(({ name }) => name)],
    ...rows.map(({ text }) => text),
  ].some((name) => hasMarkedText(name)) ||
  [...argv, ...parts.flatMap((part) => part.argv)].some((word) =>
    hasMarkedText(word, { keepLines: /[\n\t]/.test(word), command: true }),
  ) ||
  [says, json].some((text) => hasMarkedText(text, { keepLines: true })) ||
  [...changes.map(({ diff }) => diff), ...texts.map(({ text }) => withSigns(text))].some((text) =>
    hasMarkedText(text, { keepLines: true, prose: true }),
  );

/** Everything that is shown, in characters. */
const lengthOf = ({ argv, parts, says, changes, texts, rows, json }: Evidence): number =>
  [
    ...[...argv, ...parts.flatMap((part) => part.argv), says, json],
    ...changes.flatMap(({ path, diff }) => [path, diff]),
    ...[...texts, ...rows].flatMap(({ name, text }) => [name, text]),
  ].reduce((sum, { length }) => sum + length, 0);

const wordsIn = ({ argv, parts }: Evidence): number =>
  parts.reduce((sum, part) => sum + part.argv.length, argv.length);

/** A box around each word costs room too. */
const boxHeight = 20;

export function folded(evidence: Evidence, atMost: number): FoldedEvidence {
  const { argv, parts, says, changes, texts, rows, json } = evidence;
  let height = atMost;
  /** As much of it as there is room for. */
  const cut = (text: string, around = 0): string => {
    const shown = withoutHalfPair(text.slice(0, Math.max(0, height)));
    height -= text.length + around;
    return shown;
  };
  const fitting = <One>(all: readonly One[], shorten: (item: One) => One): readonly One[] =>
    all.flatMap((item) => (height > 0 ? [shorten(item)] : []));
  const shown: Evidence = {
    argv: fitting(argv, (word) => cut(word, boxHeight)),
    parts: fitting(parts, (part) => ({
      ...part,
      argv: fitting(part.argv, (word) => cut(word, boxHeight)),
    })),
    says: cut(says),
    changes: fitting(changes, (item) => ({
      ...item,
      diff: cut(item.diff, item.path.length + boxHeight),
    })),
    rows: fitting(rows, (item) => ({
      ...item,
      text: cut(item.text, item.name.length + boxHeight),
    })),
    json: cut(json),
    texts: fitting(texts, (item) => ({
      ...item,
      text: cut(item.text, item.name.length + boxHeight),
    })),
  };
  return {
    ...shown,
    hiddenWords: wordsIn(evidence) - wordsIn(shown),
    hiddenCharacters: lengthOf(evidence) - lengthOf(shown),
  };
}

export const isFolded = ({ hiddenWords, hiddenCharacters }: FoldedEvidence): boolean =>
  hiddenWords > 0 || hiddenCharacters > 0;

/** "12,340 characters and 310 arguments are folded away". */
export function foldedWords({ hiddenWords, hiddenCharacters }: FoldedEvidence): string {
  const characters = hiddenCharacters.toLocaleString('en-GB');
  const text = `${characters} ${hiddenCharacters === 1 ? 'character' : 'characters'}`;
  const words = hiddenWords === 0 ? '' : ` and ${count(hiddenWords, 'argument')}`;
  return `${text}${words} hidden`;
}
