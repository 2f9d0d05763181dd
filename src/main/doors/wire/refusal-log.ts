/** What is refused at the doors, counted and written to the ledger at most once a second. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { Clock } from '../../core/needs.ts';

interface Deps {
  readonly clock: Pick<Clock, 'after'>;
  readonly record: (action: string, detail: string) => Promise<unknown>;
}

const everyMs = 1_000;

export class RefusalLog implements Disposable {
  readonly #deps: Deps;
  readonly #counts = new Map<ErrorCode, number>();
  #timer: Disposable | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly note = (code: ErrorCode): void => {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    this.#timer ??= this.#deps.clock.after(everyMs, () => void this.#write());
  };

  async dispose(): Promise<void> {
    await this.#timer?.dispose();
    if (this.#counts.size > 0) await this.#write();
  }

  async #write(): Promise<void> {
    this.#timer = null;
    const counts = [...this.#counts].toSorted(([, one], [, other]) => other - one);
    this.#counts.clear();
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const parts = counts.map(([code, count]) => `${count} ${code}`).join(', ');
    await this.#deps.record('door.refused', `${total} refused at the door: ${parts}`);
  }
}
