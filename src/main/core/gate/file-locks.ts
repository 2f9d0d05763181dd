/** Locks, so that two calls never change the same file, or a folder and its contents, at the same time. */
import type { MaybePromise } from '../../../shared/base/maybe-promise.ts';
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Clock } from '../dependencies.ts';

type LockedPaths = readonly string[];

interface LockRequest {
  readonly paths: LockedPaths;
  readonly grant: (lock: Disposable | Refused) => void;
}

/** A call gives up after this long, so that a slow editor cannot block the others forever. */
const waitMs = 10_000;

export class FileLocks {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #locked = new Set<LockedPaths>();
  /** First come, first served: a request never overtakes an earlier one that it overlaps with. */
  readonly #waiting = new Set<LockRequest>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Dispose the lock to release it. Refused when the paths were not free in time. */
  take(paths: LockedPaths, signal: AbortSignal): MaybePromise<Disposable | Refused> {
    const ahead = [...this.#waiting].map((one) => one.paths);
    return this.#isFree(paths, ahead) ? this.#hold(paths) : this.#wait(paths, signal);
  }

  #wait(paths: LockedPaths, signal: AbortSignal): Promise<Disposable | Refused> {
    return new Promise((resolve) => {
      const finish = (lock: Disposable | Refused): void => {
        this.#waiting.delete(waiting);
        void late.dispose();
        signal.removeEventListener('abort', gone);
        resolve(lock);
        // Later requests may have been waiting for this one alone.
        if (isError(lock)) this.#next();
      };
      const waiting: LockRequest = { paths, grant: finish };
      const gone = (): void => finish(refused('ask-withdrawn'));
      const late = this.#clock.after(waitMs, () => finish(refused('held-by-other')));
      signal.addEventListener('abort', gone, { once: true });
      this.#waiting.add(waiting);
      if (signal.aborted) gone();
    });
  }

  #hold(paths: LockedPaths): Disposable {
    this.#locked.add(paths);
    return toDisposable(() => {
      this.#locked.delete(paths);
      this.#next();
    });
  }

  #next(): void {
    const ahead: LockedPaths[] = [];
    for (const { paths, grant } of [...this.#waiting]) {
      if (this.#isFree(paths, ahead)) grant(this.#hold(paths));
      else ahead.push(paths);
    }
  }

  #isFree(paths: LockedPaths, ahead: readonly LockedPaths[]): boolean {
    for (const locked of this.#locked) if (overlap(locked, paths)) return false;
    return !ahead.some((other) => overlap(other, paths));
  }
}

const overlap = (some: LockedPaths, others: LockedPaths): boolean =>
  some.some((one) => others.some((other) => isInside(one, other) || isInside(other, one)));
