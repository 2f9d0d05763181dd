/** Ledgers on real files, and what is left of them. */
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { giveLines } from '../../src/shared/ledger/verify-bytes.ts';
import { Ledger, type LedgerOptions } from '../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { realDisk, type Disk } from '../../src/main/platform/ledger/disk.ts';
import { quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { LedgerVerifier } from '../../src/shared/ledger/verify.ts';
import { needsWith } from '../core/core-fixture.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';

export async function openFile(folder: string, disk: Disk = realDisk): Promise<AuditFile> {
  const file = new AuditFile(folder, disk);
  onTestFinished(() => file.dispose());
  await file.start();
  return file;
}

export const segment = (folder: string, number = 1): string =>
  path.join(folder, 'audit', `00000${number}.jsonl`);

export const textOf = (file: string): string => fs.readFileSync(file, 'utf8');

export interface OpenLedger {
  readonly file: AuditFile;
  readonly ledger: Ledger;
  readonly clock: FakeClock;
  readonly write: (detail: string, sync?: 'before-effect' | 'soon') => Promise<boolean>;
}

export async function ledgerOn(
  folder: string,
  disk: Disk = realDisk,
  options: LedgerOptions = {},
): Promise<OpenLedger> {
  const file = await openFile(folder, disk);
  const needs = needsWith();
  const ledger = new Ledger({ ...needs, sha256: quickSha256, ledgerStore: file }, options);
  onTestFinished(() => ledger.dispose());
  await ledger.start();
  const write = (detail: string, sync: 'before-effect' | 'soon' = 'before-effect') =>
    ledger.record({ phase: 'note', entry: detail, actor: 'a', action: 'a', detail }, { sync });
  return { file, ledger, clock: needs.clock, write };
}

/** The details of all lines of all segments but their first, if all is as verifying wants it. */
export function verified(folder: string): readonly string[] {
  const verifier = new LedgerVerifier({ sha256: quickSha256, checkpoints: [] });
  const names = fs.readdirSync(path.join(folder, 'audit')).filter((name) => name.endsWith('jsonl'));
  const files = names.toSorted().map((name) => path.join(folder, 'audit', name));
  for (const file of files) {
    verifier.beginSegment(path.basename(file));
    giveLines(fs.readFileSync(file), verifier);
  }
  const { problem } = verifier.finish();
  if (problem) throw new Error(`entry ${problem.seq} in ${problem.segment}: ${problem.why}`);
  const lines = files.flatMap((file) => textOf(file).split('\n').slice(0, -1));
  return lines
    .map((line) => JSON.parse(line) as { action: string; detail: string })
    .filter(({ action }) => !action.startsWith('ledger.'))
    .map(({ detail }) => detail);
}
