import fs from 'node:fs';
import path from 'node:path';
import { electronArgs, electronEnv, electronPath, expect, test } from './support/app.ts';
import { twoAppsRounds } from '../faults/lib/two-apps.ts';

test('K15 a second app on the same data folder exits, names the first, and no ledger line is lost', async ({
  dataDir,
  desktop,
}) => {
  test.setTimeout(180_000);
  const report = await twoAppsRounds({
    electron: electronPath,
    args: electronArgs(),
    env: electronEnv(dataDir, desktop),
    dataDir,
    rounds: 14,
  });
  expect(report).toMatchObject({ rounds: 14, turnedAway: 13, lost: 0, problems: [] });
  expect(report.acknowledged).toBeGreaterThan(10);
  expect(fs.statSync(path.join(dataDir, 'app.lock')).mode & 0o777).toBe(0o600);
});
