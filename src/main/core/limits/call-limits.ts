/** Limits per client, over all its sessions: calls per second, concurrent calls, repeated calls, bytes changed. */
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { MaybePromise } from '../../../shared/base/maybe-promise.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { ResolvedCall } from '../call/call.ts';
import type { Clock, Needs } from '../dependencies.ts';
import type { EditBudgets } from './edit-budgets.ts';
import { TokenBucket } from './token-bucket.ts';

type LimitNeeds = Pick<Needs, 'clock' | 'settings'>;

interface Use {
  readonly bucket: TokenBucket;
  readonly repeats: RepeatGuard;
  /** Calls that wait for another to end, oldest first. */
  readonly waiting: Set<() => void>;
  running: number;
}

/** A burst is let through slowly rather than refused: models rarely wait by themselves. */
export const longestWaitMs = 2_000;

export class CallLimits {
  readonly #needs: LimitNeeds;
  readonly #budgets: EditBudgets;
  readonly #uses = new Map<ClientId, Use>();

  constructor(needs: LimitNeeds, budgets: EditBudgets) {
    this.#needs = needs;
    this.#budgets = budgets;
  }

  /** A slot for this call, to be disposed when it ends, or a refusal. */
  enter(call: ResolvedCall, signal: AbortSignal): MaybePromise<Disposable | Refused> {
    const use = this.#useOf(call.agent.clientId);
    const { granted, waitMs } = use.bucket.reserve(longestWaitMs);
    if (!granted) return tooFast(Math.ceil(waitMs));
    if (!use.repeats.take(call.digest)) return refused('repeating');
    if (waitMs === 0 && this.#isFree(use)) return slotOf(use);
    return this.#enterLater(use, waitMs, signal);
  }

  /** Counts the bytes that the call would write; known only once it is planned. */
  spend(call: ResolvedCall): Refused | null {
    return call.editBytes === 0 ? null : this.#budgets.spend(call);
  }

  async #enterLater(use: Use, waitMs: number, signal: AbortSignal): Promise<Disposable | Refused> {
    const giveUpAt = this.#needs.clock.monotonic() + longestWaitMs;
    await this.#pause(waitMs, signal);
    while (!signal.aborted && !this.#isFree(use)) {
      const left = giveUpAt - this.#needs.clock.monotonic();
      if (left <= 0) return { ...refused('too-many-at-once'), retryAfterMs: longestWaitMs };
      await this.#pause(left, signal, use);
    }
    return signal.aborted ? refused('ask-withdrawn') : slotOf(use);
  }

  #isFree({ running }: Use): boolean {
    return running < this.#needs.settings.limits.callsAtOnce;
  }

  /** Resolves after this time, when the caller disconnects, or when a call of `use` ends. */
  #pause(ms: number, signal: AbortSignal, use?: Use): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const goOn = (): void => resolve();
    const timer = this.#needs.clock.after(ms, goOn);
    signal.addEventListener('abort', goOn, { once: true });
    use?.waiting.add(goOn);
    return promise.finally(() => {
      void timer.dispose();
      signal.removeEventListener('abort', goOn);
      use?.waiting.delete(goOn);
    });
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
      waiting: new Set(),
      running: 0,
    };
    this.#uses.set(clientId, fresh);
    return fresh;
  }
}

/** Also in the sentence, because some clients show the model nothing else. */
const tooFast = (retryAfterMs: number): Refused => ({
  ...refused('too-fast', `The next call is possible in ${retryAfterMs} ms.`),
  retryAfterMs,
});

function slotOf(use: Use): Disposable {
  use.running += 1;
  return toDisposable(() => {
    use.running -= 1;
    const [next] = use.waiting;
    next?.();
  });
}

const windowMs = 60_000;
/**
 * Counts are dropped in two generations of this size. The call rate is limited, so a client that
 * makes this many different calls cannot repeat any of them often.
 */
const digestsKept = 512;

interface RepeatCount {
  times: number;
  /** When the first of these calls arrived. */
  readonly since: number;
}

/** An agent that makes the same call again and again within a minute is in a loop, whatever it calls in between. */
export class RepeatGuard {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #most: () => number;
  #counts = new Map<string, RepeatCount>();
  /** The previous generation; a repeated call moves to the new one. */
  #older = new Map<string, RepeatCount>();

  constructor(clock: Pick<Clock, 'monotonic'>, most: () => number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Counts this call; false when it exceeds the limit. */
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
