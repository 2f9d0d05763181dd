/**
 * The only writer of the ledger. Records that arrive together are written together; one sync makes
 * everything durable that was written before it began, and then all waiting callers continue.
 */
import type { AuditRecord, EntryView } from '../../../shared/ledger/entry.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Notice } from '../../../shared/ipc/main-window.ts';
import { asKept, keptRecord, type KeptRecord } from './bounded-record.ts';
import { type Stamp, Stamps } from './chain.ts';
import {
  Checkpointer,
  checkpointsLostNotice,
  noCheckpointsNotice,
  rolledBackNotice,
} from './checkpointer.ts';
import { DiskGuard, lowSpaceNotice, spaceLimits } from './disk-guard.ts';
import { EntryViews } from './entry-views.ts';
import { Journal, pendingOf, type Pending, type Sync, type Written } from './journal.ts';
import { LedgerNotices } from './ledger-notices.ts';
import { defaultSegmentLength, type LedgerNeeds, type LedgerOptions } from './ledger-options.ts';
import { LedgerLocation } from './ledger-location.ts';
import { closingRecord, OpenEntries } from './open-entries.ts';
import { MicrotaskBatch, PendingQueue, DeferredSync } from './pending-queue.ts';
import { readLine, readSegment } from './recovery.ts';
import { LedgerFailure } from './ledger-errors.ts';

export type { LedgerOptions } from './ledger-options.ts';

/** How many lines are read at the start, for the newest entries. */
const viewedLines = 500;

export class Ledger implements Disposable {
  readonly #needs: LedgerNeeds;
  readonly #journal: Journal;
  readonly #error: LedgerFailure;
  readonly #guard: DiskGuard;
  readonly #checkpointer: Checkpointer;
  readonly place: LedgerLocation;
  readonly #views = new EntryViews();
  readonly #changed = new Emitter<void>();
  readonly #lines = new Emitter<readonly string[]>();
  readonly #notices = new LedgerNotices();
  readonly #queue = new PendingQueue();
  readonly #atOnce = new MicrotaskBatch();
  readonly #stamps: Stamps;
  readonly #unfolded: Written[] = [];
  #open = new OpenEntries();
  #writing: Promise<void> | null = null;
  #syncing: Promise<void> | null = null;
  readonly #deferredSync: DeferredSync;

  constructor(needs: LedgerNeeds, options: LedgerOptions = {}) {
    this.#needs = needs;
    const { clock, ledgerStore: store, sha256 } = needs;
    const { segmentLength = defaultSegmentLength } = options;
    this.#journal = new Journal({ store, sha256, segmentLength });
    this.#stamps = new Stamps(needs);
    this.#error = new LedgerFailure(clock);
    this.#deferredSync = new DeferredSync(clock, () => void this.#sync());
    this.#guard = new DiskGuard({
      clock,
      freeBytes: store.freeBytes?.bind(store),
      limits: options.space ?? spaceLimits,
      onLevel: (level) => this.#setNotice(lowSpaceNotice, level !== 'enough'),
    });
    this.#checkpointer = new Checkpointer(needs, {
      onWorks: (works) => this.#setNotice(noCheckpointsNotice, !works),
      onLost: (why) => {
        this.#setNotice(checkpointsLostNotice, true);
        void this.record(this.#note('ledger.checkpoints-lost', why));
      },
    });
    this.place = new LedgerLocation({
      ...{ store, error: this.#error, checkpointer: this.#checkpointer, guard: this.#guard },
      onChanged: () => this.#changed.emit(),
      onBack: () => this.record(this.#note('ledger.back', 'it is in its place again')),
    });
  }

  readonly onChanged = this.#changed.on;
  /** Lines that have become durable, in order. */
  readonly onLines = this.#lines.on;
  /** Notices about the ledger for the user, and when they end. */
  readonly onNotice = this.#notices.onChanged;

  get notices(): readonly Notice[] {
    return this.#notices.list();
  }

  get healthy(): boolean {
    return this.error === null;
  }

  /** Why no call runs; null while the ledger works. */
  get error(): string | null {
    return this.#error.reason ?? this.#guard.reason;
  }

  async start(): Promise<{ readonly tornBytes: number; readonly leftOpen: number }> {
    const { lines, older = [], tornBytes, damage } = await this.#needs.ledgerStore.tail();
    for (const line of [...older, ...lines].slice(-viewedLines)) {
      const read = readLine(line);
      if (read) this.#views.fold(read, read);
    }
    const found = readSegment(lines, this.#needs.sha256);
    const { position, open, hashOf } = found;
    this.#journal.goOnFrom(position, damage ?? found.damage);
    this.#open = open;
    await this.#guard.look();
    // Checked before the first record, which could cause a new checkpoint.
    const rolledBack = await this.#checkpointer.disagreesWith(position.head, hashOf);
    const leftOpen = open.list();
    await Promise.all(leftOpen.map((item) => this.record(closingRecord(item))));
    if (rolledBack) {
      this.#setNotice(rolledBackNotice, true);
      await this.record(this.#note('ledger.rolled-back', rolledBackNotice.text));
    }
    return { tornBytes, leftOpen: leftOpen.length };
  }

  /** Whether a record of this phase is refused without trying to write it. */
  refuses(phase: AuditRecord['phase']): boolean {
    if (this.#guard.level === 'none') {
      this.#guard.lookIfDue();
      // The last free space is kept for the outcomes of running calls.
      if (phase === 'intent' || phase === 'decision') return true;
    }
    return this.#error.waits;
  }

  /**
   * True once the record is durable; false when it could not be made so. With `soon` it is true
   * once it is written: it survives a crash of the app, and after ten milliseconds also a power cut.
   */
  async record(record: AuditRecord, how?: { readonly sync?: Sync }): Promise<boolean> {
    return this.recordAll([record], how);
  }

  /** The same for records that belong together: true only if all succeed; synchronous where possible. */
  recordAll(
    records: readonly AuditRecord[],
    { sync = 'before-effect' }: { readonly sync?: Sync } = {},
  ): boolean | Promise<boolean> {
    if (records.some(({ phase }) => this.refuses(phase))) {
      if (this.#error.waits) this.#error.refused(records.length);
      return false;
    }
    const kept = records.map((record) => keptRecord(record, this.#needs));
    const stamp = this.#stamps.now();
    const written = sync === 'soon' && this.#atOnce.take() ? this.#writeAtOnce(kept, stamp) : null;
    if (written !== null) return written;
    const recorded = this.#queue.add(kept, stamp, sync);
    this.#writing ??= this.#drain();
    return recorded;
  }

  /** Newest first. */
  recent(): readonly EntryView[] {
    this.#fold();
    return this.#views.newestFirst();
  }

  /** Resolves when everything recorded so far is durable or given up. */
  async drain(): Promise<void> {
    while (this.#writing || this.#syncing || this.#journal.syncable) {
      await this.#writing;
      await (this.#journal.syncable ? this.#sync() : this.#syncing);
    }
  }

  async dispose(): Promise<void> {
    await this.drain();
    await this.#guard.drain();
    await this.#checkpointer.dispose();
  }

  /** Writes synchronously when no write is under way and none has failed; null otherwise. */
  #writeAtOnce(records: readonly KeptRecord[], stamp: Stamp): boolean | null {
    if (this.#writing || !this.healthy || this.#journal.whyNewSegment) return null;
    const batch = records.map((record) => pendingOf(record, stamp, 'soon'));
    try {
      if (!this.#journal.writeAtOnce(batch)) return null;
    } catch (error) {
      this.#failed(batch, error);
      return false;
    }
    this.#guard.wrote(this.#journal.segmentLength);
    this.#keepSynced();
    return true;
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
    const pending = this.#afterError(batch);
    try {
      if (this.#error.waits) throw new Error(this.#error.reason ?? '');
      if (this.#journal.whyNewSegment) await this.#beginSegment(pending);
      else if (pending.length > 0) {
        if (!this.#journal.writeAtOnce(pending)) await this.#journal.write(pending);
        for (const { sync, onWritten } of pending) if (sync === 'soon') onWritten(true);
      }
    } catch (error) {
      this.#failed(batch, error);
    }
    this.#guard.wrote(this.#journal.segmentLength);
  }

  async #beginSegment(batch: readonly Pending[]): Promise<void> {
    await this.#syncing;
    // The segment before must be durable first; if that fails, its last lines move into the new one.
    if (this.#journal.syncable) await this.#sync();
    this.#fold();
    this.#becameDurable(await this.#journal.beginSegment(batch, this.#stamps.now(), this.#open));
    this.#error.over();
    this.#changed.emit();
  }

  #keepSynced(): void {
    if (this.#syncing || !this.#journal.syncable) return;
    if (this.#journal.urgent || this.#deferredSync.isOver) void this.#sync();
    else this.#deferredSync.arm();
  }

  /** Never rejects. */
  #sync(): Promise<void> {
    this.#deferredSync.disarm();
    this.#syncing ??= this.#syncOnce().finally(() => {
      this.#syncing = null;
      if (this.#journal.broken) this.#writing ??= this.#drain();
      else this.#keepSynced();
    });
    return this.#syncing;
  }

  async #syncOnce(): Promise<void> {
    const { failures } = this.#error;
    try {
      this.#becameDurable(await this.#journal.sync(() => this.#fold()));
      // A successful sync does not repair a write that failed meanwhile.
      if (failures === this.#error.failures) this.#error.over();
    } catch (error) {
      this.place.failed(error);
    }
    this.#changed.emit();
  }

  #becameDurable(written: readonly Written[]): void {
    this.#unfolded.push(...written);
    for (const { pending } of written) pending.onWritten(true);
    this.#lines.emit(written.map(({ line }) => line));
    this.#checkpointer.reached(this.#journal.durableHead);
  }

  /** Runs before the entries are read, and otherwise when the ledger is idle. */
  #fold(): void {
    for (const { pending, seq } of this.#unfolded.splice(0)) {
      this.#open.fold(pending.record);
      this.#views.fold(pending.record, { seq, ts: pending.stamp.ts });
    }
  }

  #failed(batch: readonly Pending[], error: unknown): void {
    if (!this.#error.waits) this.place.failed(error);
    const lost = [...this.#journal.abandon(), ...batch];
    this.#error.refused(lost.length);
    for (const { onWritten } of lost) onWritten(false);
    this.#changed.emit();
  }

  /** After write errors, the first record says that there were some. */
  #afterError(batch: readonly Pending[]): readonly Pending[] {
    const summary = batch.length > 0 && this.#error.takeSummary();
    if (!summary) return batch;
    const onWritten = this.#note('ledger.recovered', summary);
    return [pendingOf(asKept(onWritten), this.#stamps.now()), ...batch];
  }

  #note(action: string, detail: string): AuditRecord {
    return { phase: 'note', entry: this.#needs.newId(), actor: 'gatehouse', action, detail };
  }

  #setNotice(notice: Notice, holds: boolean): void {
    this.#notices.set(notice, holds);
    this.#changed.emit();
  }
}
