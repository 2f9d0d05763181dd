/** `npm run faults -- editing` does the same ten thousand times. */
import { expect, test } from 'vitest';
import { editingRounds } from './lib/editing-rounds.ts';

test('several authors in the workbench and two editors, with disconnects: 200 random interleavings', async () => {
  const { wrong, ...seen } = await editingRounds(200, 1);
  expect(wrong).toEqual([]);
  expect(seen.typed).toBeGreaterThan(1_000);
  expect(seen.merged).toBeGreaterThan(200);
  expect(seen.conflicts).toBeGreaterThan(20);
  expect(seen.undone).toBeGreaterThan(30);
  expect(seen.disconnects).toBeGreaterThan(100);
}, 120_000);
