/** `npm run faults -- approvals` does the same ten thousand times. */
import { expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { approvalRounds } from './lib/approval-rounds.ts';

test('G5 goal 13: of 600 approvals with a mutator between yes and run, none runs anything else', async () => {
  const { executed, voided, ...seen } = await approvalRounds(600, 7, scratch());
  expect(seen).toMatchObject({ approvals: 600, differing: 0, problems: [] });
  expect(seen.mutated).toBeGreaterThan(350);
  expect(executed).toBeGreaterThan(150);
  expect(voided).toBeGreaterThan(250);
}, 180_000);
