/** Folds runs of reads into one row, so that changes and refusals stand out. */
import type { EntryView } from '../../shared/ledger/entry.ts';
import { readActions } from '../../shared/ledger/read-actions.ts';

/** A shorter run is shown as it is. */
const shortestRun = 3;

export type ActivityRow =
  | { readonly kind: 'entry'; readonly entry: EntryView; readonly isInRun: boolean }
  | {
      readonly kind: 'run';
      /** Stays the same while the run grows at its new end. */
      readonly id: string;
      readonly entries: readonly EntryView[];
      readonly isOpen: boolean;
    };

const isPlainRead = ({ action, outcome }: EntryView): boolean =>
  outcome === 'done' && readActions.has(action);

/** Newest first, as the entries are. An open run is followed by its entries. */
export function foldReads(
  entries: readonly EntryView[],
  openRuns: readonly string[],
): readonly ActivityRow[] {
  const rows: ActivityRow[] = [];
  for (let at = 0; at < entries.length;) {
    const run = runFrom(entries, at);
    const oldest = run.at(-1);
    if (run.length >= shortestRun && oldest) {
      const id = `run ${oldest.entry}`;
      const isOpen = openRuns.includes(id);
      rows.push({ kind: 'run', id, entries: run, isOpen });
      if (isOpen) for (const entry of run) rows.push({ kind: 'entry', entry, isInRun: true });
    } else for (const entry of run) rows.push({ kind: 'entry', entry, isInRun: false });
    at += run.length;
  }
  return rows;
}

/** The entries of one agent and session that follow each other, all of them reads; or one entry. */
function runFrom(entries: readonly EntryView[], from: number): readonly EntryView[] {
  const first = entries[from];
  if (!first) return [];
  let end = from + 1;
  while (isPlainRead(first) && isSameRun(first, entries[end])) end += 1;
  return entries.slice(from, end);
}

const isSameRun = (first: EntryView, next: EntryView | undefined): boolean =>
  next !== undefined &&
  isPlainRead(next) &&
  next.actor === first.actor &&
  next.sessionId === first.sessionId;

/** The folder that all of these are in; empty where there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const parts = first ?? [];
  for (const other of others) {
    let length = 0;
    while (length < parts.length && parts[length] === other[length]) length += 1;
    parts.length = length;
  }
  return parts.join('/');
}
