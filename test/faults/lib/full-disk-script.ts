/** Runs on a small disk: fills it with a ledger, frees a little, goes on, and says what is left. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger } from '../../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../../src/main/platform/ledger/ledger-file.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { systemClock } from '../../../src/main/platform/system/clock.ts';
import { lineEntries } from './read-back.ts';

const [, , folder = '', segmentLength = '1000000'] = process.argv;
const ballast = path.join(folder, 'ballast');
fs.writeFileSync(ballast, Buffer.alloc(20_000));

const file = new AuditFile(folder);
await file.start();
const ledger = new Ledger(
  {
    clock: systemClock,
    ledgerStore: file,
    sha256: quickSha256,
    user: 'ada',
    newId: () => crypto.randomUUID(),
    redact: (text) => text,
  },
  { segmentLength: Number(segmentLength), space: { warnBelow: 0, denyBelow: 0 } },
);
await ledger.start();
const write = (entry: string): Promise<boolean> =>
  ledger.record({ phase: 'note', entry, actor: 'a', action: 'a', args: 'x'.repeat(700) });

const acknowledged: string[] = [];
for (let at = 0; await write(`line ${at}`); at += 1) acknowledged.push(`line ${at}`);
let refused = 1;
while (refused < 3 && !(await write('no room'))) refused += 1;
const { error } = ledger;
fs.rmSync(ballast);
await sleep(150);
const after = await write('after');
if (after) acknowledged.push('after');
await ledger.dispose();
await file.dispose();

const again = new AuditFile(folder);
await again.start();
const { tornBytes: torn } = await again.tail();
await again.dispose();
process.stdout.write(
  JSON.stringify({ acknowledged, refused, error, after, torn, kept: lineEntries(folder) }),
);
