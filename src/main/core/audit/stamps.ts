/** When and under whom: one stamp for all that happens within a millisecond. */
import type { Needs } from '../needs.ts';
import { stampOf, type Stamp } from './chain.ts';

export class Stamps {
  readonly #needs: Pick<Needs, 'clock' | 'user' | 'bootId'>;
  #last: Stamp | null = null;
  #wall = NaN;

  constructor(needs: Pick<Needs, 'clock' | 'user' | 'bootId'>) {
    this.#needs = needs;
  }

  now(): Stamp {
    const { clock, user, bootId } = this.#needs;
    const wall = clock.now();
    const mono_ms = Math.round(clock.monotonic());
    if (this.#last && wall === this.#wall && mono_ms === this.#last.mono_ms) return this.#last;
    this.#wall = wall;
    const boot = bootId === undefined ? {} : { boot: bootId };
    this.#last = stampOf({ ts: new Date(wall).toISOString(), mono_ms, ...boot, user });
    return this.#last;
  }
}
