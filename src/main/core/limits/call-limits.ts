/** How much a client may do, in all its sessions: rate, calls at once, the same again, bytes changed. */
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/ids.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { SettledCall } from '../gate/calls.ts';
import type { Clock } from '../needs.ts';
import type { EditBudgets } from './edit-budgets.ts';
import { RepeatGuard } from './repeat-guard.ts';
import { TokenBucket } from './token-bucket.ts';

interface Use {
  readonly bucket: TokenBucket;
  readonly repeats: RepeatGuard;
  underWay: number;
}

export class CallLimits {
  readonly #clock: Clock;
  readonly #limits: Settings['limits'];
  readonly #budgets: EditBudgets;
  readonly #uses = new Map<ClientId, Use>();

  constructor(clock: Clock, limits: Settings['limits'], budgets: EditBudgets) {
    this.#clock = clock;
    this.#limits = limits;
    this.#budgets = budgets;
  }

  /** A place for this call, to be given back when it has ended, or why there is none. */
  enter(call: SettledCall): Disposable | Refused {
    const use = this.#useOf(call.agent.clientId);
    if (!use.bucket.take()) return refused('too-fast');
    if (use.underWay >= this.#limits.callsAtOnce) return refused('too-many-at-once');
    if (!use.repeats.take(call.digest)) return refused('repeating');
    use.underWay += 1;
    return toDisposable(() => {
      use.underWay -= 1;
    });
  }

  /** What it would write is counted once it is known. */
  spend(call: SettledCall): Refused | null {
    return this.#budgets.spend(call);
  }

  /** Neither a new session nor a part of one brings a fresh bucket. */
  #useOf(clientId: ClientId): Use {
    const known = this.#uses.get(clientId);
    if (known) return known;
    const size = { perSecond: this.#limits.callsPerSecond, burst: this.#limits.burst };
    const fresh: Use = {
      bucket: new TokenBucket(this.#clock, size),
      repeats: new RepeatGuard(this.#clock, this.#limits.sameCallPerMinute),
      underWay: 0,
    };
    this.#uses.set(clientId, fresh);
    return fresh;
  }
}
