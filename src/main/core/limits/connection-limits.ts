/** How many connections a session may have and begin: a loop in sandboxed code must not fill the ledger. */
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Clock } from '../dependencies.ts';
import { TokenBucket } from './token-bucket.ts';

export const maxConnections = 256;
const maxSessions = 500;
/** `npm ci` opens some fifteen at once and reuses them. */
const size = { perSecond: 20, burst: 300 };

interface OpenConnections {
  readonly bucket: TokenBucket;
  open: number;
}

export class SessionConnectionLimits {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #uses = new Map<SessionId, OpenConnections>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  enter(sessionId: SessionId): Disposable | Refused {
    this.#forgetIdle();
    const use = this.#uses.get(sessionId) ?? {
      bucket: new TokenBucket(this.#clock, size),
      open: 0,
    };
    this.#uses.set(sessionId, use);
    if (!use.bucket.take()) return refused('too-fast');
    if (use.open >= maxConnections) return refused('too-many-at-once');
    use.open += 1;
    return toDisposable(() => {
      use.open -= 1;
    });
  }

  /** Ended sessions have no open connections. */
  #forgetIdle(): void {
    if (this.#uses.size < maxSessions) return;
    for (const [sessionId, { open }] of this.#uses) if (open === 0) this.#uses.delete(sessionId);
  }
}
