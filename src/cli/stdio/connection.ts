/** Finds the running app and the client key, again after each restart. */
import type { Agent } from 'node:http';
import { CliError } from '../cli-error.ts';

export interface AppConnection {
  readonly mcpUrl: string;
  readonly key: string;
  readonly agent: Agent;
  close(): void;
}

export interface Finder {
  /** Connects to the running app; rejects if it is not running. */
  find(): Promise<AppConnection>;
  /** The same, but starts the app if it is not running. */
  findOrStart(): Promise<AppConnection>;
}

const everyMs = 250;

/** Caches the one connection. A caller that finds it dead drops it; the next caller looks again. */
export class AppConnections {
  readonly #finder: Finder;
  readonly #closed: AbortSignal;
  #current: Promise<AppConnection> | null = null;
  #mayStart = true;

  constructor(finder: Finder, closed: AbortSignal) {
    this.#finder = finder;
    this.#closed = closed;
  }

  /**
   * Waits for the app up to the timeout. The app is started at most once, at the beginning: if the
   * user quits it later, it stays closed.
   */
  async get(timeoutMs: number): Promise<AppConnection> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      try {
        return await (this.#current ??= this.#find());
      } catch (error) {
        this.#current = null;
        const isFinal = !(error instanceof CliError) || error.kind !== 'not-running';
        if (isFinal || this.#closed.aborted || performance.now() > deadline) throw error;
      }
      await sleep(everyMs, this.#closed);
    }
  }

  async drop(dead: AppConnection): Promise<void> {
    const current = await this.#current?.catch(() => null);
    if (current !== dead) return;
    this.#current = null;
    dead.close();
  }

  async close(): Promise<void> {
    const current = await this.#current?.catch(() => null);
    current?.close();
  }

  #find(): Promise<AppConnection> {
    if (!this.#mayStart) return this.#finder.find();
    this.#mayStart = false;
    return this.#finder.findOrStart();
  }
}

export function sleep(ms: number, closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (closed.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      closed.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    closed.addEventListener('abort', done, { once: true });
  });
}
