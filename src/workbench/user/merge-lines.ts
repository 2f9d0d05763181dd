/**
 * Reverts one change in a text that changed further: a three-way merge by whole lines. The changes
 * must be at least one line apart; otherwise it is a conflict, never a guess.
 */
import { diffArrays } from 'diff';

/** Short, because agents' calls share this process. */
const maxDiffMs = 400;

/** Replaces lines `from` to `to` of the base. */
interface LineEdit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Null on a conflict or a timeout. */
export function mergeLines(base: string, left: string, right: string): string | null {
  const lines = linesOf(base);
  const first = editsOf(lines, linesOf(left));
  const theirs = editsOf(lines, linesOf(right));
  if (!first || !theirs) return null;
  // An identical change on both sides is applied once.
  const second = theirs.filter((edit) => !first.some((done) => isSame(done, edit)));
  if (first.some((edit) => second.some((against) => touch(edit, against)))) return null;
  const edits = [...first, ...second].toSorted((a, b) => a.from - b.from);
  const merged: string[] = [];
  let at = 0;
  for (const { from, to, lines: put } of edits) {
    merged.push(...lines.slice(at, from), ...put);
    at = to;
  }
  return [...merged, ...lines.slice(at)].join('');
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

const touch = (a: LineEdit, b: LineEdit): boolean => a.from <= b.to && b.from <= a.to;

const isSame = (a: LineEdit, b: LineEdit): boolean =>
  a.from === b.from && a.to === b.to && a.lines.join('') === b.lines.join('');

function editsOf(base: string[], changed: string[]): readonly LineEdit[] | null {
  const parts = diffArrays(base, changed, { timeout: maxDiffMs });
  if (!parts) return null;
  const edits: LineEdit[] = [];
  let at = 0;
  for (const { added, removed, value } of parts) {
    const last = edits.at(-1);
    const to = added ? at : at + value.length;
    if (added && last?.to === at) edits[edits.length - 1] = { ...last, lines: value };
    else if (removed && last?.to === at) edits[edits.length - 1] = { ...last, to };
    else if (added) edits.push({ from: at, to: at, lines: value });
    else if (removed) edits.push({ from: at, to, lines: [] });
    at = to;
  }
  return edits;
}
