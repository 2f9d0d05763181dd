/** Two calls never change the same file, or a folder and what lies in it, at the same time. */
import type { AtOnce } from '../../../shared/base/at-once.ts';
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { isInside } from '../../../shared/inside.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Clock } from '../needs.ts';
import type { SettledCall } from './calls.ts';

type Hold = readonly string[];

interface Waiting {
  readonly wanted: Hold;
  readonly go: (held: Disposable | Refused) => void;
}

/** An editor that takes longer keeps others waiting no longer than this. */
const waitMs = 10_000;

export class FileLocks {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #held = new Set<Hold>();
  /** In the order in which they came; none overtakes one it collides with. */
  readonly #waiting = new Set<Waiting>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Held until it is disposed; refused when it was not free in time; null when nothing is changed. */
  take(call: SettledCall, signal: AbortSignal): AtOnce<Disposable | Refused> | null {
    const wanted = changedBy(call);
    return wanted.length === 0 ? null : this.takePaths(wanted, signal);
  }

  takePaths(wanted: Hold, signal: AbortSignal): AtOnce<Disposable | Refused> {
    const ahead = [...this.#waiting].map((one) => one.wanted);
    return this.#isFree(wanted, ahead) ? this.#hold(wanted) : this.#wait(wanted, signal);
  }

  #wait(wanted: Hold, signal: AbortSignal): Promise<Disposable | Refused> {
    return new Promise((resolve) => {
      const settle = (held: Disposable | Refused): void => {
        this.#waiting.delete(waiting);
        void late.dispose();
        signal.removeEventListener('abort', gone);
        resolve(held);
        // Those behind it may have waited for this one only.
        if ('kind' in held) this.#next();
      };
      const waiting: Waiting = { wanted, go: settle };
      const gone = (): void => settle(refused('ask-withdrawn'));
      const late = this.#clock.after(waitMs, () => settle(refused('held-by-other')));
      signal.addEventListener('abort', gone, { once: true });
      this.#waiting.add(waiting);
      if (signal.aborted) gone();
    });
  }

  #hold(wanted: Hold): Disposable {
    this.#held.add(wanted);
    return toDisposable(() => {
      this.#held.delete(wanted);
      this.#next();
    });
  }

  #next(): void {
    const ahead: Hold[] = [];
    for (const { wanted, go } of [...this.#waiting]) {
      if (this.#isFree(wanted, ahead)) go(this.#hold(wanted));
      else ahead.push(wanted);
    }
  }

  #isFree(wanted: Hold, ahead: readonly Hold[]): boolean {
    for (const held of this.#held) if (collide(held, wanted)) return false;
    return !ahead.some((other) => collide(other, wanted));
  }
}

function changedBy({ places, tool }: SettledCall): Hold {
  const alone = tool?.own?.runsAlone === true;
  const changed = places.filter(({ use }) => alone || (use !== 'read' && use !== 'list'));
  return changed.map(({ path }) => path);
}

const collide = (some: Hold, others: Hold): boolean =>
  some.some((one) => others.some((other) => isInside(one, other) || isInside(other, one)));
