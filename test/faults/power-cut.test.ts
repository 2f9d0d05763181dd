import { describe, expect, test } from 'vitest';
import { nthStepRounds, powerCutRounds } from './lib/disk-rounds.ts';

describe('K13 the power is cut', () => {
  test(
    '150 times at random, with a random part of what was not synced left',
    { timeout: 60_000 },
    async () => {
      const report = await powerCutRounds(50, 1);
      expect(report).toMatchObject({ points: 150, lost: 0, doubled: 0, problems: [] });
      expect(report.acknowledged).toBeGreaterThan(1_000);
    },
  );
});

describe('K3 K4 the Nth step to the disk fails', () => {
  test(
    'for all N, with five errors, once and four times in a row: no acknowledged record is lost',
    { timeout: 60_000 },
    async () => {
      const report = await nthStepRounds([1, 4]);
      expect(report).toMatchObject({ lost: 0, doubled: 0, problems: [] });
      expect(report.points).toBeGreaterThan(500);
    },
  );
});
