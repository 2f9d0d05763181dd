/** `npm run faults -- workspaces` does the same three thousand times. */
import { expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { workspaceRounds } from './lib/workspace-rounds.ts';

test('W1 a workspace with work that no commit holds cannot be lost by any order of calls: 240 random scenarios', async () => {
  const { lost, ...seen } = await workspaceRounds(240, 11, scratch());
  expect(lost).toEqual([]);
  expect(seen.sequences).toBe(240);
  expect(seen.deleted).toBeGreaterThan(100);
  expect(seen.refused).toBeGreaterThan(150);
  expect(seen.pieces).toBeGreaterThan(300);
}, 300_000);
