/**
 * Who may change a document now. The person comes first: what they have just typed in is refused to
 * agents for a moment. Among calls, one after the other.
 */
import { refusal } from './refusal.ts';

export interface HoldsDeps {
  readonly now: () => number;
  /** How long after the last key a document is the person's alone. */
  readonly typingMs: () => number;
}

const waitMs = 10_000;
const mostRemembered = 1_000;

export class Holds {
  readonly #deps: HoldsDeps;
  /** When the person last changed it, the latest last. */
  readonly #typed = new Map<string, number>();
  readonly #ours = new Map<string, number>();
  readonly #tails = new Map<string, Promise<void>>();

  constructor(deps: HoldsDeps) {
    this.#deps = deps;
  }

  /** A document has changed; it was the person if it was none of our calls. */
  changed(path: string): void {
    if (this.#ours.has(path)) return;
    this.#typed.delete(path);
    this.#typed.set(path, this.#deps.now());
    const [oldest] = this.#typed.keys();
    if (this.#typed.size > mostRemembered && oldest !== undefined) this.#typed.delete(oldest);
  }

  /** Throws when the person types in it. */
  checkFree(path: string): void {
    const typedAt = this.#typed.get(path);
    if (typedAt === undefined) return;
    const left = typedAt + this.#deps.typingMs() - this.#deps.now();
    if (left <= 0) return void this.#typed.delete(path);
    throw refusal('held-by-human', `${path}: try again in ${Math.ceil(left / 1000)} seconds.`);
  }

  /** Runs while nobody else changes these documents. */
  async alone<Result>(paths: readonly string[], work: () => Promise<Result>): Promise<Result> {
    for (const path of paths) this.checkFree(path);
    const letGo = await this.#take(paths);
    try {
      // They may have begun to type while this call waited for another.
      for (const path of paths) this.checkFree(path);
      return await this.#asOurs(paths, work);
    } finally {
      letGo();
    }
  }

  async #asOurs<Result>(paths: readonly string[], work: () => Promise<Result>): Promise<Result> {
    for (const path of paths) this.#ours.set(path, (this.#ours.get(path) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const path of paths) this.#lessOurs(path);
    }
  }

  /** Always in the same order, so that no two calls wait for each other. */
  async #take(paths: readonly string[]): Promise<() => void> {
    const held: (() => void)[] = [];
    const letGo = (): void => held.forEach((one) => one());
    for (const path of [...new Set(paths)].toSorted()) {
      const before = this.#tails.get(path) ?? Promise.resolve();
      let done = (): void => undefined;
      const turn = new Promise<void>((resolve) => (done = resolve));
      const tail = before.then(() => turn);
      this.#tails.set(path, tail);
      held.push(() => {
        done();
        if (this.#tails.get(path) === tail) this.#tails.delete(path);
      });
      if (!(await within(waitMs, before))) {
        letGo();
        throw refusal('held-by-other');
      }
    }
    return letGo;
  }

  #lessOurs(path: string): void {
    const left = (this.#ours.get(path) ?? 0) - 1;
    if (left > 0) this.#ours.set(path, left);
    else this.#ours.delete(path);
  }
}

async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const won = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return won;
}
