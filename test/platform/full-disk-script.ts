/** Runs on a small disk: fills it with a ledger, frees a little, goes on, and says what is left. */
import fs from 'node:fs';
import path from 'node:path';
import { firstHead, follow, type ChainHead } from '../../src/main/core/audit/chain.ts';
import { Ledger } from '../../src/main/core/audit/ledger.ts';
import { AuditFile } from '../../src/main/platform/audit-file.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { sha256 } from '../../src/main/platform/tokens.ts';

const folder = process.argv[2] ?? '';
const ballast = path.join(folder, 'ballast');
fs.writeFileSync(ballast, Buffer.alloc(20_000));

const file = new AuditFile(folder);
await file.start();
const needs = { clock: systemClock, ledgerStore: file, sha256, user: 'ada' };
const ledger = new Ledger({ ...needs, redact: (text) => text });
await ledger.start();
const write = (entry: string): Promise<boolean> =>
  ledger.record({ phase: 'note', entry, actor: 'a', action: 'a', args: 'x'.repeat(700) });

let before = 0;
while (await write(`line ${before}`)) before += 1;
let refused = 1;
while (refused < 3 && !(await write('no room'))) refused += 1;
fs.rmSync(ballast);
const after = await write('after');
await file.dispose();

const again = new AuditFile(folder);
await again.start();
const { lines, tornBytes: torn } = await again.tail();
await again.dispose();
process.stdout.write(JSON.stringify({ before, refused, after, details: entriesOf(lines), torn }));

function entriesOf(chained: readonly string[]): string[] {
  let head: ChainHead = firstHead;
  return chained.map((line) => {
    const next = follow(line, head, sha256);
    if ('broken' in next) throw new Error(`line ${head.seq + 1}: ${next.broken}`);
    head = next;
    return (JSON.parse(line) as { entry: string }).entry;
  });
}
