/** Writes thirty records, whatever its syncs do, and says which of them were acknowledged as durable. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger } from '../../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../../src/main/platform/ledger/ledger-file.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { systemClock } from '../../../src/main/platform/system/clock.ts';

const [, , folder = ''] = process.argv;
const file = new AuditFile(folder);
try {
  await file.start();
} catch (error) {
  process.stdout.write(JSON.stringify({ started: false, why: String(error), acknowledged: [] }));
  process.exit(0);
}
const ledger = new Ledger({
  clock: systemClock,
  ledgerStore: file,
  sha256: quickSha256,
  user: 'ada',
  newId: () => crypto.randomUUID(),
  redact: (text) => text,
});
const started = await ledger.start().then(
  () => true,
  () => false,
);
const acknowledged: string[] = [];
let errors = 0;
const records = started ? 30 : 0;
for (let at = 0; at < records; at += 1) {
  const sync = at % 4 === 1 ? 'soon' : 'before-effect';
  const entry = `line ${at}`;
  const facts = { entry, actor: 'a', action: 'a' } as const;
  if (await ledger.record({ phase: 'note', ...facts }, { sync })) acknowledged.push(entry);
  else errors += 1;
  if (!ledger.healthy) await sleep(110);
}
await ledger.dispose();
await file.dispose();
process.stdout.write(JSON.stringify({ started, acknowledged, errors }));
