/** How much a session may do: one bucket each, forgotten when the session ends. */
import type { SessionId } from '../../../shared/ids.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Clock } from '../needs.ts';
import { TokenBucket, type BucketSize } from './token-bucket.ts';

export class CallLimits {
  readonly #clock: Clock;
  readonly #size: BucketSize;
  readonly #buckets = new Map<SessionId, TokenBucket>();

  constructor(clock: Clock, size: BucketSize) {
    this.#clock = clock;
    this.#size = size;
  }

  spend(sessionId: SessionId): Refused | null {
    let bucket = this.#buckets.get(sessionId);
    if (!bucket) {
      bucket = new TokenBucket(this.#clock, this.#size);
      this.#buckets.set(sessionId, bucket);
    }
    return bucket.take() ? null : refused('too-fast');
  }

  forget(sessionId: SessionId): void {
    this.#buckets.delete(sessionId);
  }
}
