/** Limits per client, over all its sessions: calls per second, concurrent calls, repeated calls, bytes changed. */
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { ResolvedCall } from '../call/call.ts';
import type { Clock, Needs } from '../dependencies.ts';
import type { EditBudgets } from './edit-budgets.ts';
import { TokenBucket } from './token-bucket.ts';

type LimitNeeds = Pick<Needs, 'clock' | 'settings'>;

interface Use {
  readonly bucket: TokenBucket;
  readonly repeats: RepeatGuard;
  running: number;
}

export class CallLimits {
  readonly #needs: LimitNeeds;
  readonly #budgets: EditBudgets;
  readonly #uses = new Map<ClientId, Use>();

  constructor(needs: LimitNeeds, budgets: EditBudgets) {
    this.#needs = needs;
    this.#budgets = budgets;
  }

  /** A slot for this call, to be disposed when it ends, or a refusal. */
  enter(call: ResolvedCall): Disposable | Refused {
    const use = this.#useOf(call.agent.clientId);
    if (!use.bucket.take()) return refused('too-fast');
    if (use.running >= this.#needs.settings.limits.callsAtOnce) return refused('too-many-at-once');
    if (!use.repeats.take(call.digest)) return refused('repeating');
    use.running += 1;
    return toDisposable(() => {
      use.running -= 1;
    });
  }

  /** Counts the bytes that the call would write; known only once it is planned. */
  spend(call: ResolvedCall): Refused | null {
    return this.#budgets.spend(call);
  }

  /** Per client, so that a new session or sub-session does not reset the limits. */
  #useOf(clientId: ClientId): Use {
    const known = this.#uses.get(clientId);
    if (known) return known;
    const { clock, settings } = this.#needs;
    const fresh: Use = {
      bucket: new TokenBucket(clock, {
        get perSecond() {
          return settings.limits.callsPerSecond;
        },
        get burst() {
          return settings.limits.burst;
        },
      }),
      repeats: new RepeatGuard(clock, () => settings.limits.sameCallPerMinute),
      running: 0,
    };
    this.#uses.set(clientId, fresh);
    return fresh;
  }
}

const windowMs = 60_000;
/**
 * Counts are dropped in two generations of this size. The call rate is limited, so a client that
 * makes this many different calls cannot repeat any of them often.
 */
const digestsKept = 512;

interface RepeatCount {
  times: number;
  /** When the first of them came. */
  readonly since: number;
}

/** An agent that makes the same call again and again within a minute is in a loop, whatever it calls in between. */
export class RepeatGuard {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #most: () => number;
  #counts = new Map<string, RepeatCount>();
  /** The generation before; a call that is repeated moves to the new one. */
  #older = new Map<string, RepeatCount>();

  constructor(clock: Pick<Clock, 'monotonic'>, most: () => number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Counts this call; false when it was one too many. */
  take(digest: string): boolean {
    const now = this.#clock.monotonic();
    const known = this.#counts.get(digest) ?? this.#older.get(digest);
    const count = known && now - known.since < windowMs ? known : { times: 0, since: now };
    count.times += 1;
    this.#counts.set(digest, count);
    if (this.#counts.size >= digestsKept) {
      this.#older = this.#counts;
      this.#counts = new Map();
    }
    return count.times <= this.#most();
  }
}
