/** One run of the thread that parses config files. It is ended when a task misses its deadline. */
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../platform/threads/start-thread.ts';
import type { ConfigTask, FromConfigWorker } from './config-worker.ts';
import type { UnreadableFile } from './read-config.ts';
import { systemErrorCode } from '../../../../shared/base/system-error.ts';

export interface ReaderLimits {
  /** For one file of a card. */
  readonly fileMs: number;
  /** For a diff that the user asked for; also for the start of the thread. */
  readonly planMs: number;
  readonly heapMb: number;
  /** The thread ends after this long without a task. */
  readonly idleMs: number;
}

type FileBeingRead = Omit<UnreadableFile, 'why'>;

export type ReaderResult =
  | { readonly kind: 'done'; readonly output: unknown }
  | {
      readonly kind: 'failed';
      /** Continues a sentence that begins with the name of the file. */
      readonly why: string;
      /** The file that was being read. */
      readonly reading: FileBeingRead | null;
    };

interface RunningTask {
  reading: FileBeingRead | null;
  timer: NodeJS.Timeout;
  isLate: boolean;
  readonly fileMs: number;
  readonly finish: (ended: ReaderResult) => void;
}

/** Next to the bundle; the source file when run from source. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './config-worker.ts' : './config-worker.js',
  import.meta.url,
);

export class ReaderThread {
  readonly #worker: Worker;
  #running: RunningTask | null = null;
  #broken = 'could not be read: the reader stopped.';

  constructor(heapMb: number, onGone: () => void) {
    const resourceLimits = { maxOldGenerationSizeMb: heapMb };
    this.#worker = startThread(script, { name: 'config-reader', resourceLimits });
    this.#worker.on('message', (message: FromConfigWorker) => this.#handleMessage(message));
    this.#worker.on('error', (error: Error) => {
      if (systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        this.#broken = 'needs too much memory to be read.';
    });
    this.#worker.once('exit', () => {
      onGone();
      this.#fail(this.#running?.isLate ? 'takes too long to be read.' : this.#broken);
    });
  }

  /** One at a time. */
  run(task: ConfigTask, { planMs, fileMs }: ReaderLimits): Promise<ReaderResult> {
    const { promise, resolve } = Promise.withResolvers<ReaderResult>();
    const timer = setTimeout(() => this.#late(), planMs);
    this.#running = { reading: null, timer, isLate: false, fileMs, finish: resolve };
    this.#worker.postMessage(task);
    return promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #handleMessage(message: FromConfigWorker): void {
    const running = this.#running;
    if (!running) return;
    if (message.kind === 'done') return this.#finish(message);
    if (message.kind === 'failed') return this.#fail(`could not be read: ${message.why}`);
    running.reading = { file: message.file, stamp: message.stamp };
    clearTimeout(running.timer);
    running.timer = setTimeout(() => this.#late(), running.fileMs);
  }

  #late(): void {
    if (this.#running) this.#running.isLate = true;
    void this.end();
  }

  #fail(why: string): void {
    this.#finish({ kind: 'failed', why, reading: this.#running?.reading ?? null });
  }

  #finish(ended: ReaderResult): void {
    const running = this.#running;
    this.#running = null;
    if (!running) return;
    clearTimeout(running.timer);
    running.finish(ended);
  }
}
