/** How much a client may do, in all its sessions: rate, calls at once, the same again, bytes changed. */
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { ResolvedCall } from '../call/call.ts';
import type { Needs } from '../dependencies.ts';
import type { EditBudgets } from './edit-budgets.ts';
import { RepeatGuard } from './repeat-guard.ts';
import { TokenBucket } from './token-bucket.ts';

type LimitNeeds = Pick<Needs, 'clock' | 'settings'>;

interface Use {
  readonly bucket: TokenBucket;
  readonly repeats: RepeatGuard;
  underWay: number;
}

export class CallLimits {
  readonly #needs: LimitNeeds;
  readonly #budgets: EditBudgets;
  readonly #uses = new Map<ClientId, Use>();

  constructor(needs: LimitNeeds, budgets: EditBudgets) {
    this.#needs = needs;
    this.#budgets = budgets;
  }

  /** A place for this call, to be given back when it has ended, or why there is none. */
  enter(call: ResolvedCall): Disposable | Refused {
    const use = this.#useOf(call.agent.clientId);
    if (!use.bucket.take()) return refused('too-fast');
    if (use.underWay >= this.#needs.settings.limits.callsAtOnce) return refused('too-many-at-once');
    if (!use.repeats.take(call.digest)) return refused('repeating');
    use.underWay += 1;
    return toDisposable(() => {
      use.underWay -= 1;
    });
  }

  /** What it would write is counted once it is known. */
  spend(call: ResolvedCall): Refused | null {
    return this.#budgets.spend(call);
  }

  /** Neither a new session nor a part of one brings a fresh bucket. */
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
      underWay: 0,
    };
    this.#uses.set(clientId, fresh);
    return fresh;
  }
}
