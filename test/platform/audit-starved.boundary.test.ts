/** Callers that leave the loop no turn: their records must be synced all the same. */
import { expect, onTestFinished, test } from 'vitest';
import { Ledger } from '../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { realDisk, type Disk } from '../../src/main/platform/ledger/disk.ts';
import { scratch } from '../fakes/scratch.ts';

test('a read that waits for nothing but the ledger does not keep the sync from coming', async () => {
  let syncs = 0;
  const counting: Disk = {
    ...realDisk,
    async open(file, how) {
      const opened = await realDisk.open(file, how);
      const { datasync } = opened;
      opened.datasync = async () => {
        await datasync.call(opened);
        syncs += 1;
      };
      return opened;
    },
  };
  const file = new AuditFile(scratch(), counting);
  await file.start();
  const needs = { clock: systemClock, ledgerStore: file, sha256: quickSha256, user: 'ada' };
  const newId = (): string => crypto.randomUUID();
  const ledger = new Ledger({ ...needs, newId, redact: (text) => text });
  onTestFinished(async () => {
    await ledger.dispose();
    await file.dispose();
  });
  await ledger.start();
  syncs = 0;
  const facts = { phase: 'note', entry: 'e', actor: 'a', action: 'a' } as const;
  for (const until = performance.now() + 300; performance.now() < until;) {
    await ledger.record(facts, { sync: 'soon' });
  }
  // Some forty where nothing else runs; on a very busy machine few, but a starved timer has none.
  expect(syncs).toBeGreaterThan(0);
});
