/** Untrusted text cut to a bearable length, its hidden characters gathered into runs. */
import { textParts } from '../../shared/visible-text.ts';

export type TextRun =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'hidden'; readonly codePoint: string; readonly times: number };

export interface CutText {
  readonly runs: readonly TextRun[];
  readonly hasHidden: boolean;
  /** Characters that are not shown, so that it can be said. */
  readonly cut: number;
}

interface CutOptions {
  readonly atMost: number;
  readonly keepLines?: boolean;
}

export function cutText(text: string, { atMost, keepLines = false }: CutOptions): CutText {
  // Cut before looking at every character: the text may be far longer than what is shown.
  const shown = withoutHalfPair(text.slice(0, atMost));
  const runs = gathered(shown, keepLines);
  const hasHidden = runs.some((run) => run.kind === 'hidden');
  return { runs, hasHidden, cut: text.length - shown.length };
}

/** The start and the end of a long text; the end of a path is what tells paths apart. */
export function middleCut(text: string, atMost: number): string {
  if (text.length <= atMost) return text;
  const head = Math.floor((atMost - 1) / 3);
  const tail = atMost - 1 - head;
  return `${withoutHalfPair(text.slice(0, head))}…${text.slice(-tail).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

function gathered(text: string, keepLines: boolean): readonly TextRun[] {
  const runs: TextRun[] = [];
  for (const part of textParts(text, { keepLines })) {
    const last = runs.at(-1);
    if (part.kind === 'plain') runs.push({ kind: 'plain', text: part.text });
    else if (last?.kind === 'hidden' && last.codePoint === part.text) {
      runs[runs.length - 1] = { ...last, times: last.times + 1 };
    } else runs.push({ kind: 'hidden', codePoint: part.text, times: 1 });
  }
  return runs;
}

/** A cut must not leave half of a character. */
export const withoutHalfPair = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');
