/**
 * The one writer of the ledger. Records that come together are written together; one sync makes
 * everything durable that was written before it began, and then everybody who waited is told.
 */
import type { AuditRecord, EntryView } from '../../../shared/audit-entry.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Notice } from '../../../shared/ipc.ts';
import type { Needs } from '../needs.ts';
import { boundedRecord } from './bounded-record.ts';
import { Checkpointer, noCheckpointsNotice, rolledBackNotice } from './checkpointer.ts';
import { DiskGuard, lowSpaceNotice, spaceLimits, type SpaceLimits } from './disk-guard.ts';
import { EntryViews } from './entry-views.ts';
import { Journal, type Pending, type Sync, type Written } from './journal.ts';
import { LedgerNotices } from './ledger-notices.ts';
import { closingRecord, OpenEntries } from './open-entries.ts';
import { PendingQueue } from './pending-queue.ts';
import { readLine, readSegment } from './recovery.ts';
import { Stamps } from './stamps.ts';
import { Trouble } from './trouble.ts';

type LedgerNeeds = Pick<
  Needs,
  | 'clock'
  | 'ledgerStore'
  | 'checkpoints'
  | 'sha256'
  | 'mac'
  | 'bootId'
  | 'user'
  | 'newId'
  | 'redact'
>;

export interface LedgerOptions {
  /** Characters after which a new segment is begun. */
  readonly segmentLength?: number;
  readonly space?: SpaceLimits;
}

const defaultSegmentLength = 16 * 1024 ** 2;
/** So that it is over well within ten milliseconds. */
const soonMs = 5;
/** Lines looked at to have the newest entries at hand. */
const viewedLines = 500;

export class Ledger implements Disposable {
  readonly #needs: LedgerNeeds;
  readonly #journal: Journal;
  readonly #trouble: Trouble;
  readonly #guard: DiskGuard;
  readonly #checkpointer: Checkpointer;
  readonly #views = new EntryViews();
  readonly #changed = new Emitter<void>();
  readonly #lines = new Emitter<readonly string[]>();
  readonly #notices = new LedgerNotices();
  readonly #queue = new PendingQueue();
  readonly #stamps: Stamps;
  readonly #unfolded: Written[] = [];
  #open = new OpenEntries();
  #writing: Promise<void> | null = null;
  #syncing: Promise<void> | null = null;
  #soon: { readonly at: number; readonly armed: Disposable } | null = null;

  constructor(needs: LedgerNeeds, options: LedgerOptions = {}) {
    this.#needs = needs;
    const { clock, ledgerStore: store, sha256 } = needs;
    const { segmentLength = defaultSegmentLength } = options;
    this.#journal = new Journal({ store, sha256, segmentLength });
    this.#stamps = new Stamps(needs);
    this.#trouble = new Trouble(clock);
    this.#guard = new DiskGuard({
      clock,
      freeBytes: store.freeBytes?.bind(store),
      limits: options.space ?? spaceLimits,
      onLevel: (level) => this.#tell(lowSpaceNotice, level !== 'enough'),
    });
    this.#checkpointer = new Checkpointer(needs, (works) =>
      this.#tell(noCheckpointsNotice, !works),
    );
  }

  readonly onChanged = this.#changed.on;
  /** Lines that have become durable, in order. */
  readonly onLines = this.#lines.on;
  /** What the person should know about the ledger, and when it no longer holds. */
  readonly onNotice = this.#notices.onChanged;

  get notices(): readonly Notice[] {
    return this.#notices.list();
  }

  get healthy(): boolean {
    return this.trouble === null;
  }

  /** Why nothing is carried out; null while all is well. */
  get trouble(): string | null {
    return this.#trouble.reason ?? this.#guard.reason;
  }

  async start(): Promise<{ readonly tornBytes: number; readonly leftOpen: number }> {
    const { lines, older = [], tornBytes, damage } = await this.#needs.ledgerStore.tail();
    for (const line of [...older, ...lines].slice(-viewedLines)) {
      const read = readLine(line);
      if (read) this.#views.fold(read, read);
    }
    const found = readSegment(lines, this.#needs.sha256);
    const { standing, open, hashOf } = found;
    this.#journal.goOnFrom(standing, damage ?? found.damage);
    this.#open = open;
    await this.#guard.look();
    // Looked at before the first record can bring a new checkpoint.
    const rolledBack = await this.#checkpointer.disagreesWith(standing.head, hashOf);
    const leftOpen = open.list();
    await Promise.all(leftOpen.map((one) => this.record(closingRecord(one))));
    if (rolledBack) await this.#rolledBack();
    return { tornBytes, leftOpen: leftOpen.length };
  }

  /** Whether a record of this phase would be refused before it is even tried. */
  refuses(phase: AuditRecord['phase']): boolean {
    if (this.#guard.level === 'none') {
      this.#guard.lookIfDue();
      // The last room is for the end of what was begun.
      if (phase === 'intent' || phase === 'decision') return true;
    }
    return this.#trouble.waits;
  }

  /**
   * True once the record is durable; false when it could not be made so. With `soon` it is true
   * once it is written: it outlives us, and within ten milliseconds also a power cut.
   */
  record(record: AuditRecord, how?: { readonly sync?: Sync }): Promise<boolean> {
    return this.recordAll([record], how);
  }

  /** The same for some that belong together: true only for all of them. */
  recordAll(
    records: readonly AuditRecord[],
    { sync = 'before-effect' }: { readonly sync?: Sync } = {},
  ): Promise<boolean> {
    if (records.some(({ phase }) => this.refuses(phase))) {
      if (this.#trouble.waits) this.#trouble.refused(records.length);
      return Promise.resolve(false);
    }
    const bounded = records.map((record) => boundedRecord(record, this.#needs));
    const recorded = this.#queue.add(bounded, this.#stamps.now(), sync);
    this.#writing ??= this.#drain();
    return recorded;
  }

  /** Newest first. */
  recent(): readonly EntryView[] {
    this.#fold();
    return this.#views.newestFirst();
  }

  /** Resolves when everything recorded so far is durable or given up. */
  async settle(): Promise<void> {
    while (this.#writing || this.#syncing || this.#journal.syncable) {
      await this.#writing;
      await (this.#journal.syncable ? this.#sync() : this.#syncing);
    }
  }

  async dispose(): Promise<void> {
    await this.settle();
    await this.#guard.settle();
    await this.#checkpointer.dispose();
  }

  async #drain(): Promise<void> {
    do {
      await this.#queue.gather();
      await this.#commit(this.#queue.takeBatch());
      this.#keepSynced();
    } while (!this.#queue.isEmpty);
    this.#writing = null;
  }

  async #commit(batch: readonly Pending[]): Promise<void> {
    const pending = this.#afterTrouble(batch);
    try {
      if (this.#trouble.waits) throw new Error(this.#trouble.reason ?? '');
      if (this.#journal.whyNewSegment) await this.#beginSegment(pending);
      else if (pending.length > 0) {
        const writing = this.#journal.write(pending);
        if (writing) await writing;
        for (const { sync, told } of pending) if (sync === 'soon') told(true);
      }
    } catch (error) {
      this.#failed(batch, error);
    }
    this.#guard.batchPassed();
  }

  async #beginSegment(batch: readonly Pending[]): Promise<void> {
    await this.#syncing;
    // The segment before must be durable first; if that fails, its last lines move into the new one.
    if (this.#journal.syncable) await this.#sync();
    this.#fold();
    const stamp = this.#stamps.now();
    this.#becameDurable(await this.#journal.beginSegment(batch, stamp, this.#open));
    this.#trouble.over();
    this.#changed.emit();
  }

  /**
   * What need not be synced at once is after a while; here the clock is looked at too, since a timer
   * does not come while callers leave the loop no turn.
   */
  #keepSynced(): void {
    if (this.#syncing || !this.#journal.syncable) return;
    if (this.#journal.urgent) return void this.#sync();
    const now = this.#needs.clock.monotonic();
    if (this.#soon) {
      if (now >= this.#soon.at) void this.#sync();
      return;
    }
    const armed = this.#needs.clock.after(soonMs, () => void this.#sync());
    this.#soon = { at: now + soonMs, armed };
  }

  /** Never rejects. */
  #sync(): Promise<void> {
    void this.#soon?.armed.dispose();
    this.#soon = null;
    this.#syncing ??= this.#syncOnce().finally(() => {
      this.#syncing = null;
      if (this.#journal.broken) this.#writing ??= this.#drain();
      else this.#keepSynced();
    });
    return this.#syncing;
  }

  async #syncOnce(): Promise<void> {
    const { failures } = this.#trouble;
    try {
      this.#becameDurable(await this.#journal.sync(() => this.#fold()));
      // A write that failed meanwhile is not made good by this.
      if (failures === this.#trouble.failures) this.#trouble.over();
    } catch (error) {
      this.#trouble.failed(wordsOf(error));
    }
    this.#changed.emit();
  }

  #becameDurable(written: readonly Written[]): void {
    this.#unfolded.push(...written);
    for (const { pending } of written) pending.told(true);
    this.#lines.emit(written.map(({ line }) => line));
    this.#checkpointer.reached(this.#journal.durableHead);
  }

  /** Before anybody looks, and otherwise when there is time. */
  #fold(): void {
    for (const { pending, seq } of this.#unfolded.splice(0)) {
      this.#open.fold(pending.record);
      this.#views.fold(pending.record, { seq, ts: pending.stamp.ts });
    }
  }

  #failed(batch: readonly Pending[], error: unknown): void {
    if (!this.#trouble.waits) this.#trouble.failed(wordsOf(error));
    const lost = [...this.#journal.abandon(), ...batch];
    this.#trouble.refused(lost.length);
    for (const { told } of lost) told(false);
    this.#changed.emit();
  }

  /** The first thing written after a long trouble is that there was one. */
  #afterTrouble(batch: readonly Pending[]): readonly Pending[] {
    const story = batch.length > 0 && this.#trouble.tellStory();
    if (!story) return batch;
    const record = this.#note('ledger.recovered', story);
    const stamp = this.#stamps.now();
    return [{ record, stamp, sync: 'before-effect', told: () => undefined }, ...batch];
  }

  async #rolledBack(): Promise<void> {
    this.#tell(rolledBackNotice, true);
    await this.record(this.#note('ledger.rolled-back', rolledBackNotice.text));
  }

  #note(action: string, detail: string): AuditRecord {
    return { phase: 'note', entry: this.#needs.newId(), actor: 'gatehouse', action, detail };
  }

  #tell(notice: Notice, holds: boolean): void {
    this.#notices.tell(notice, holds);
    this.#changed.emit();
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
