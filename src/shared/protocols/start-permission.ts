/**
 * The plugin's side of `begin` and `go`: a command takes effect only after Gatehouse confirms it
 * immediately before.
 */
import { PendingReplies } from '../base/pending-replies.ts';
import type { Begin, Command } from './plugin-protocol.ts';

export class StartPermission {
  readonly #send: (message: Begin) => void;
  readonly #pending = new PendingReplies<string, void>();

  constructor(send: (message: Begin) => void) {
    this.#send = send;
  }

  /** False if the command was cancelled before it could begin. */
  async ask({ id, begin }: Pick<Command, 'id' | 'begin'>, signal: AbortSignal): Promise<boolean> {
    if (begin && !signal.aborted) {
      const answered = this.#pending.wait(id, { signal, onAbort: () => undefined });
      this.#send({ type: 'begin', id });
      await answered;
      // If this process was suspended, a `cancel` may be right behind the `go`: read it first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return !signal.aborted;
  }

  go(id: string): void {
    this.#pending.resolve(id);
  }
}
