/**
 * The ledger's index as the rest of the house sees it. All work is done in a thread of its
 * own, which is there only while somebody asks; here are the questions under way, their
 * deadlines, and when the thread starts, starts anew and goes to rest.
 */
import { Worker } from 'node:worker_threads';
import type {
  AuditCounts,
  AuditFilter,
  AuditHistogram,
  AuditPage,
  AuditQuery,
} from '../../../shared/audit-query.ts';
import type { NoAnswer } from '../../../shared/no-answer.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Clock } from '../../core/needs.ts';
import {
  notStarted,
  usualTiming,
  type AnyQuestion,
  type EntryLines,
  type FromWorker,
  type IndexState,
  type Job,
  type Timing,
  type ToWorker,
} from './messages.ts';
import { lastSeqIn } from './folding.ts';
import { usualOwnTiming, type OwnTiming } from './own-timing.ts';

export interface AuditIndexDeps {
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly onTrouble: (text: string) => void;
  readonly timing?: Partial<Timing & OwnTiming>;
}

interface Waiting {
  readonly question: AnyQuestion;
  readonly askedAt: number;
  readonly settle: (answer: unknown) => void;
  tries: number;
}

const longestRestartMs = 30_000;
const mostWaiting = 64;
const mostBars = 1_000;
const mostTries = 2;
const closingMs = 2_000;
/** After so many crashes in a row the file itself is suspected. */
const crashesUntilFresh = 3;
const noAnswer = (why: NoAnswer['why']): NoAnswer => ({ kind: 'no-answer', why });

/** Beside the bundle, or the source itself where that is what runs. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './audit-index-worker.js',
  import.meta.url,
);

/** All that is needed to read in it. */
export type AuditReader = Pick<AuditIndex, 'query' | 'histogram' | 'counts' | 'entry' | 'state'>;

export class AuditIndex implements Disposable {
  readonly #deps: AuditIndexDeps;
  readonly #timing: Timing & OwnTiming;
  readonly #changed = new Emitter<IndexState>();
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #state: IndexState = { ...notStarted, phase: 'asleep' };
  #lastId = 0;
  #heardAt = 0;
  #crashes = 0;
  #restart: Disposable | null = null;
  #rest: Disposable | null = null;
  #goesToRest = false;
  #closed = false;
  /** The newest durable line, and whether the thread has yet to be told of it. */
  #upTo = 0;
  #untold = false;
  #pace: Disposable | null = null;
  /** About how much was written that no thread was told of. */
  #unread = 0;

  constructor(deps: AuditIndexDeps) {
    this.#deps = deps;
    this.#timing = { ...usualTiming, ...usualOwnTiming, ...deps.timing };
  }

  /** Told after every change of the state or of the entries; a live view then asks for `touched_after`. */
  readonly onChanged = this.#changed.on;

  get state(): IndexState {
    return this.#state;
  }

  /** Not needed before asking: the first question does it. */
  start(): void {
    if (this.#closed || this.#worker) return;
    void this.#restart?.dispose();
    this.#restart = null;
    const { dataDir } = this.#deps;
    const fresh = this.#crashes >= crashesUntilFresh;
    const job: Job = { kind: 'keep', dataDir, timing: this.#timing, fresh };
    const worker = new Worker(script, {
      name: 'audit-index',
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => this.#hear(message));
    worker.once('error', (error) => this.#deps.onTrouble(`audit index: ${String(error)}`));
    worker.once('exit', () => this.#gone(worker));
    this.#become({ ...this.#state, phase: 'opening' });
    this.#restLater();
    if (this.#upTo > 0) this.#tellUpTo();
    for (const [id, { question }] of this.#waiting) this.#say({ kind: 'ask', id, question });
  }

  /** Lines that are durable now. Only the number of the last is kept: the thread reads the ledger itself. */
  follow(lines: readonly string[]): void {
    this.#upTo = Math.max(this.#upTo, lastSeqIn(lines));
    this.#untold = true;
    if (this.#worker) {
      if (!this.#pace) this.#tellUpTo();
      return;
    }
    for (const { length } of lines) this.#unread += length;
    if (this.#unread > this.#timing.wakeBeyondBytes) this.#wake();
  }

  query(asked: AuditQuery, signal?: AbortSignal): Promise<AuditPage | NoAnswer> {
    return this.#ask({ kind: 'query', asked }, signal);
  }

  histogram(
    filter: AuditFilter,
    bars: number,
    signal?: AbortSignal,
  ): Promise<AuditHistogram | NoAnswer> {
    const asked = { filter, bars: Math.min(mostBars, Math.max(1, bars)) };
    return this.#ask({ kind: 'histogram', asked }, signal);
  }

  counts(asked: AuditFilter, signal?: AbortSignal): Promise<AuditCounts | NoAnswer> {
    return this.#ask({ kind: 'counts', asked }, signal);
  }

  entry(asked: string, signal?: AbortSignal): Promise<EntryLines | NoAnswer> {
    return this.#ask({ kind: 'entry', asked }, signal);
  }

  rebuild(): void {
    this.#say({ kind: 'rebuild' });
  }

  async dispose(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    void this.#restart?.dispose();
    void this.#rest?.dispose();
    void this.#pace?.dispose();
    for (const { settle } of this.#waiting.values()) settle(noAnswer('closed'));
    const worker = this.#worker;
    if (!worker) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const impatience = this.#deps.clock.after(closingMs, () => void worker.terminate());
    this.#say({ kind: 'close' });
    await gone;
    await impatience.dispose();
  }

  #ask<T>(question: AnyQuestion, signal?: AbortSignal): Promise<T | NoAnswer> {
    if (this.#closed) return Promise.resolve(noAnswer('closed'));
    if (signal?.aborted) return Promise.resolve(noAnswer('given-up'));
    if (this.#waiting.size >= mostWaiting) return Promise.resolve(noAnswer('too-many'));
    const { clock } = this.#deps;
    const { promise, resolve } = Promise.withResolvers<T | NoAnswer>();
    const id = (this.#lastId += 1);
    const askedAt = clock.monotonic();
    const late = clock.after(this.#timing.deadlineMs, () => this.#overdue(id));
    const giveUp = (): void => settle(noAnswer('given-up'));
    const settle = (answer: unknown): void => {
      this.#waiting.delete(id);
      void late.dispose();
      signal?.removeEventListener('abort', giveUp);
      resolve(answer as T | NoAnswer);
    };
    signal?.addEventListener('abort', giveUp);
    this.#waiting.set(id, { question, askedAt, settle, tries: 1 });
    this.#restLater();
    if (!this.#worker) this.#wake();
    else {
      if (this.#untold) this.#tellUpTo();
      this.#say({ kind: 'ask', id, question });
    }
    return promise;
  }

  /** A thread that has said nothing at all since it was asked hangs. */
  #overdue(id: number): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    waiting.settle(noAnswer('deadline'));
    if (this.#worker && this.#heardAt < waiting.askedAt) {
      this.#deps.onTrouble('audit index: its thread hangs and is started anew');
      void this.#worker.terminate();
    }
  }

  #hear(message: FromWorker): void {
    this.#heardAt = this.#deps.clock.monotonic();
    if (this.#closed) return;
    if (message.kind === 'state') {
      this.#crashes = message.state.phase === 'ready' ? 0 : this.#crashes;
      this.#become(message.state);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'answer') waiting?.settle(message.answer);
    else {
      this.#deps.onTrouble(`audit index: ${message.why}`);
      waiting?.settle(noAnswer('failed'));
    }
  }

  #gone(worker: Worker): void {
    worker.removeAllListeners();
    this.#worker = null;
    if (this.#closed) return;
    if (this.#goesToRest) return this.#fellAsleep();
    this.#crashes += 1;
    for (const waiting of this.#waiting.values()) {
      waiting.tries += 1;
      if (waiting.tries > mostTries) waiting.settle(noAnswer('failed'));
    }
    const delay = Math.min(
      longestRestartMs,
      this.#timing.firstRestartMs * 2 ** (this.#crashes - 1),
    );
    this.#restart = this.#deps.clock.after(delay, () => this.start());
  }

  /** One that broke off a moment ago is started when its time comes. */
  #wake(): void {
    if (!this.#restart) this.start();
  }

  #restLater(): void {
    void this.#rest?.dispose();
    this.#rest = this.#deps.clock.after(this.#timing.restMs, () => this.#goToRest());
  }

  #goToRest(): void {
    const { phase } = this.#state;
    const isIdle = this.#waiting.size === 0 && (phase === 'ready' || phase === 'troubled');
    if (!isIdle) return this.#restLater();
    this.#goesToRest = true;
    this.#say({ kind: 'close' });
  }

  #fellAsleep(): void {
    this.#goesToRest = false;
    this.#become({ ...this.#state, phase: 'asleep' });
    // Somebody asked while it was falling asleep.
    if (this.#waiting.size > 0) this.start();
  }

  #become(state: IndexState): void {
    this.#state = state;
    this.#changed.emit(state);
  }

  #tellUpTo(): void {
    this.#untold = false;
    this.#unread = 0;
    this.#say({ kind: 'follow', upTo: this.#upTo });
    void this.#pace?.dispose();
    this.#pace = this.#deps.clock.after(this.#timing.followEveryMs, () => {
      this.#pace = null;
      if (this.#untold) this.#tellUpTo();
    });
  }

  #say(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}
