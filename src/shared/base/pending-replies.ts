/**
 * Requests that wait for a reply, by id. Each ends exactly once: with its reply, at its deadline,
 * when its signal is aborted, or when the other side is gone.
 */
import type { Disposable } from './disposable.ts';

export interface ReplyOptions<Reply> {
  readonly timeoutMs?: number;
  /** Returned instead of a reply at the deadline. */
  readonly onTimeout?: () => Reply;
  readonly signal?: AbortSignal;
  /** Returned instead of a reply when the signal is aborted. */
  readonly onAbort?: () => Reply;
}

type After = (ms: number, run: () => void) => Disposable;

interface PendingReply<Reply> {
  resolve: ((reply: Reply) => void) | null;
  timer: Disposable | null;
  signal: AbortSignal | null;
  onAbort: (() => void) | null;
}

export class PendingReplies<Id, Reply> {
  readonly #waiting = new Map<Id, PendingReply<Reply>>();
  readonly #after: After;

  constructor(after: After = afterTimeout) {
    this.#after = after;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** In the order in which they started to wait. */
  ids(): readonly Id[] {
    return [...this.#waiting.keys()];
  }

  has(id: Id): boolean {
    return this.#waiting.has(id);
  }

  /** Call it before the request is sent, and not with a signal that is already aborted. */
  wait(id: Id, options: ReplyOptions<Reply> = {}): Promise<Reply> {
    const { timeoutMs, onTimeout, signal, onAbort: replyOnAbort } = options;
    return new Promise((resolve) => {
      const end = (reply: (() => Reply) | undefined): void => {
        if (reply && this.#waiting.has(id)) this.resolve(id, reply());
      };
      const onAbort = (): void => end(replyOnAbort);
      const timer = timeoutMs === undefined ? null : this.#after(timeoutMs, () => end(onTimeout));
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(id, { resolve, timer, signal: signal ?? null, onAbort });
    });
  }

  /** False when nothing waits for this reply any more. */
  resolve(id: Id, reply: Reply): boolean {
    const pending = this.#waiting.get(id);
    if (!pending) return false;
    this.#waiting.delete(id);
    const { resolve, timer, signal, onAbort } = pending;
    // A deleted item stays in the map's memory for a while; what it refers to must not.
    pending.resolve = pending.timer = pending.signal = pending.onAbort = null;
    void timer?.dispose();
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    resolve?.(reply);
    return true;
  }

  /** Used when the other side is gone. */
  resolveAll(reply: Reply): void {
    for (const id of this.ids()) this.resolve(id, reply);
  }
}

function afterTimeout(ms: number, run: () => void): Disposable {
  const timer = setTimeout(run, ms);
  return { dispose: () => clearTimeout(timer) };
}
