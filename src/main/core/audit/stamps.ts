/** When and under whom: one stamp for all that happens within a millisecond. */
import type { Needs } from '../needs.ts';
import { stampOf, type Stamp } from './chain.ts';

export class Stamps {
  readonly #clock: Needs['clock'];
  readonly #who: Pick<Stamp, 'boot' | 'user'>;
  #last: Stamp | null = null;
  #wall = NaN;

  constructor({ clock, user, bootId }: Pick<Needs, 'clock' | 'user' | 'bootId'>) {
    this.#clock = clock;
    this.#who = bootId === undefined ? { user } : { boot: bootId, user };
  }

  now(): Stamp {
    const wall = this.#clock.now();
    const mono_ms = Math.round(this.#clock.monotonic());
    if (this.#last && wall === this.#wall && mono_ms === this.#last.mono_ms) return this.#last;
    this.#wall = wall;
    this.#last = stampOf({ ts: new Date(wall).toISOString(), mono_ms, ...this.#who });
    return this.#last;
  }
}
