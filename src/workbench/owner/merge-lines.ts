/**
 * Takes one change out of a text that went on changing: a three-way merge by whole lines. It is
 * clean only where the two changes keep a line apart; what touches is a conflict, never a guess.
 */
import { diffArrays } from 'diff';

/** Agents wait for the same process. */
const mostMsForADiff = 400;

/** Lines `from` up to `to` of the base gave way to these. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Null when both changed the same place, or when it takes too long to tell. */
export function mergeLines(base: string, one: string, other: string): string | null {
  const lines = linesOf(base);
  const first = editsOf(lines, linesOf(one));
  const theirs = editsOf(lines, linesOf(other));
  if (!first || !theirs) return null;
  // What both did alike is done once.
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

const touch = (one: Edit, other: Edit): boolean => one.from <= other.to && other.from <= one.to;

const isSame = (one: Edit, other: Edit): boolean =>
  one.from === other.from && one.to === other.to && one.lines.join('') === other.lines.join('');

function editsOf(base: string[], changed: string[]): readonly Edit[] | null {
  const parts = diffArrays(base, changed, { timeout: mostMsForADiff });
  if (!parts) return null;
  const edits: Edit[] = [];
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
