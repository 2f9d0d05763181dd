/** Untrusted text cut to a bearable length, its marked characters gathered into runs. */
import { codePointName, textParts, type TextPart } from '../../shared/base/visible-text.ts';

export type TextRun =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'hidden'; readonly codePoint: string; readonly times: number }
  /** Looks like `like`; `codePoints` is what it really is. */
  | {
      readonly kind: 'look-alike';
      readonly text: string;
      readonly like: string;
      readonly codePoints: string;
    }
  /** At the end of a line they are drawn as dots, elsewhere as words. */
  | { readonly kind: 'spaces'; readonly times: number };

export interface CutText {
  readonly runs: readonly TextRun[];
  /** Whether anything in it is marked. */
  readonly hasMarks: boolean;
  /** Characters that are not shown, so that it can be said. */
  readonly cut: number;
}

interface CutOptions {
  readonly atMost: number;
  readonly keepLines?: boolean;
  readonly prose?: boolean;
  readonly command?: boolean;
}

export function cutText(text: string, options: CutOptions): CutText {
  const { atMost, keepLines = false, ...nature } = options;
  // Cut before looking at every character: the text may be far longer than what is shown.
  const shown = withoutHalfPair(text.slice(0, atMost));
  const runs = gathered(textParts(shown, { keepLines, ...nature }));
  const hasMarks = runs.some(({ kind }) => kind !== 'plain' && !(kind === 'spaces' && keepLines));
  return { runs, hasMarks, cut: text.length - shown.length };
}

/** Keeps the start and the end of a long text: paths differ mostly at the end. */
export function middleCut(text: string, atMost: number): string {
  if (text.length <= atMost) return text;
  const head = Math.floor((atMost - 1) / 3);
  const tail = atMost - 1 - head;
  return `${withoutHalfPair(text.slice(0, head))}…${text.slice(-tail).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

function gathered(parts: readonly TextPart[]): readonly TextRun[] {
  const runs: TextRun[] = [];
  for (const part of parts) {
    const run = runOf(part);
    const last = runs.at(-1);
    const joined = last && joinedRuns(last, run);
    if (joined) runs[runs.length - 1] = joined;
    else runs.push(run);
  }
  return runs;
}

function runOf(part: TextPart): TextRun {
  switch (part.kind) {
    case 'plain':
      return part;
    case 'hidden':
      return { kind: 'hidden', codePoint: part.text, times: 1 };
    case 'look-alike':
      return { ...part, codePoints: codePointName(part.text) };
    case 'spaces':
      return { kind: 'spaces', times: part.text.length };
  }
}

/** Equal hidden characters are one mark with a count, and look-alikes side by side are one word. */
function joinedRuns(last: TextRun, next: TextRun): TextRun | null {
  if (last.kind === 'hidden' && next.kind === 'hidden')
    return last.codePoint === next.codePoint ? { ...last, times: last.times + 1 } : null;
  if (last.kind !== 'look-alike' || next.kind !== 'look-alike') return null;
  return {
    kind: 'look-alike',
    text: last.text + next.text,
    like: last.like + next.like,
    codePoints: `${last.codePoints} ${next.codePoints}`,
  };
}

/** A cut must not leave half of a character. */
export const withoutHalfPair = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');
