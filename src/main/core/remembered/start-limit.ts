/** Limits starts without asking: an agent that starts again and again probably fails. */
import type { Clock } from '../dependencies.ts';

const most = 12;
const withinMs = 10 * 60_000;

export class StartLimit {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #starts = new Map<string, readonly number[]>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  mayStart(grantId: string): boolean {
    const now = this.#clock.monotonic();
    const recent = (this.#starts.get(grantId) ?? []).filter((at) => at > now - withinMs);
    const may = recent.length < most;
    this.#starts.set(grantId, may ? [...recent, now] : recent);
    return may;
  }
}
