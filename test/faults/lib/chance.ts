/** Chance that can be repeated: the same seed, the same scenario. */
export interface Chance {
  /** From 0 up to, not including, `below`. */
  below(below: number): number;
  pick<T>(choices: readonly T[]): T;
  often(share: number): boolean;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0 || 1;
  // xorshift32
  const next = (): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  for (let warm = 0; warm < 8; warm += 1) next();
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick(choices) {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error('nothing to choose from');
      return choice;
    },
    often: (share) => next() < share,
  };
}
