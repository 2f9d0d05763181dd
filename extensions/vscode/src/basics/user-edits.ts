/**
 * Decides who may edit a document now. The user has priority: the lines they just typed in, and for
 * other changes the whole document, are refused to agents for a moment. Calls on the same document run
 * one at a time.
 */
import { refusal } from './refusal.ts';

export interface DocumentLockDeps {
  readonly now: () => number;
  /** How long after typing a document is reserved for the user. */
  readonly typingMs: () => number;
}

const waitMs = 10_000;
const maxRemembered = 1_000;

export class DocumentLocks {
  readonly #deps: DocumentLockDeps;
  /** When the user last changed each document, latest last. */
  readonly #typed = new Map<string, number>();
  readonly #tails = new Map<string, Promise<void>>();

  constructor(deps: DocumentLockDeps) {
    this.#deps = deps;
  }

  /** The user has changed it. */
  changed(path: string): void {
    this.#typed.delete(path);
    this.#typed.set(path, this.#deps.now());
    const [oldest] = this.#typed.keys();
    if (this.#typed.size > maxRemembered && oldest !== undefined) this.#typed.delete(oldest);
  }

  /** Throws if the user is typing in it. */
  checkFree(path: string): void {
    this.checkSince(path, this.#typed.get(path) ?? null);
  }

  /** Throws if the user typed there so recently that it is theirs alone. */
  checkSince(path: string, typedAt: number | null): void {
    const left = (typedAt ?? -Infinity) + this.#deps.typingMs() - this.#deps.now();
    if (left <= 0) return;
    throw refusal('held-by-human', `${path}: try again in ${Math.ceil(left / 1000)} seconds.`);
  }

  /** Runs the work while no other call changes these documents, nor the user has just typed there. */
  async alone<Result>(paths: readonly string[], work: () => Promise<Result>): Promise<Result> {
    for (const path of paths) this.checkFree(path);
    return this.inTurn(paths, async () => {
      // The user may have started typing while this call waited.
      for (const path of paths) this.checkFree(path);
      return work();
    });
  }

  /** Runs the work while no other call changes these documents; the user may be typing in them. */
  async inTurn<Result>(paths: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const release = await this.#lock(paths);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Always in the same order, to avoid deadlocks. */
  async #lock(paths: readonly string[]): Promise<() => void> {
    const releases: (() => void)[] = [];
    const release = (): void => releases.forEach((item) => item());
    for (const path of [...new Set(paths)].toSorted()) {
      const before = this.#tails.get(path) ?? Promise.resolve();
      let done = (): void => undefined;
      const turn = new Promise<void>((resolve) => (done = resolve));
      const tail = before.then(() => turn);
      this.#tails.set(path, tail);
      releases.push(() => {
        done();
        if (this.#tails.get(path) === tail) this.#tails.delete(path);
      });
      if (!(await within(waitMs, before))) {
        release();
        throw refusal('held-by-other');
      }
    }
    return release;
  }
}

async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([work.then(() => true), timeout]);
  clearTimeout(timer);
  return inTime;
}
