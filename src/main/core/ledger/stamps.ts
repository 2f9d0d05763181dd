/** When and under whom: one stamp for all that happens within a millisecond. */
import type { Needs } from '../dependencies.ts';
import { stampOf, type Stamp } from './chain.ts';

export class Stamps {
  readonly #clock: Needs['clock'];
  readonly #who: Pick<Stamp, 'boot' | 'user'>;
  #last: Stamp | null = null;
  #wallClock = NaN;

  constructor({ clock, user, bootId }: Pick<Needs, 'clock' | 'user' | 'bootId'>) {
    this.#clock = clock;
    this.#who = bootId === undefined ? { user } : { boot: bootId, user };
  }

  now(): Stamp {
    const wallClock = this.#clock.now();
    const mono_ms = Math.round(this.#clock.monotonic());
    if (this.#last && wallClock === this.#wallClock && mono_ms === this.#last.mono_ms)
      return this.#last;
    this.#wallClock = wallClock;
    this.#last = stampOf({ ts: new Date(wallClock).toISOString(), mono_ms, ...this.#who });
    return this.#last;
  }
}
