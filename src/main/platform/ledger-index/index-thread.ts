/**
 * Runs in the index's thread: opens or rebuilds the file, follows the ledger, and answers queries.
 * Whatever is wrong with the file, the ledger can still be read.
 */
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { StartHelper } from './helper-thread.ts';
import { IndexFiles } from './index-files.ts';
import { IndexMaker } from './index-maker.ts';
import { HistoryChanged } from './line-intake.ts';
import { notStarted, type AnyQuestion, type IndexState, type Timing } from './messages.ts';
import { NewestLines } from './newest-lines.ts';
import { OpenIndex } from './open-index.ts';
import { answerFrom, type Library } from './questions.ts';
import { Segments } from './segments.ts';
import { indexErrorOf, wordsOf } from './sqlite-errors.ts';

export interface IndexThreadDeps {
  readonly dataDir: string;
  readonly timing: Timing;
  readonly fresh: boolean;
  readonly startHelper: StartHelper;
  readonly reportState: (state: IndexState) => void;
}

export class IndexThread {
  readonly #deps: IndexThreadDeps;
  readonly #segments: Segments;
  readonly #files: IndexFiles;
  readonly #maker: IndexMaker;
  readonly #closing = new AbortController();
  #state = notStarted;
  #index: OpenIndex | null = null;
  /** Whether the file is known to be intact. */
  #sound = false;
  #plain: NewestLines | null = null;
  /** The last line known to be durable; at startup, the last line in the ledger. */
  #upTo = Infinity;
  #again = false;
  #starting: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #rebuilding: Promise<void> | null = null;
  #lockedSince: number | null = null;
  #builtAt = -Infinity;

  constructor(deps: IndexThreadDeps) {
    const auditFolder = path.join(deps.dataDir, 'audit');
    this.#deps = deps;
    this.#segments = new Segments(auditFolder);
    this.#files = new IndexFiles(deps.dataDir);
    this.#maker = new IndexMaker({
      auditFolder,
      files: this.#files,
      segments: this.#segments,
      startHelper: deps.startHelper,
      oneThreadBytes: deps.timing.oneThreadBytes,
    });
  }

  start(): void {
    this.#starting = this.#start();
  }

  follow(upTo: number): void {
    this.#upTo = Math.max(this.#upTo, upTo);
    this.#readUp();
  }

  rebuild(): void {
    this.#builtAt = -Infinity;
    void this.#rebuild('it was asked for', this.#index);
  }

  answer(question: AnyQuestion): unknown {
    if (this.#state.phase === 'ready') this.#takeNow();
    try {
      return answerFrom(question, this.#library());
    } catch (error) {
      if (indexErrorOf(error) === null) throw error;
      void this.#repair(error);
      return answerFrom(question, { ...this.#library(), index: null, complete: false });
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#maker.stop();
    await Promise.allSettled([this.#starting, this.#reading, this.#rebuilding]);
    this.#drop();
    this.#segments.dispose();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #start(): Promise<void> {
    const file = this.#files.newest();
    if (!file) return this.#rebuild('there was none yet');
    if (this.#deps.fresh) return this.#rebuild('its thread kept breaking off');
    try {
      const index = await this.#openWithRetries(file);
      if (!index) return await this.#rebuild('another version of Gatehouse made it');
      this.#index = index;
      this.#refuseOtherLedgers(index);
      void this.#check(file);
      const behind = this.#segments.bytesBehind(index.db.progress);
      if (behind > this.#deps.timing.rebuildBeyondBytes)
        void this.#rebuild('it was far behind', index);
      this.#readUp();
    } catch (error) {
      await this.#rebuild(wordsOf(error));
    }
  }

  async #openWithRetries(file: string): Promise<OpenIndex | null> {
    const { lockTimeoutMs, lockRetryMs } = this.#deps.timing;
    const giveUpAt = performance.now() + lockTimeoutMs;
    for (;;) {
      try {
        return await OpenIndex.open(file, this.#segments);
      } catch (error) {
        const isHopeless = indexErrorOf(error) !== 'locked' || performance.now() > giveUpAt;
        if (isHopeless || this.#isClosed) throw error;
        this.#reportPhase('troubled', wordsOf(error));
        await this.#pause(lockRetryMs);
      }
    }
  }

  #refuseOtherLedgers({ db }: OpenIndex): void {
    const sizes = [...db.readSegments()];
    const isOurs =
      this.#segments.stillHolds(db.progress) &&
      sizes.every(([number, bytes]) => this.#segments.sizeOf(number) === bytes);
    if (!isOurs) throw new HistoryChanged();
  }

  /**
   * Only this process should write to the file. A parallel check finds out whether another one
   * did.
   */
  async #check(file: string): Promise<void> {
    const sound = await this.#maker.isSound(file).catch(() => false);
    if (this.#isClosed || this.#index?.file !== file) return;
    this.#sound = sound;
    if (sound) this.#readUp();
    else void this.#rebuild('the file is damaged');
  }

  /** A query that follows an event must see that event. */
  #takeNow(): void {
    try {
      this.#index?.intake.takeChunk(this.#upTo);
    } catch (error) {
      void this.#repair(error);
    }
  }

  #readUp(): void {
    this.#again = true;
    this.#reading ??= this.#readUntilDone();
  }

  async #readUntilDone(): Promise<void> {
    while (this.#again && !this.#isClosed) {
      this.#again = false;
      await this.#readOnce().catch((error: unknown) => this.#repair(error));
    }
    this.#reading = null;
  }

  async #readOnce(): Promise<void> {
    const index = this.#index;
    if (!index) return;
    if (!this.#segments.stillHolds(index.db.progress)) throw new HistoryChanged();
    while (index === this.#index && index.intake.takeChunk(this.#upTo)) await nextTurn();
    this.#lockedSince = null;
    if (this.#upTo === Infinity) this.#upTo = index.db.progress.lastSeq;
    if (this.#rebuilding) this.#change({});
    else this.#reportPhase(this.#sound ? 'ready' : 'reading-up', null);
  }

  /** Waits for temporary errors to pass; replaces the file for others. */
  async #repair(error: unknown): Promise<void> {
    if (this.#isClosed || this.#rebuilding) return;
    const { lockTimeoutMs, lockRetryMs, retryMs } = this.#deps.timing;
    const problem = indexErrorOf(error) ?? 'corrupt';
    if (problem === 'corrupt') {
      void this.#rebuild(wordsOf(error));
      return;
    }
    if (problem === 'locked') this.#lockedSince ??= performance.now();
    if (performance.now() - (this.#lockedSince ?? Infinity) > lockTimeoutMs) {
      this.#lockedSince = null;
      void this.#rebuild(wordsOf(error), this.#index);
      return;
    }
    this.#reportPhase('troubled', wordsOf(error));
    await this.#pause(problem === 'locked' ? lockRetryMs : retryMs);
    this.#readUp();
  }

  /** Without a usable index, the newest lines are searched directly. */
  #rebuild(reason: string, meanwhile: OpenIndex | null = null): Promise<void> {
    if (!meanwhile) this.#drop();
    this.#rebuilding ??= this.#rebuildUntilDone(reason).finally(() => {
      this.#rebuilding = null;
      this.#readUp();
    });
    return this.#rebuilding;
  }

  async #rebuildUntilDone(reason: string): Promise<void> {
    const lately = performance.now() - this.#builtAt < this.#deps.timing.retryMs;
    if (lately) await this.#holdOff(reason);
    while (!this.#isClosed) {
      this.#reportPhase('rebuilding', reason);
      try {
        this.#use(await this.#maker.make((rebuilt) => this.#change({ rebuilt })));
        return;
      } catch (error) {
        await this.#holdOff(wordsOf(error));
      }
    }
  }

  async #holdOff(reason: string): Promise<void> {
    this.#reportPhase('troubled', reason);
    await this.#pause(this.#deps.timing.retryMs);
  }

  #use(index: OpenIndex): void {
    this.#drop();
    this.#index = index;
    this.#sound = true;
    this.#builtAt = performance.now();
    this.#files.removeAllBut(index.file);
    this.#change({ rebuilds: this.#state.rebuilds + 1 });
  }

  #drop(): void {
    this.#index?.close();
    this.#index = null;
    this.#sound = false;
  }

  #library(): Library {
    const complete = this.#state.phase === 'ready';
    if (complete) this.#plain = null;
    const plain = (after: number): NewestLines => this.#newestLines(after);
    return { index: this.#index, complete, segments: this.#segments, plain };
  }

  #newestLines(after: number): NewestLines {
    const begin = (): NewestLines => new NewestLines(this.#segments, this.#deps.timing.plainBytes);
    this.#plain ??= begin();
    if (!this.#plain.readOn()) {
      this.#plain = begin();
      this.#plain.readOn();
    }
    this.#plain.beginAfter(after);
    return this.#plain;
  }

  #reportPhase(phase: IndexState['phase'], reason: string | null): void {
    this.#change({ phase, reason, rebuilt: phase === 'rebuilding' ? 0 : 1 });
  }

  #change(change: Partial<IndexState>): void {
    const progress = this.#index?.db.progress;
    this.#state = {
      ...this.#state,
      ...change,
      entries: this.#index?.columns.length ?? 0,
      lastSeq: progress?.lastSeq ?? 0,
      spoiledLines: progress?.spoiled ?? 0,
      fileBytes: this.#index?.db.bytes ?? 0,
    };
    if (!this.#isClosed) this.#deps.reportState(this.#state);
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}
