/** I5: a process is killed before each step of a change and of its undo; the file is the old or the new one. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { catalogue } from '../../../../src/main/integrations/clients/catalogue/catalogue.ts';
import { ChangeJournal } from '../../../../src/main/integrations/clients/files/change-journal.ts';
import { planUndo } from '../../../../src/main/integrations/clients/files/change-plan.ts';
import { ConfigChanges } from '../../../../src/main/integrations/clients/files/config-changes.ts';
import { readConfigFile } from '../../../../src/main/integrations/clients/files/config-snapshot.ts';

const script = path.join(import.meta.dirname, 'kill-child.ts');

export interface KillsReport {
  kills: number;
  old: number;
  new: number;
  steps: Record<string, number>;
  problems: string[];
}

/** `before` null: there is no file at first. */
export async function killAtEachStep(folder: string, before: string | null): Promise<KillsReport> {
  const report: KillsReport = { kills: 0, old: 0, new: 0, steps: {}, problems: [] };
  const each = async (act: 'write' | 'undo'): Promise<void> => {
    for (let at = 1; ; at += 1) {
      const place = freshPlace(folder, before);
      if (act === 'undo') await child(place, 'write', 0);
      const was = contentOf(place.file);
      const done = await child(place, act, at);
      if (done !== null) {
        report.steps[act] = done;
        break;
      }
      report.kills += 1;
      const problem = await afterKill(place, act, { before, was }, report);
      if (problem) report.problems.push(`${act}, killed before step ${at}: ${problem}`);
    }
  };
  await Promise.all([each('write'), each('undo')]);
  return report;
}

interface Place {
  readonly dataDir: string;
  readonly home: string;
  readonly file: string;
}

function freshPlace(folder: string, before: string | null): Place {
  const root = fs.mkdtempSync(path.join(folder, 'kill-'));
  const home = path.join(root, 'home');
  fs.mkdirSync(home);
  const file =
    before === null ? path.join(home, 'made/deep/opencode.json') : path.join(home, 'opencode.json');
  if (before !== null) fs.writeFileSync(file, before);
  return { dataDir: path.join(root, 'data'), home, file };
}

/** The number of steps when it came to its end; null when it was killed. */
async function child({ dataDir, file }: Place, act: string, at: number): Promise<number | null> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const args = [script, dataDir, file, act, String(at)];
  try {
    return Number((await promisify(execFile)(process.execPath, args, { env })).stdout);
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return null;
    throw error;
  }
}

const contentOf = (file: string): string | null =>
  fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;

/** The next start clears up; then the change is undone, or was never there. */
async function afterKill(
  { dataDir, home, file }: Place,
  act: 'write' | 'undo',
  { before, was }: { readonly before: string | null; readonly was: string | null },
  report: KillsReport,
): Promise<string | null> {
  const now = contentOf(file);
  const isOld = now === (act === 'write' ? before : was);
  const isNew =
    act === 'write' ? now?.includes('/opt/gatehouse') === true && isWhole(now) : now === before;
  if (isOld) report.old += 1;
  else if (isNew) report.new += 1;
  else return `neither old nor new: ${JSON.stringify(now)}`;
  const journal = new ChangeJournal(dataDir);
  await journal.load(Date.now);
  const changes = new ConfigChanges({ journal, now: Date.now, newId: randomUUID });
  await changes.recover();
  const [record, ...more] = journal.list();
  if (more.length > 0) return 'two records of one change';
  const hasEntry = contentOf(file)?.includes('/opt/gatehouse') === true;
  if (hasEntry !== (record !== undefined))
    return hasEntry ? 'written, but forgotten' : 'on record, but not written';
  if (record) {
    const current = await readConfigFile(file);
    if ('why' in current) return current.why;
    const contents = {
      before: await journal.content(record, 'before'),
      after: await journal.content(record, 'after'),
    };
    const undone = planUndo(catalogue.opencode.format, current, {
      ...contents,
      fulfilled: record.fulfilled,
    });
    if ('why' in undone) return undone.why;
    const problem = await changes.undo(record, current, undone.after);
    if (problem) return problem.why;
  }
  if (contentOf(file) !== before) return 'not the same bytes after the undo';
  const left = fs.readdirSync(home).filter((name) => name !== 'opencode.json');
  return left.length > 0 ? `left behind: ${left.join(', ')}` : null;
}

function isWhole(text: string): boolean {
  return 'value' in catalogue.opencode.format.parse(text) && text.trimEnd().endsWith('}');
}
