/**
 * I6: another program writes the file while we do. What it wrote is not lost, and we never claim what
 * is not there. Node cannot exchange two names at once, so there is a gap of some microseconds (more
 * where the system takes the processor away in it) in which a rename of theirs is: that is counted apart.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { catalogue } from '../../../../src/main/integrations/clients/catalogue/catalogue.ts';
import { entryEdit } from '../../../../src/main/integrations/clients/entry-edit.ts';
import { ChangeJournal } from '../../../../src/main/integrations/clients/files/change-journal.ts';
import { planEdits } from '../../../../src/main/integrations/clients/files/change-plan.ts';
import { ConfigChanges } from '../../../../src/main/integrations/clients/files/config-changes.ts';
import { readConfigFile } from '../../../../src/main/integrations/clients/files/config-snapshot.ts';
import { chanceOf } from '../chance.ts';

export interface RaceReport {
  races: number;
  /** They came while we were at it, and we left their file as it is. */
  refused: number;
  /** They wrote behind us: our entry is gone, and the card shows it. */
  overwritten: number;
  both: number;
  theirsLost: number;
  /** Theirs fell between our last look and our rename. */
  inTheGap: number;
}

const spec = catalogue.opencode;

export async function raceRounds(count: number, seed: number, folder: string): Promise<RaceReport> {
  const report: RaceReport = {
    races: 0,
    refused: 0,
    overwritten: 0,
    both: 0,
    theirsLost: 0,
    inTheGap: 0,
  };
  const chance = chanceOf(seed);
  const worker = new Worker(path.join(import.meta.dirname, 'race-worker.mjs'));
  const journal = new ChangeJournal(path.join(folder, 'data'));
  await journal.load(Date.now);
  const gap = { from: 0n, to: 0n };
  const onStep = (step: string): void => {
    if (step === 'rename') gap.from = process.hrtime.bigint();
    if (step === 'look at the old one') gap.to = process.hrtime.bigint();
  };
  const changes = new ConfigChanges({ journal, now: Date.now, newId: randomUUID, onStep });
  const file = path.join(folder, 'opencode.json');
  let tookMs = 20;
  try {
    for (let round = 0; round < count; round += 1) {
      fs.writeFileSync(file, '{ "before": true }\n');
      const content = `{ "theirs": ${round} }\n`;
      const written = once(worker, 'message');
      const began = performance.now();
      worker.postMessage({
        file,
        content,
        delayMs: (chance.below(1000) / 1000) * tookMs,
        inPlace: chance.often(0.5),
      });
      const isOurs = await writeOurs(changes, file);
      tookMs = performance.now() - began;
      const [theirs] = (await written) as [{ readonly from: bigint; readonly to: bigint }];
      const now = fs.readFileSync(file, 'utf8');
      report.races += 1;
      if (!now.includes(`"theirs": ${round}`)) {
        const fell = theirs.from <= gap.to && theirs.to >= gap.from;
        report[fell ? 'inTheGap' : 'theirsLost'] += 1;
      } else if (!isOurs) report.refused += 1;
      else if (now.includes('gatehouse')) report.both += 1;
      else report.overwritten += 1;
      for (const { changeId } of journal.list()) await journal.forget(changeId);
    }
  } finally {
    await worker.terminate();
  }
  return report;
}

async function writeOurs(changes: ConfigChanges, file: string): Promise<boolean> {
  const current = await readConfigFile(file);
  if ('why' in current) throw new Error(current.why);
  const command = { program: '/opt/gatehouse', args: ['stdio'], env: {} };
  const planned = planEdits(spec.format, file, current.bytes, [
    entryEdit(spec, spec.stdio(command)),
  ]);
  if ('why' in planned) return false;
  const facts = { client: 'opencode', purpose: 'connect', way: 'command', scope: 'user' } as const;
  const more = { key: null, replaces: null, base: current.bytes, mode: current.mode };
  return !('why' in (await changes.write({ ...facts, ...more, ...planned, current })));
}
