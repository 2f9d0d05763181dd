/** A ledger on a disk that fails in all ways a disk can; acknowledged records must be there afterwards. */
import { Ledger } from '../../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../../src/main/platform/ledger/ledger-file.ts';
import type { Disk } from '../../../src/main/platform/ledger/disk.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { chanceOf, type Chance } from './chance.ts';
import { errno, FaultyDisk, type Step } from './faulty-disk.ts';
import { PowerCutDisk } from './power-cut-disk.ts';
import { entriesOf, readBack } from './read-back.ts';

interface Acknowledged {
  /** Synced before it was acknowledged. */
  readonly durable: readonly string[];
  /** Written before it was acknowledged. */
  readonly deferred: readonly string[];
  readonly refused: number;
}

const nothing: Acknowledged = { durable: [], deferred: [], refused: 0 };

/** One run of the app: some records, some at once, until they are written or the disk is gone. */
async function oneRun(
  disk: Disk,
  run: string,
  chance: Chance,
  records: number,
): Promise<Acknowledged> {
  const file = new AuditFile('/data', disk);
  const clock = new FakeClock();
  const needs = { clock, ledgerStore: file, sha256: quickSha256, user: 'ada' };
  const ledger = new Ledger(
    { ...needs, newId: () => `${run} ${chance.below(1e9)}`, redact: (text) => text },
    { segmentLength: 1500 },
  );
  try {
    await file.start();
    await ledger.start();
  } catch {
    // Then the app does not start.
    await file.dispose();
    return nothing;
  }
  const durable: string[] = [];
  const deferred: string[] = [];
  let refused = 0;
  const write = async (entry: string): Promise<void> => {
    const sync = chance.often(0.4) ? 'soon' : 'before-effect';
    const facts = { entry, actor: 'a', action: 'a', args: 'x'.repeat(chance.below(200)) } as const;
    const acknowledged = await ledger.record({ phase: 'note', ...facts }, { sync });
    if (!acknowledged) refused += 1;
    else if (sync === 'soon') deferred.push(entry);
    else durable.push(entry);
  };
  for (let at = 0; at < records;) {
    const together = 1 + chance.below(4);
    await Promise.all(Array.from({ length: together }, (_, one) => write(`${run}.${at + one}`)));
    at += together;
    if (chance.often(0.3)) await clock.advance(chance.pick([1, 5, 200]));
  }
  await ledger.dispose();
  await file.dispose();
  return { durable, deferred, refused };
}

export interface RoundsReport {
  runs: number;
  /** How often something was made to fail. */
  points: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Written, acknowledged, and gone with the power within the few milliseconds that are allowed. */
  deferredLost: number;
  problems: string[];
}

const emptyReport = (): RoundsReport => ({
  runs: 0,
  points: 0,
  acknowledged: 0,
  lost: 0,
  doubled: 0,
  deferredLost: 0,
  problems: [],
});

interface Expected {
  readonly disk: PowerCutDisk;
  readonly durable: readonly string[];
  readonly deferred: readonly string[];
  readonly where: string;
}

function check({ disk, durable, deferred, where }: Expected, report: RoundsReport): void {
  const { lines, problem } = readBack(disk.segments());
  if (problem) report.problems.push(`${where}: ${problem}`);
  const kept = problem ? [] : entriesOf(lines);
  const present = new Set(kept);
  const lost = durable.filter((entry) => !present.has(entry));
  report.acknowledged += durable.length + deferred.length;
  report.lost += lost.length;
  report.deferredLost += deferred.filter((entry) => !present.has(entry)).length;
  report.doubled += kept.length - present.size;
  if (lost.length > 0) report.problems.push(`${where}: lost ${lost.join(' ')}`);
}

/**
 * K13: at a random step the process is killed or the power cut, a few times in a row. After a kill
 * the next run finds what was written, durable or not; after a cut a random part of the latter.
 */
export async function powerCutRounds(count: number, seed: number): Promise<RoundsReport> {
  const report = emptyReport();
  for (let round = 0; round < count; round += 1) {
    const chance = chanceOf(seed + round * 7919);
    let disk = new PowerCutDisk();
    const durable: string[] = [];
    for (let end = 1; end <= 3; end += 1) {
      const faulty = new FaultyDisk(disk);
      const at = 1 + chance.below(160);
      faulty.plan((_step, step) => (step >= at ? errno('EIO') : null));
      const acknowledged = await oneRun(faulty, `${round}-${end}`, chance, 12 + chance.below(20));
      durable.push(...acknowledged.durable);
      const cut = end === 3 || chance.often(0.6);
      if (cut) disk = disk.afterPowerCut(chance);
      report.points += 1;
      const where = `round ${round}, ${cut ? 'cut' : 'kill'} ${end} at step ${at}`;
      // The next start repairs what is left; only then is it looked at. On a copy: it is durable.
      const repaired = await restarted(disk.afterKill(), report, where);
      const must = cut ? durable : [...durable, ...acknowledged.deferred];
      const may = cut ? acknowledged.deferred : [];
      if (repaired) check({ disk: repaired, durable: must, deferred: may, where }, report);
    }
    report.runs += 1;
  }
  return report;
}

async function restarted(
  disk: PowerCutDisk,
  report: RoundsReport,
  where: string,
): Promise<PowerCutDisk | null> {
  const acknowledged = await oneRun(disk, `after ${where}`, chanceOf(1), 1);
  if (acknowledged.durable.length + acknowledged.deferred.length > 0) return disk.afterKill();
  report.problems.push(`${where}: it did not start again`);
  return null;
}

const codes = ['EIO', 'ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE'];

/** Goal 2: the Nth step fails, for all N, in every way, once or for a while. */
export async function nthStepRounds(lengths: readonly number[]): Promise<RoundsReport> {
  const report = emptyReport();
  for (const code of codes) {
    for (const length of lengths) {
      for (let from = 1; await fails(from, length, code, report); from += 1) report.points += 1;
    }
  }
  return report;
}

/** False when the run was over before the step came. */
async function fails(
  from: number,
  length: number,
  code: string,
  report: RoundsReport,
): Promise<boolean> {
  let disk = new PowerCutDisk();
  const faulty = new FaultyDisk(disk);
  let came = false;
  faulty.plan((step, count) => {
    if (count < from || count >= from + length) return null;
    came = true;
    return faultAt(step, code, count);
  });
  const acknowledged = await oneRun(faulty, 'first', chanceOf(11), 60);
  const where = `${code} ${length} × from step ${from}`;
  disk = (await restarted(disk.afterKill(), report, where)) ?? disk;
  check(
    { disk, durable: [...acknowledged.durable, ...acknowledged.deferred], deferred: [], where },
    report,
  );
  report.runs += 1;
  return came;
}

/** Every other write that fails takes a part first, as full disks do. */
const faultAt = (step: Step, code: string, count: number): Error | number =>
  step === 'write' && count % 2 === 0 ? 7 : errno(code);
