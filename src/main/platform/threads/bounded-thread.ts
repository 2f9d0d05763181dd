/**
 * A thread for work on untrusted input: one task at a time, each with a time limit, in a bounded
 * heap. A task that takes too long ends the thread, never the process; the next task gets a new
 * thread. An idle thread does not keep the process alive.
 */
import { Worker } from 'node:worker_threads';

export interface ThreadOptions {
  readonly script: URL;
  readonly name: string;
  readonly deadlineMs: number;
  readonly heapMb: number;
}

export type ThreadAnswer =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly why: string };

/** What the thread posts for each task. */
export type FromThread = { readonly value: unknown } | { readonly error: string };

const maxWaiting = 256;
/** A new thread needs a moment before its first task. */
const startMs = 5_000;

export class BoundedThread {
  readonly #options: ThreadOptions;
  #worker: Worker | null = null;
  #isFresh = true;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  async run(task: unknown): Promise<ThreadAnswer> {
    if (this.#waiting >= maxWaiting) return { kind: 'failed', why: 'too much is waiting' };
    this.#waiting += 1;
    const running = this.#last.then(() => this.#runNow(task));
    this.#last = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      this.#waiting -= 1;
    }
  }

  async dispose(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #runNow(task: unknown): Promise<ThreadAnswer> {
    const worker = this.#thread();
    worker.ref();
    const { promise, resolve } = Promise.withResolvers<ThreadAnswer>();
    const onThreadMessage = (message: FromThread): void =>
      resolve(
        'error' in message
          ? { kind: 'failed', why: message.error }
          : { kind: 'answer', value: message.value },
      );
    const broken = (error: Error): void => resolve({ kind: 'failed', why: error.message });
    const gone = (): void => resolve({ kind: 'failed', why: 'the thread ended' });
    worker.once('message', onThreadMessage).once('error', broken).once('exit', gone);
    const { deadlineMs } = this.#options;
    const withinMs = this.#isFresh ? deadlineMs + startMs : deadlineMs;
    const late = setTimeout(() => resolve({ kind: 'late' }), withinMs);
    this.#isFresh = false;
    worker.postMessage(task);
    const answer = await promise;
    clearTimeout(late);
    worker.off('message', onThreadMessage).off('error', broken).off('exit', gone);
    if (answer.kind === 'late') await this.#end(worker);
    else worker.unref();
    return answer;
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker;
    const { script, name, heapMb } = this.#options;
    const worker = new Worker(script, {
      name,
      // Passes on nothing of ours, and nothing that a polluted prototype could add.
      argv: [],
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.on('error', () => undefined).once('exit', () => this.#forget(worker));
    this.#worker = worker;
    this.#isFresh = true;
    return worker;
  }

  async #end(worker: Worker): Promise<void> {
    this.#forget(worker);
    await worker.terminate();
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
  }
}

/** The thread's script: next to the bundle, or the source file when running from source. */
export const threadScript = (from: string, name: string): URL =>
  new URL(`./${name}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from);
