/** A diff as runs of lines of one kind: the fewer pieces, the sooner it is drawn. */

export type DiffKind = 'gone' | 'new' | 'place' | 'same';

export interface DiffRun {
  readonly kind: DiffKind;
  readonly text: string;
}

const kinds: Readonly<Record<string, DiffKind>> = { '-': 'gone', '+': 'new', '@': 'place' };

export function diffRuns(diff: string): readonly DiffRun[] {
  const runs: { kind: DiffKind; lines: string[] }[] = [];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const kind = kinds[line[0] ?? ''] ?? 'same';
    const last = runs.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs.map(({ kind, lines }) => ({ kind, text: lines.join('\n') }));
}

/** "+2 −1". */
export function lineCounts(diff: string): string {
  const lines = diff.split('\n');
  const begins = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return `+${begins('+')} −${begins('-')}`;
}
