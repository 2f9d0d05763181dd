/**
 * The ledger's index as the rest of the app uses it. All work is done in a thread that runs only
 * while it is needed; this class tracks pending queries and their deadlines, and starts, restarts
 * and stops the thread.
 */
import type { Worker } from 'node:worker_threads';
import {
  largestPage,
  type AuditCounts,
  type AuditFilter,
  type AuditHistogram,
  type AuditPage,
  type AuditQuery,
} from '../../../shared/ledger/query.ts';
import type { NoAnswer } from '../../../shared/asks/no-answer.ts';
import { backoffMs } from '../../../shared/base/backoff.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Clock } from '../../core/dependencies.ts';
import {
  notStarted,
  usualTiming,
  type AnyQuestion,
  type IndexedEntryLines,
  type LoggedCall,
  type FromWorker,
  type IndexState,
  type Job,
  type Timing,
  type ToWorker,
} from './messages.ts';
import { startThread } from '../threads/start-thread.ts';
import { lastSeqIn } from './folding.ts';
import { usualOwnTiming, type OwnTiming } from './own-timing.ts';

export interface AuditIndexDeps {
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly onError: (text: string) => void;
  readonly timing?: Partial<Timing & OwnTiming>;
}

interface PendingQuestion {
  readonly question: AnyQuestion;
  readonly askedAt: number;
  readonly finish: (answer: unknown) => void;
  tries: number;
}

const maxRestartMs = 30_000;
const maxWaiting = 64;
const maxBars = 1_000;
const maxTries = 2;
const closingMs = 2_000;
/** After this many crashes in a row, the file itself is assumed to be damaged. */
const crashesUntilFresh = 3;
const noAnswer = (why: NoAnswer['why']): NoAnswer => ({ kind: 'no-answer', why });

/** Next to the bundle; when running from source, the source file. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './audit-index-worker.js',
  import.meta.url,
);

/** Everything needed to read the ledger. */
export type AuditReader = Pick<
  AuditIndex,
  'query' | 'histogram' | 'counts' | 'entry' | 'calls' | 'state'
>;

export class AuditIndex implements Disposable {
  readonly #deps: AuditIndexDeps;
  readonly #timing: Timing & OwnTiming;
  readonly #changed = new Emitter<IndexState>();
  readonly #waiting = new Map<number, PendingQuestion>();
  #worker: Worker | null = null;
  #state: IndexState = { ...notStarted, phase: 'asleep' };
  #lastId = 0;
  #lastReceivedAt = 0;
  #crashes = 0;
  #restart: Disposable | null = null;
  #rest: Disposable | null = null;
  #goesToRest = false;
  #closed = false;
  /** The newest durable line, and whether the thread still has to be told about it. */
  #upTo = 0;
  #untold = false;
  #pace: Disposable | null = null;
  /** Roughly how many bytes were written since a thread was last notified. */
  #unread = 0;

  constructor(deps: AuditIndexDeps) {
    this.#deps = deps;
    this.#timing = { ...usualTiming, ...usualOwnTiming, ...deps.timing };
  }

  /**
   * Emitted after every change of the state or the entries; live views then query with
   * `touched_after`.
   */
  readonly onChanged = this.#changed.on;

  get state(): IndexState {
    return this.#state;
  }

  /** Optional: the first query does it too. */
  start(): void {
    if (this.#closed || this.#worker) return;
    void this.#restart?.dispose();
    this.#restart = null;
    const { dataDir } = this.#deps;
    const fresh = this.#crashes >= crashesUntilFresh;
    const job: Job = { kind: 'keep', dataDir, timing: this.#timing, fresh };
    const worker = startThread(script, {
      name: 'audit-index',
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => this.#handleMessage(message));
    worker.once('error', (error) => this.#deps.onError(`audit index: ${String(error)}`));
    worker.once('exit', () => this.#gone(worker));
    this.#setState({ ...this.#state, phase: 'opening' });
    this.#restLater();
    if (this.#upTo > 0) this.#reportLimit();
    for (const [id, { question }] of this.#waiting) this.#say({ kind: 'ask', id, question });
  }

  /**
   * Lines that are now durable. Only the last number is kept, because the thread reads the ledger
   * itself.
   */
  follow(lines: readonly string[]): void {
    this.#upTo = Math.max(this.#upTo, lastSeqIn(lines));
    this.#untold = true;
    if (this.#worker) {
      if (!this.#pace) this.#reportLimit();
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
    const asked = { filter, bars: Math.min(maxBars, Math.max(1, bars)) };
    return this.#ask({ kind: 'histogram', asked }, signal);
  }

  counts(asked: AuditFilter, signal?: AbortSignal): Promise<AuditCounts | NoAnswer> {
    return this.#ask({ kind: 'counts', asked }, signal);
  }

  entry(asked: string, signal?: AbortSignal): Promise<IndexedEntryLines | NoAnswer> {
    return this.#ask({ kind: 'entry', asked }, signal);
  }

  /** At most a page of entries. */
  calls(asked: readonly string[], signal?: AbortSignal): Promise<readonly LoggedCall[] | NoAnswer> {
    return this.#ask({ kind: 'calls', asked: asked.slice(0, largestPage) }, signal);
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
    for (const { finish } of this.#waiting.values()) finish(noAnswer('closed'));
    const worker = this.#worker;
    if (!worker) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const answerTimer = this.#deps.clock.after(closingMs, () => void worker.terminate());
    this.#say({ kind: 'close' });
    await gone;
    await answerTimer.dispose();
  }

  #ask<T>(question: AnyQuestion, signal?: AbortSignal): Promise<T | NoAnswer> {
    if (this.#closed) return Promise.resolve(noAnswer('closed'));
    if (signal?.aborted) return Promise.resolve(noAnswer('given-up'));
    if (this.#waiting.size >= maxWaiting) return Promise.resolve(noAnswer('too-many'));
    const { clock } = this.#deps;
    const { promise, resolve } = Promise.withResolvers<T | NoAnswer>();
    const id = (this.#lastId += 1);
    const askedAt = clock.monotonic();
    const late = clock.after(this.#timing.deadlineMs, () => this.#overdue(id));
    const giveUp = (): void => finish(noAnswer('given-up'));
    const finish = (answer: unknown): void => {
      this.#waiting.delete(id);
      void late.dispose();
      signal?.removeEventListener('abort', giveUp);
      resolve(answer as T | NoAnswer);
    };
    signal?.addEventListener('abort', giveUp);
    this.#waiting.set(id, { question, askedAt, finish, tries: 1 });
    this.#restLater();
    if (!this.#worker) this.#wake();
    else {
      if (this.#untold) this.#reportLimit();
      this.#say({ kind: 'ask', id, question });
    }
    return promise;
  }

  /** A thread that has sent nothing since the query is considered hung. */
  #overdue(id: number): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    waiting.finish(noAnswer('deadline'));
    if (this.#worker && this.#lastReceivedAt < waiting.askedAt) {
      this.#deps.onError('audit index: its thread hangs and is restarted');
      void this.#worker.terminate();
    }
  }

  #handleMessage(message: FromWorker): void {
    this.#lastReceivedAt = this.#deps.clock.monotonic();
    if (this.#closed) return;
    if (message.kind === 'state') {
      this.#crashes = message.state.phase === 'ready' ? 0 : this.#crashes;
      this.#setState(message.state);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'answer') waiting?.finish(message.answer);
    else {
      this.#deps.onError(`audit index: ${message.why}`);
      waiting?.finish(noAnswer('failed'));
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
      if (waiting.tries > maxTries) waiting.finish(noAnswer('failed'));
    }
    const delay = backoffMs(this.#crashes - 1, {
      firstMs: this.#timing.firstRestartMs,
      maxMs: maxRestartMs,
    });
    this.#restart = this.#deps.clock.after(delay, () => this.start());
  }

  /** A thread that crashed a moment ago is restarted after its delay. */
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
    this.#setState({ ...this.#state, phase: 'asleep' });
    // A query arrived while the thread was stopping.
    if (this.#waiting.size > 0) this.start();
  }

  #setState(state: IndexState): void {
    this.#state = state;
    this.#changed.emit(state);
  }

  #reportLimit(): void {
    this.#untold = false;
    this.#unread = 0;
    this.#say({ kind: 'follow', upTo: this.#upTo });
    void this.#pace?.dispose();
    this.#pace = this.#deps.clock.after(this.#timing.followEveryMs, () => {
      this.#pace = null;
      if (this.#untold) this.#reportLimit();
    });
  }

  #say(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}
