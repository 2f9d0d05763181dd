/** `npm run faults -- ledger` does the same a thousand times and more. */
import { describe, expect, test } from 'vitest';
import { killRounds } from './lib/kill-rounds.ts';

describe('K1 killed at random under load', () => {
  test(
    '200 times: every acknowledged record is there, every chain verifies, no effect without a record',
    { timeout: 400_000 },
    async () => {
      const report = await killRounds({ count: 200, lanes: 2, seed: 3 });
      expect(report).toMatchObject({
        kills: 200,
        lost: 0,
        doubled: 0,
        unrecordedEffects: 0,
        chainsVerified: 200,
        problems: [],
      });
      expect(report.acknowledged).toBeGreaterThan(2_000);
      expect(report.effectChecks).toBeGreaterThan(500);
    },
  );
});
