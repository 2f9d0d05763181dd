/**
 * The entries that Activity shows, newest first: pages of the index, more of them as the reader
 * scrolls, and what happens meanwhile. New entries wait above until the reader is at the top, so
 * that nothing jumps; entries already shown grow where they stand.
 */
import type { EntryView } from '../../shared/ledger/entry.ts';
import type { AuditFilter, AuditPage, AuditQuery } from '../../shared/ledger/query.ts';
import { isAnswer, type NoAnswer } from '../../shared/asks/no-answer.ts';
import { mergeEntries, splitAt } from './merge-entries.ts';

export interface FeedState {
  readonly entries: readonly EntryView[];
  /** New entries that wait above. */
  readonly waiting: number;
  readonly total: number | null;
  readonly totalExact: boolean;
  /** False while the index does not know all entries. */
  readonly complete: boolean;
  readonly hasOlder: boolean;
  readonly status: 'loading' | 'shown' | 'failed';
  /** Changes when another query was answered; the list then starts at the top. */
  readonly answered: number;
  /** The filter that was answered; null before the first answer. */
  readonly filter: AuditFilter | null;
}

export interface FeedDeps {
  readonly ask: (query: AuditQuery) => Promise<AuditPage | NoAnswer>;
}

const pageSize = 200;
/** With more pages of updates than this, the list is loaded again from the start. */
const maxUpdatePages = 5;

const nothing: FeedState = {
  entries: [],
  waiting: 0,
  total: null,
  totalExact: true,
  complete: true,
  hasOlder: false,
  status: 'loading',
  answered: 0,
  filter: null,
};

export class EntryFeed {
  readonly #deps: FeedDeps;
  readonly #watchers = new Set<() => void>();
  #state = nothing;
  #filter: AuditFilter = {};
  /** The filter that the entries shown answer; null while they are the seed at most. */
  #answers: AuditFilter | null = null;
  #waiting: readonly EntryView[] = [];
  #next: number | null = null;
  /** Answers to an older filter than this are thrown away. */
  #round = 0;
  #isAtTop = true;
  #isAskingOlder = false;
  #isUpdating = false;
  #again = false;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  readonly state = (): FeedState => this.#state;

  /** Shows these until the index has answered. */
  seed(entries: readonly EntryView[]): void {
    if (this.#round === 0) this.#show({ entries });
  }

  /** The entries shown stay until the new answer arrives or fails. */
  async open(filter: AuditFilter): Promise<void> {
    this.#filter = filter;
    this.#answers ??= filter;
    this.#round += 1;
    this.#isAskingOlder = false;
    this.#show({ status: 'loading' });
    const page = await this.#ask({ limit: pageSize });
    if (page === 'late') return;
    if (page === null) return this.#fail();
    this.#answers = filter;
    this.#isAtTop = true;
    this.#waiting = [];
    this.#next = page.next;
    const { entries, total, totalExact, complete } = page;
    const counted = { total, totalExact, complete };
    const answered = this.#round;
    this.#show({ entries, ...counted, waiting: 0, status: 'shown', answered, filter });
  }

  /** Asks again if the last answer was not a whole one. */
  completed(): void {
    if (!this.#state.complete || this.#state.status === 'failed') void this.open(this.#filter);
  }

  async older(): Promise<void> {
    // While another filter is asked for, what is known of the next page is the old one's.
    if (this.#state.status !== 'shown') return;
    if (this.#isAskingOlder || this.#next === null) return;
    this.#isAskingOlder = true;
    const page = await this.#ask({ before: this.#next, limit: pageSize });
    if (page === 'late') return;
    this.#isAskingOlder = false;
    if (page === null) return;
    this.#next = page.next;
    this.#show({ entries: mergeEntries(this.#state.entries, page.entries) });
  }

  /** The ledger has new lines. */
  async update(): Promise<void> {
    this.#again = true;
    if (this.#isUpdating) return;
    this.#isUpdating = true;
    while (this.#again) {
      this.#again = false;
      await this.#fetchUpdates();
    }
    this.#isUpdating = false;
  }

  setAtTop(isAtTop: boolean): void {
    this.#isAtTop = isAtTop;
    if (isAtTop && this.#waiting.length > 0) this.#showWaiting();
  }

  /** Entries of another filter must not be shown under this one. */
  #fail(): void {
    if (this.#answers === this.#filter) return this.#show({ status: 'failed' });
    this.#waiting = [];
    this.#next = null;
    const none = { entries: [], waiting: 0, total: null, totalExact: true };
    this.#show({ ...none, status: 'failed' });
  }

  async #fetchUpdates(): Promise<void> {
    if (this.#state.status !== 'shown') return;
    // What fitted may no longer fit, which no news would tell.
    if (this.#isAtTop && this.#filter.outcome?.includes('open')) return this.open(this.#filter);
    const { updates, isAll, complete } = await this.#allUpdates();
    if (!isAll) return this.#isAtTop ? this.open(this.#filter) : undefined;
    if (updates.length === 0 && complete === this.#state.complete) return;
    const { newer, known } = splitAt(updates, this.#state.entries[0]?.seq ?? 0);
    this.#waiting = mergeEntries(this.#waiting, newer);
    // The list has every entry between the newest and the oldest one shown, and none older.
    const last = this.#next === null ? 0 : (this.#state.entries.at(-1)?.seq ?? 0);
    const grown = known.filter(({ seq }) => seq >= last);
    this.#show({ entries: mergeEntries(this.#state.entries, grown), complete });
    if (this.#isAtTop) this.#showWaiting();
    else this.#show({ waiting: this.#waiting.length });
  }

  async #allUpdates() {
    const touched = { touched_after: this.#newestLine(), limit: pageSize };
    const updates: EntryView[] = [];
    let before: number | null = null;
    for (let pages = 0; pages < maxUpdatePages; pages += 1) {
      const page = await this.#ask(before === null ? touched : { ...touched, before });
      if (page === 'late' || page === null) break;
      updates.push(...page.entries);
      before = page.next;
      if (before === null) return { updates, isAll: true, complete: page.complete };
    }
    return { updates, isAll: before === null, complete: this.#state.complete };
  }

  #newestLine(): number {
    let newest = 0;
    for (const { lastSeq } of this.#state.entries) if (lastSeq > newest) newest = lastSeq;
    for (const { lastSeq } of this.#waiting) if (lastSeq > newest) newest = lastSeq;
    return newest;
  }

  #showWaiting(): void {
    const { entries, total } = this.#state;
    const merged = mergeEntries(this.#waiting, entries);
    const added = merged.length - entries.length;
    this.#waiting = [];
    this.#show({ entries: merged, waiting: 0, total: total === null ? null : total + added });
  }

  /** Null when there was no answer; `late` when something else was asked meanwhile. */
  async #ask(more: AuditQuery): Promise<AuditPage | null | 'late'> {
    const round = this.#round;
    const reply = await this.#deps.ask({ ...this.#filter, ...more }).catch(() => null);
    if (round !== this.#round) return 'late';
    return reply !== null && isAnswer(reply) ? reply : null;
  }

  #show(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change, hasOlder: this.#next !== null };
    for (const watcher of this.#watchers) watcher();
  }
}
