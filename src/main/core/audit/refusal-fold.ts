/**
 * Refusals have entries of their own while they are few. What one client is refused beyond that is
 * counted, and noted once a second with exact counts: asking for what is refused fills no disk.
 */
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import type { Clock } from '../needs.ts';

interface Deps {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly record: (action: string, detail: string) => Promise<unknown>;
}

/** One token is about one kilobyte of the ledger. */
const roomPerClient = { perSecond: 4, burst: 256 };
const mostClients = 256;
const others = 'others';
const everyMs = 1_000;

export class RefusalFold implements Disposable {
  readonly #deps: Deps;
  readonly #rooms = new Map<string, TokenBucket>();
  readonly #counts = new Map<string, number>();
  #timer: Disposable | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** False: it is counted here, and needs no entry. */
  hasRoomFor(client: string, code: ErrorCode, args: unknown): boolean {
    const name = this.#rooms.has(client) || this.#rooms.size < mostClients ? client : others;
    const room = this.#rooms.get(name) ?? new TokenBucket(this.#deps.clock, roomPerClient);
    this.#rooms.set(name, room);
    if (room.take(kilobytesOf(args))) return true;
    const what = `${name} ${code}`;
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.#timer ??= this.#deps.clock.after(everyMs, () => void this.#write());
    return false;
  }

  async dispose(): Promise<void> {
    await this.#timer?.dispose();
    if (this.#counts.size > 0) await this.#write();
  }

  async #write(): Promise<void> {
    this.#timer = null;
    const counts = [...this.#counts].toSorted(([, one], [, other]) => other - one);
    this.#counts.clear();
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const parts = counts.map(([what, count]) => `${count} ${what}`).join(', ');
    await this.#deps.record('gate.refused', `${total} more calls refused: ${parts}`);
  }
}

/** An entry keeps no more than an excerpt of what is longer. */
const kilobytesOf = (args: unknown): number =>
  1 + Math.min(64, Math.floor((JSON.stringify(args) ?? '').length / 1024));
