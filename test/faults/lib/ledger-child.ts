/**
 * A process that writes to a ledger as fast as it can until it is killed. It says on its stdout
 * what was acknowledged, and writes a mark into a file for each effect, after its decision was durable.
 * Loaded first and opened only on request, so that many can be killed in a short time.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Ledger } from '../../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../../src/main/platform/ledger/ledger-file.ts';
import { CheckpointFile } from '../../../src/main/platform/ledger/checkpoint-file.ts';
import { makeMac, quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { systemClock } from '../../../src/main/platform/system/clock.ts';
import { effectsFile, secondPlace, type Orders } from './ledger-child-orders.ts';

const say = (text: string): void => void fs.writeSync(1, `${text}\n`);

const orders = JSON.parse(fs.readFileSync(0, 'utf8')) as Orders;
const { folder, run, writers, segmentLength } = orders;
const started = performance.now();
const ledgerStore = new AuditFile(folder);
await ledgerStore.start();
const checkpoints = new CheckpointFile(secondPlace(folder), systemClock.monotonic);
const ledger = new Ledger(
  {
    clock: systemClock,
    ledgerStore,
    checkpoints,
    mac: makeMac(Buffer.alloc(32, 1)),
    sha256: quickSha256,
    user: 'ada',
    newId: () => crypto.randomUUID(),
    redact: (text) => text,
  },
  { segmentLength },
);
await ledger.start();
const effects = fs.openSync(path.join(folder, effectsFile), 'a', 0o600);
say(`ready ${(performance.now() - started).toFixed(1)}`);

/** The life of a call: intent, decision, effect, outcome. Every third only reads. */
async function write(writer: number): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const entry = `${run}.${writer}.${turn}`;
    const facts = { entry, actor: 'cursor', action: 'edit_buffer' };
    const sync = turn % 3 === 0 ? 'soon' : 'before-effect';
    const args = { path: `/w/app/file-${turn}.ts`, text: 'x'.repeat((turn * 37) % 300) };
    if (!(await ledger.record({ phase: 'intent', ...facts, args }, { sync }))) continue;
    say(`intent:${entry}`);
    if (!(await ledger.record({ phase: 'decision', ...facts, result: 'allow' }))) continue;
    say(`decision:${entry}`);
    fs.writeSync(effects, `${entry}\n`);
    if (!(await ledger.record({ phase: 'outcome', ...facts, result: 'done' }, { sync }))) continue;
    say(`outcome:${entry}`);
  }
}

await Promise.all(Array.from({ length: writers }, (_, at) => write(at)));
