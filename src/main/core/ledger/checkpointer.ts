/**
 * Writes the end of the ledger to a second file: after ten records, and at the latest a minute
 * after the first one without a checkpoint. Nobody waits for it; under load one checkpoint covers
 * many records.
 */
import { checkpointLine, readCheckpoints } from '../../../shared/ledger/checkpoint.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Notice } from '../../../shared/ipc/main-window.ts';
import type { Needs } from '../dependencies.ts';
import type { ChainHead } from './chain.ts';

const everyRecords = 10;
const atLatestMs = 60_000;
const atMostEveryMs = 50;

export const noCheckpointsNotice: Notice = {
  id: 'no-checkpoints',
  tone: 'warning',
  title: 'The second record of the ledger cannot be written',
  text: 'Entries are still kept, but a cut or rolled-back ledger could not be told from a true one.',
};

export const rolledBackNotice: Notice = {
  id: 'ledger-rolled-back',
  tone: 'trouble',
  title: 'The ledger is not the one that was left',
  text: 'Entries that were there are missing or different. Run "gatehouse verify" to see from where on.',
};

export const checkpointsLostNotice: Notice = {
  id: 'checkpoints-lost',
  tone: 'trouble',
  title: 'The checkpoints of the ledger were moved, deleted or changed',
  text: 'New ones are written from now on. Whether older entries were changed can no longer be checked against them. Run "gatehouse verify".',
};

interface CheckpointEvents {
  /** Whether checkpoints can be written. */
  readonly onWorks: (works: boolean) => void;
  /** Why earlier checkpoints are missing. */
  readonly onLost: (why: string) => void;
}

type Deps = Pick<Needs, 'clock' | 'mac' | 'checkpoints'>;

export class Checkpointer implements Disposable {
  readonly #deps: Deps;
  readonly #events: CheckpointEvents;
  #head: ChainHead | null = null;
  #takenAt = 0;
  #taking: Promise<void> | null = null;
  #timer: { readonly at: number; readonly armed: Disposable } | null = null;
  #notBefore = -Infinity;
  #works = true;
  #closed = false;

  constructor(deps: Deps, events: CheckpointEvents) {
    this.#deps = deps;
    this.#events = events;
  }

  /** Whether the ledger ends before its last checkpoint or differs from it. `hashOf` has the newest lines. */
  async disagreesWith(
    head: ChainHead,
    hashOf: (seq: number) => string | undefined,
  ): Promise<boolean> {
    this.#takenAt = head.seq;
    const { checkpoints, mac } = this.#deps;
    const line = (await checkpoints?.last().catch(() => null)) ?? '';
    const [last] = readCheckpoints(line, mac ?? null);
    // A checkpoint made with another key proves nothing: the key may have been lost.
    if (!last || last.mark === 'bad') return false;
    if (last.seq > head.seq) return true;
    const hash = hashOf(last.seq);
    return hash !== undefined && hash !== last.hash;
  }

  /** Called only for durable lines: a checkpoint must never be ahead of the ledger. */
  reached(head: ChainHead): void {
    if (!this.#deps.checkpoints) return;
    this.#head = head;
    this.#goOn();
  }

  /** When earlier checkpoints are missing, a new one is written immediately. */
  look(): void {
    if (this.#deps.checkpoints?.whyLost?.()) void this.take();
  }

  /** Never rejects. */
  take(): Promise<void> {
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null;
      this.#goOn();
    });
    return this.#taking;
  }

  /** Writes a last checkpoint for records that have none yet. */
  async dispose(): Promise<void> {
    this.#closed = true;
    await this.#taking;
    await this.take();
    this.#disarm();
  }

  #goOn(): void {
    const since = (this.#head?.seq ?? 0) - this.#takenAt;
    if (since <= 0 || this.#closed) return;
    const now = this.#deps.clock.monotonic();
    if (since < everyRecords) this.#arm(now, now + atLatestMs);
    else if (now < this.#notBefore) this.#arm(now, this.#notBefore);
    else void this.take();
  }

  #arm(now: number, at: number): void {
    if (this.#timer && this.#timer.at <= at) return;
    this.#disarm();
    const armed = this.#deps.clock.after(at - now, () => {
      this.#timer = null;
      void this.take();
    });
    this.#timer = { at, armed };
  }

  #disarm(): void {
    void this.#timer?.armed.dispose();
    this.#timer = null;
  }

  async #take(): Promise<void> {
    const { checkpoints, clock, mac } = this.#deps;
    const head = this.#head;
    if (!checkpoints || !head) return;
    if (head.seq === this.#takenAt && !checkpoints.whyLost?.()) return;
    this.#disarm();
    this.#takenAt = head.seq;
    this.#notBefore = clock.monotonic() + atMostEveryMs;
    const line = `${checkpointLine(head, clock.now(), mac)}\n`;
    const worked = await checkpoints.append(line).then(
      () => true,
      () => false,
    );
    const lost = checkpoints.takeLost?.() ?? null;
    if (lost !== null) this.#events.onLost(lost);
    if (worked === this.#works) return;
    this.#works = worked;
    this.#events.onWorks(worked);
  }
}
