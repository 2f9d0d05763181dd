/** The newest entries as the window shows them; older ones are in the index. */
import type { EntryView } from '../../../shared/ledger/entry.ts';
import {
  beginEntry,
  foldInto,
  viewOf,
  type EntryFacts,
  type LineFacts,
} from '../../../shared/ledger/fold-entry.ts';

const kept = 100;

interface EntryPosition {
  readonly seq: number;
  readonly ts: string;
}

export class EntryViews {
  readonly #byEntry = new Map<string, EntryFacts>();

  fold(line: LineFacts & { readonly entry: string }, { seq, ts }: EntryPosition): void {
    const { entry } = line;
    const facts = this.#byEntry.get(entry) ?? beginEntry(entry, { ...line, ts }, seq);
    foldInto(facts, line, seq);
    this.#byEntry.set(entry, facts);
    if (this.#byEntry.size >= 2 * kept) this.#forgetOldest();
  }

  newestFirst(): readonly EntryView[] {
    return [...this.#byEntry.values()].slice(-kept).toReversed().map(viewOf);
  }

  #forgetOldest(): void {
    const oldest = [...this.#byEntry.keys()].slice(0, -kept);
    for (const entry of oldest) this.#byEntry.delete(entry);
  }
}
