/** How often a client may preview calls. Previews cost work, and they reveal what exists. */
import type { ClientId } from '../../../shared/base/ids.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Clock } from '../dependencies.ts';
import { TokenBucket } from './token-bucket.ts';

const rate = { perSecond: 1, burst: 20 };
const clientsKept = 1_000;

export class PreviewLimit {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #buckets = new Map<ClientId, TokenBucket>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  refusal(client: ClientId): Refused | null {
    const bucket = this.#buckets.get(client) ?? new TokenBucket(this.#clock, rate);
    this.#buckets.delete(client);
    this.#buckets.set(client, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > clientsKept && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket.take() ? null : refused('too-fast');
  }
}
