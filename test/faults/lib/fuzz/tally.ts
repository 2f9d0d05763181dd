/** What a fuzzed transport was sent, and what went wrong with its answers. */
import { chanceOf, type Chance } from '../chance.ts';
import type { AppProcess } from './app-process.ts';
import type { Recorded } from './recorded.ts';

export interface Fuzzing {
  readonly app: AppProcess;
  readonly recorded: Recorded;
  readonly seed: number;
}

export interface Problem {
  readonly transport: string;
  /** With the seed this makes the same message again. */
  readonly number: number;
  readonly why: string;
  readonly sent: string;
}

export class Tally {
  readonly transport: string;
  readonly problems: Problem[] = [];
  readonly #seed: number;
  readonly #statuses = new Map<string, number>();
  readonly #count: number;
  readonly #enough: AbortSignal | undefined;
  #given = 0;

  constructor(transport: string, seed: number, count: number, enough?: AbortSignal) {
    this.transport = transport;
    this.#seed = seed;
    this.#count = count;
    this.#enough = enough;
  }

  get sent(): number {
    return this.#given;
  }

  get answers(): Readonly<Record<string, number>> {
    return Object.fromEntries(
      [...this.#statuses].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  }

  /** The number of the next message and the chance it is made with; null when all are sent. */
  next(): { readonly number: number; readonly chance: Chance } | null {
    if (this.#enough?.aborted || this.#given >= this.#count || this.problems.length >= 20)
      return null;
    const number = this.#given;
    this.#given += 1;
    return { number, chance: chanceFor(this.#seed, this.transport, number) };
  }

  answered(how: string | number): void {
    this.#statuses.set(String(how), (this.#statuses.get(String(how)) ?? 0) + 1);
  }

  found(number: number, why: string, sent: string): void {
    this.problems.push({ transport: this.transport, number, why, sent: sent.slice(0, 4_000) });
  }
}

function chanceFor(seed: number, transport: string, number: number): Chance {
  let hash = seed >>> 0;
  for (const letter of `${transport}:${number}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  }
  return chanceOf(hash);
}

/** So many at a time, until each says that there is no more. */
export async function atOnce(lanes: number, work: () => Promise<boolean>): Promise<void> {
  const lane = async (): Promise<void> => {
    while (await work());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export const whyOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
