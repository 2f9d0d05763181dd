/** The plugin's side of `begin` and `go`: a command takes effect only when Gatehouse says so right before. */
import type { Begin, Command } from './plugin-protocol.ts';

export class PermissionToBegin {
  readonly #send: (message: Begin) => void;
  readonly #waiting = new Map<string, () => void>();

  constructor(send: (message: Begin) => void) {
    this.#send = send;
  }

  /** False when the command was cancelled before it could begin. */
  async ask({ id, begin }: Pick<Command, 'id' | 'begin'>, signal: AbortSignal): Promise<boolean> {
    if (begin && !signal.aborted) {
      await this.#answered(id, signal);
      // If this process was suspended, a `cancel` may be right behind the `go`: read it first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return !signal.aborted;
  }

  go(id: string): void {
    this.#waiting.get(id)?.();
  }

  #answered(id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.set(id, done);
      signal.addEventListener('abort', done, { once: true });
      this.#send({ type: 'begin', id });
    });
  }
}
