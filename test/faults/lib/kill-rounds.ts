/** K1: processes that write are killed at random; what was acknowledged must be there, and nothing unrecorded done. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { giveLines } from '../../../src/shared/ledger/verify-bytes.ts';
import { makeMac, quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { checkpointFileName, readCheckpoints } from '../../../src/shared/ledger/checkpoint.ts';
import { LedgerVerifier, type VerifyResult } from '../../../src/shared/ledger/verify.ts';
import { chanceOf, type Chance } from './chance.ts';
import { effectsFile, secondPlace } from './ledger-child-orders.ts';
import { WritingProcesses, type Killed } from './writing-process.ts';

export interface KillReport {
  kills: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Each effect is looked at again after every later kill in its folder. */
  effectChecks: number;
  unrecordedEffects: number;
  chainsVerified: number;
  segments: number;
  readyMs: number[];
  problems: string[];
}

interface Wanted {
  readonly count: number;
  readonly lanes: number;
  readonly seed: number;
}

/** A folder sees so many kills, then a new one is taken: each time everything in it is checked. */
const killsPerFolder = 8;
const mac = makeMac(Buffer.alloc(32, 1));

export async function killRounds({ count, lanes, seed }: Wanted): Promise<KillReport> {
  const report = emptyReport();
  const processes = new WritingProcesses();
  try {
    await processes.start(lanes + 1);
    let left = count;
    const lane = async (number: number): Promise<void> => {
      const chance = chanceOf(seed * 1000 + number);
      while (left > 0) {
        const kills = Math.min(killsPerFolder, left);
        left -= kills;
        await oneFolder(kills, chance, processes, report);
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  } finally {
    await processes.dispose();
  }
  return report;
}

async function oneFolder(
  kills: number,
  chance: Chance,
  processes: WritingProcesses,
  report: KillReport,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-kill-'));
  const acknowledged = new Set<string>();
  try {
    for (let run = 1; run <= kills; run += 1) {
      const segmentLength = chance.pick([3_000, 20_000, 200_000]);
      const orders = { folder, run, writers: 1 + chance.below(16), segmentLength };
      const ready = chance.often(0.85);
      const killed = await processes.kill(orders, { ready, ms: chance.below(ready ? 80 : 20) });
      take(killed, acknowledged, report);
      check(folder, acknowledged, report);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function take(killed: Killed, acknowledged: Set<string>, report: KillReport): void {
  report.kills += 1;
  report.acknowledged += killed.acknowledged.length;
  if (killed.readyMs !== null) report.readyMs.push(killed.readyMs);
  for (const one of killed.acknowledged) acknowledged.add(one);
}

function check(folder: string, acknowledged: ReadonlySet<string>, report: KillReport): void {
  const { verdict, present, doubled } = readBack(folder);
  const lost = [...acknowledged].filter((one) => !present.has(one));
  const effects = linesIn(path.join(folder, effectsFile));
  const unrecorded = effects.filter((entry) => !present.has(`decision:${entry}`));
  report.lost += lost.length;
  report.doubled += doubled;
  report.effectChecks += effects.length;
  report.unrecordedEffects += unrecorded.length;
  report.segments += verdict.segments;
  if (verdict.ok) report.chainsVerified += 1;
  else report.problems.push(`entry ${verdict.problem?.seq}: ${verdict.problem?.why}`);
  if (lost.length > 0) report.problems.push(`lost ${lost.slice(0, 3).join(' ')}`);
  if (unrecorded.length > 0) report.problems.push(`unrecorded ${unrecorded.slice(0, 3).join(' ')}`);
}

const record = /"phase":"(\w+)","entry":"([^"]+)"/;

/** As the kill left it, before any recovery. */
function readBack(folder: string): {
  readonly verdict: VerifyResult;
  readonly present: ReadonlySet<string>;
  readonly doubled: number;
} {
  const checkpoints = linesIn(path.join(secondPlace(folder), checkpointFileName)).join('\n');
  const verifier = new LedgerVerifier({
    sha256: quickSha256,
    checkpoints: readCheckpoints(checkpoints, mac),
  });
  const present = new Set<string>();
  let doubled = 0;
  const audit = path.join(folder, 'audit');
  const names = fs.existsSync(audit) ? fs.readdirSync(audit) : [];
  for (const name of names.filter((one) => /^\d{6}\.jsonl$/.test(one)).toSorted()) {
    const bytes = fs.readFileSync(path.join(audit, name));
    verifier.beginSegment(name);
    giveLines(bytes, verifier);
    for (const line of bytes.toString('utf8').split('\n').slice(0, -1)) {
      const [, phase, entry] = record.exec(line) ?? [];
      const key = `${phase}:${entry}`;
      if (present.has(key)) doubled += 1;
      present.add(key);
    }
  }
  return { verdict: verifier.finish(), present, doubled };
}

function linesIn(file: string): readonly string[] {
  if (!fs.existsSync(file)) return [];
  return fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
}

const emptyReport = (): KillReport => ({
  kills: 0,
  acknowledged: 0,
  lost: 0,
  doubled: 0,
  effectChecks: 0,
  unrecordedEffects: 0,
  chainsVerified: 0,
  segments: 0,
  readyMs: [],
  problems: [],
});

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
