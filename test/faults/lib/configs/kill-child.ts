/** Changes or undoes one file, and dies by SIGKILL before the given step. */
import { randomUUID } from 'node:crypto';
import { catalogue } from '../../../../src/main/integrations/clients/catalogue/catalogue.ts';
import { entryEdit } from '../../../../src/main/integrations/clients/entry-edit.ts';
import { ChangeJournal } from '../../../../src/main/integrations/clients/files/change-journal.ts';
import {
  planUndo,
  planEdits,
} from '../../../../src/main/integrations/clients/files/change-plan.ts';
import { ConfigChanges } from '../../../../src/main/integrations/clients/files/config-changes.ts';
import { readConfigFile } from '../../../../src/main/integrations/clients/files/config-snapshot.ts';

const [dataDir = '', file = '', act = '', at = '0'] = process.argv.slice(2);
let step = 0;
const onStep = (): void => {
  step += 1;
  if (step === Number(at)) process.kill(process.pid, 'SIGKILL');
};

const journal = new ChangeJournal(dataDir);
await journal.load(Date.now);
const changes = new ConfigChanges({ journal, now: Date.now, newId: randomUUID, onStep });
const spec = catalogue.opencode;
const current = await readConfigFile(file);
if ('why' in current) throw new Error(current.why);
if (act === 'write') {
  const command = { program: '/opt/gatehouse', args: ['stdio'], env: {} };
  const planned = planEdits(spec.format, file, current.bytes, [
    entryEdit(spec, spec.stdio(command)),
  ]);
  if ('why' in planned) throw new Error(planned.why);
  const facts = { client: 'opencode', purpose: 'connect', way: 'command', scope: 'user' } as const;
  const more = { key: null, replaces: null, base: current.bytes, mode: current.mode };
  const written = await changes.write({ ...facts, ...more, ...planned, current });
  if ('why' in written) throw new Error(written.why);
} else {
  const [record] = journal.list();
  if (!record) throw new Error('nothing to undo');
  const before = await journal.content(record, 'before');
  const after = await journal.content(record, 'after');
  const undone = planUndo(spec.format, current, { before, after, fulfilled: record.fulfilled });
  if ('why' in undone) throw new Error(undone.why);
  const problem = await changes.undo(record, current, undone.after);
  if (problem) throw new Error(problem.why);
}
process.stdout.write(String(step));
