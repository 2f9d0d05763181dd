/** One timer for all sockets of a route: pings silent ones and closes those that do not answer. */
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import type { Clock } from '../../core/dependencies.ts';

export interface HeartbeatSocket {
  readonly lastReceivedAt: number;
  readonly pingedAt: number;
  ping(): void;
  /** It did not answer in time. */
  lost(): void;
}

const lookEveryMs = 5_000;
const pingEveryMs = 15_000;
const deadAfterMs = 25_000;

export class Heartbeat implements Disposable {
  readonly #clock: Clock;
  readonly #sockets = new Set<HeartbeatSocket>();
  #timer: Disposable | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  watch(socket: HeartbeatSocket): Disposable {
    this.#sockets.add(socket);
    this.#timer ??= this.#arm();
    return toDisposable(() => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.dispose();
    });
  }

  dispose(): void {
    void this.#timer?.dispose();
    this.#timer = null;
  }

  #arm(): Disposable {
    return this.#clock.after(lookEveryMs, () => {
      this.#look();
      this.#timer = this.#sockets.size > 0 ? this.#arm() : null;
    });
  }

  #look(): void {
    const now = this.#clock.monotonic();
    for (const socket of [...this.#sockets]) {
      if (now - socket.lastReceivedAt >= deadAfterMs) socket.lost();
      else if (now - socket.pingedAt >= pingEveryMs) socket.ping();
    }
  }
}
