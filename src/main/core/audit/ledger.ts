/**
 * The one writer of the ledger. Records queue while a write is under way and go out
 * together: one write, one sync, then everybody who waited is told.
 */
import type { AuditRecord, EntryView } from '../../../shared/audit-entry.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Needs } from '../needs.ts';
import { chain, firstHead, readHead, type ChainHead } from './chain.ts';
import { EntryViews } from './entry-views.ts';
import { boundedRecord } from './bounded-record.ts';

interface Waiting {
  readonly record: AuditRecord;
  readonly told: (durable: boolean) => void;
}

type LedgerNeeds = Pick<Needs, 'clock' | 'ledgerStore' | 'sha256' | 'user' | 'redact'>;

const batchSize = 64;

export class Ledger {
  readonly #needs: LedgerNeeds;
  readonly #views = new EntryViews();
  readonly #changed = new Emitter<void>();
  readonly #queue: Waiting[] = [];
  #writing: Promise<void> | null = null;
  #head: ChainHead = firstHead;
  #healthy = true;

  constructor(needs: LedgerNeeds) {
    this.#needs = needs;
  }

  readonly onChanged = this.#changed.on;

  get healthy(): boolean {
    return this.#healthy;
  }

  async start(): Promise<{ readonly tornBytes: number }> {
    const { lines, tornBytes } = await this.#needs.ledgerStore.tail();
    for (const line of lines) this.#views.fold(line);
    // A spoiled last line must not start the numbers anew; verifying still names it.
    const last = lines.findLast((line) => readHead(line) !== null);
    this.#head = (last && readHead(last)) || firstHead;
    return { tornBytes };
  }

  /** True once the record is durable; false when it could not be made so. */
  record(record: AuditRecord): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#queue.push({ record: boundedRecord(record, this.#needs), told: resolve });
    this.#writing ??= this.#drain();
    return promise;
  }

  /** Newest first. */
  recent(): readonly EntryView[] {
    return this.#views.newestFirst();
  }

  /** Resolves when everything recorded so far has been written or given up. */
  async settle(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) await this.#writeBatch(this.#queue.splice(0, batchSize));
    this.#writing = null;
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const { lines, head } = this.#chained(batch);
    this.#healthy = await this.#needs.ledgerStore.append(`${lines.join('\n')}\n`).then(
      () => true,
      () => false,
    );
    if (this.#healthy) {
      this.#head = head;
      for (const line of lines) this.#views.fold(line);
    }
    for (const { told } of batch) told(this.#healthy);
    this.#changed.emit();
  }

  #chained(batch: readonly Waiting[]): { lines: readonly string[]; head: ChainHead } {
    const { clock, user, sha256 } = this.#needs;
    let head = this.#head;
    const lines = batch.map(({ record }) => {
      const stamp = {
        ts: new Date(clock.now()).toISOString(),
        mono_ms: Math.round(clock.monotonic()),
        user,
      };
      const next = chain(record, stamp, head, sha256);
      head = next.head;
      return next.line;
    });
    return { lines, head };
  }
}
