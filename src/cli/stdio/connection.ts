/** Where the running app is and with which key this client comes in; found anew after a restart. */
import type { Agent } from 'node:http';
import { Problem } from '../problem.ts';

export interface Connection {
  readonly mcpUrl: string;
  readonly key: string;
  readonly agent: Agent;
  close(): void;
}

export interface Finder {
  /** The app as it runs now; rejects when it does not. */
  find(): Promise<Connection>;
  /** The same, and starts it when it does not run. */
  findOrStart(): Promise<Connection>;
}

const everyMs = 250;

/** Holds the one connection there is. Whoever finds it dead drops it; the next one looks again. */
export class Connections {
  readonly #finder: Finder;
  readonly #closed: AbortSignal;
  #current: Promise<Connection> | null = null;
  #mayStart = true;

  constructor(finder: Finder, closed: AbortSignal) {
    this.#finder = finder;
    this.#closed = closed;
  }

  /**
   * Waits that long for the app to be there. It is started at most once, at the beginning: when its
   * owner quits it later, it stays so.
   */
  async get(patienceMs: number): Promise<Connection> {
    const giveUpAt = performance.now() + patienceMs;
    for (;;) {
      try {
        return await (this.#current ??= this.#look());
      } catch (error) {
        this.#current = null;
        const hopeless = !(error instanceof Problem) || error.kind !== 'not-running';
        if (hopeless || this.#closed.aborted || performance.now() > giveUpAt) throw error;
      }
      await sleep(everyMs, this.#closed);
    }
  }

  async drop(dead: Connection): Promise<void> {
    const current = await this.#current?.catch(() => null);
    if (current !== dead) return;
    this.#current = null;
    dead.close();
  }

  async close(): Promise<void> {
    const current = await this.#current?.catch(() => null);
    current?.close();
  }

  #look(): Promise<Connection> {
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
