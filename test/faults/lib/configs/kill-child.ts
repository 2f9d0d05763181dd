/** Changes or undoes one file, and dies by SIGKILL before the step it was told. */
import { randomUUID } from 'node:crypto';
import { catalogue } from '../../../../src/main/integrations/clients/catalogue/catalogue.ts';
import { entryWish } from '../../../../src/main/integrations/clients/entry-wish.ts';
import { ChangeBook } from '../../../../src/main/integrations/clients/files/change-book.ts';
import {
  planUndo,
  planWishes,
} from '../../../../src/main/integrations/clients/files/change-plan.ts';
import { ConfigChanges } from '../../../../src/main/integrations/clients/files/config-changes.ts';
import { lookAt } from '../../../../src/main/integrations/clients/files/config-look.ts';

const [dataDir = '', file = '', act = '', at = '0'] = process.argv.slice(2);
let step = 0;
const onStep = (): void => {
  step += 1;
  if (step === Number(at)) process.kill(process.pid, 'SIGKILL');
};

const book = new ChangeBook(dataDir);
await book.load(Date.now);
const changes = new ConfigChanges({ book, now: Date.now, newId: randomUUID, onStep });
const spec = catalogue.opencode;
const look = await lookAt(file);
if ('why' in look) throw new Error(look.why);
if (act === 'write') {
  const command = { program: '/opt/gatehouse', args: ['stdio'], env: {} };
  const planned = planWishes(spec.format, file, look.bytes, [entryWish(spec, spec.stdio(command))]);
  if ('why' in planned) throw new Error(planned.why);
  const facts = { client: 'opencode', purpose: 'connect', way: 'command', scope: 'user' } as const;
  const more = { key: null, replaces: null, base: look.bytes, mode: look.mode };
  const written = await changes.write({ ...facts, ...more, ...planned, look });
  if ('why' in written) throw new Error(written.why);
} else {
  const [record] = book.list();
  if (!record) throw new Error('nothing to undo');
  const before = await book.content(record, 'before');
  const after = await book.content(record, 'after');
  const undone = planUndo(spec.format, look, { before, after, fulfilled: record.fulfilled });
  if ('why' in undone) throw new Error(undone.why);
  const problem = await changes.undo(record, look, undone.after);
  if (problem) throw new Error(problem.why);
}
process.stdout.write(String(step));
