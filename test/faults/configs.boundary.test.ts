/** `npm run faults -- configs` does the same ten thousand times. */
import { expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { configRounds } from './lib/configs/config-rounds.ts';
import { raceRounds } from './lib/configs/race-rounds.ts';
import { killAtEachStep } from './lib/configs/kill-steps.ts';

test.each([
  ['jsonc', 500],
  ['toml', 150],
  ['yaml', 150],
] as const)(
  'I1 goal 15: generated %s files, %i of them, are the same bytes after adding and undoing',
  async (name, count) => {
    const { identical, refused, problems, ...seen } = await configRounds(name, count, 7, scratch());
    expect(problems).toEqual([]);
    expect(identical + refused).toBe(count);
    expect(refused).toBeLessThan(count / 50);
    expect(seen.editedToTheByte).toBeGreaterThan(count * 0.8);
  },
  180_000,
);

test.each([
  ['a file', '{\n  // mine\n  "theme": "dark",\n}\n'],
  ['no file', null],
])(
  'I5 where there was %s: killed before each step, it is the old or the new one, and undo works',
  async (_what, before) => {
    const { problems, old, kills, steps, ...seen } = await killAtEachStep(scratch(), before);
    expect(problems).toEqual([]);
    expect(kills).toBe((steps['write'] ?? 0) + (steps['undo'] ?? 0));
    expect(kills).toBeGreaterThan(12);
    expect(old).toBeGreaterThan(0);
    expect(seen.new).toBeGreaterThan(0);
  },
  180_000,
);

test('I6 goal 15: of 100 races with a program that writes the same file, none of its writes is lost', async () => {
  const report = await raceRounds(100, 7, scratch());
  const { races, refused, overwritten, both, theirsLost, inTheGap } = report;
  expect({ races, theirsLost }).toEqual({ races: 100, theirsLost: 0 });
  expect(refused).toBeGreaterThan(20);
  expect(inTheGap).toBeLessThanOrEqual(2);
  expect(refused + overwritten + both + inTheGap).toBe(100);
}, 60_000);
