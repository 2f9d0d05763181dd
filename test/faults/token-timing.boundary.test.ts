import { expect, test } from 'vitest';
import { tokenTimings } from './lib/token-timing.ts';

test('A2 what is wrong with a credential does not show in the time its refusal takes', async () => {
  // Looked at again before it is believed: 1 in 100,000 by chance, more on a busy machine.
  const worst = async (seed: number): Promise<number> =>
    Math.max(...Object.values(await tokenTimings(300, seed)));
  const first = await worst(1);
  expect(first < 4.5 ? first : await worst(2)).toBeLessThan(4.5);
}, 60_000);
