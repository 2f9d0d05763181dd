/** A ledger of a few segments with checkpoints, as it lies on disk after an orderly end. */
import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ledger } from '../../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../../src/main/platform/ledger/ledger-file.ts';
import { CheckpointFile } from '../../../src/main/platform/ledger/checkpoint-file.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { systemClock } from '../../../src/main/platform/system/clock.ts';
import type { Mac } from '../../../src/shared/ledger/checkpoint.ts';
import type { Sample } from './tampering.ts';

export const sampleMac: Mac = (text) => createHmac('sha256', 'key').update(text).digest('hex');

export async function sampleLedger(records: number, segmentLength: number): Promise<Sample> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-sample-'));
  try {
    await writeLedger(folder, records, segmentLength);
    const audit = path.join(folder, 'audit');
    const names = fs.readdirSync(audit).toSorted();
    return {
      segments: names.map((name) => linesIn(path.join(audit, name))),
      checkpoints: linesIn(path.join(folder, 'second', 'checkpoints.jsonl')),
    };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export async function writeLedger(
  folder: string,
  records: number,
  segmentLength: number,
): Promise<void> {
  const ledgerStore = new AuditFile(folder);
  await ledgerStore.start();
  const checkpoints = new CheckpointFile(path.join(folder, 'second'), systemClock.monotonic);
  // As if there were ten milliseconds between them: then every tenth has its checkpoint.
  let pauses = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + pauses };
  const needs = { clock, sha256: quickSha256, user: 'ada', mac: sampleMac };
  const ledger = new Ledger(
    {
      ...needs,
      ledgerStore,
      checkpoints,
      newId: () => crypto.randomUUID(),
      redact: (text) => text,
    },
    { segmentLength },
  );
  await ledger.start();
  for (let at = 1; at <= records; at += 1) {
    const args = { path: `/w/app/ü/${'deep/'.repeat(at % 7)}file-${at}.ts` };
    const facts = { entry: `e${at}`, actor: 'cursor', action: 'open_file', args };
    await ledger.record({ phase: at % 2 === 0 ? 'outcome' : 'intent', ...facts });
    pauses += 10;
  }
  await ledger.dispose();
  await checkpoints.dispose();
  await ledgerStore.dispose();
}

const linesIn = (file: string): readonly string[] =>
  fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
