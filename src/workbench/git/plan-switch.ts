/** Which files another branch would bring, change or take away. */
import path from 'node:path';
import { refused } from '../../shared/outcomes.ts';
import { mostPlannedFiles } from '../../shared/plan-limits.ts';
import type { Plan, PlannedFile } from '../../shared/plan.ts';
import { digestOf } from '../basics/plans.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { filesIn, patchesByFile, plainDiff } from './patches.ts';
import type { Repository } from './repository.ts';

const uses: Readonly<Record<string, PlannedFile['use']>> = { A: 'create', D: 'delete' };

export async function planSwitch(
  repository: Repository,
  name: string,
  task: Task,
): Promise<Plan | Trouble> {
  const { cwd, top } = repository;
  const ends = await endsOf(repository, name, task);
  if (isTrouble(ends)) return ends;
  const diff = (...how: readonly string[]) =>
    git({ cwd, args: [...plainDiff, ...how, ...ends, '--'] }, task);
  const listed = await diff('--name-status', '-z');
  if (isTrouble(listed)) return listed;
  // So many that nobody could look through them: then they are asked about as unknown.
  const isTooMuch = listed.truncated || filesIn(listed.text).length > mostPlannedFiles;
  if (isTooMuch) return { truncated: true };
  const patch = await diff('--patch');
  if (isTrouble(patch)) return patch;
  const patches = patchesByFile(listed.text, patch.text);
  // A file that becomes a link, or a link a file, is no change that a diff could show.
  const isUnclear = patch.truncated || patches?.some(({ status }) => status === 'T');
  if (!patches || isUnclear) return { truncated: true };
  let room = task.resultBytes / 2;
  const files = patches.map(({ name: below, status, patch: one }): PlannedFile => {
    const text = hunksIn(one);
    room -= text.length;
    const cut = room < 0;
    return {
      path: path.join(top, below),
      use: uses[status] ?? 'write',
      // It is no text of the agent.
      bytes: 0,
      diff: cut ? '' : text,
      cut,
    };
  });
  return { files, truncated: false, digest: digestOfSwitch(ends) };
}

/** From which commit to which. */
export async function endsOf(
  { cwd }: Repository,
  name: string,
  task: Task,
): Promise<readonly string[] | Trouble> {
  const args = ['rev-parse', '--verify', '--quiet', `refs/heads/${name}^{commit}`];
  const there = await git({ cwd, args }, task);
  if (isTrouble(there)) return refused('git-refused', `There is no branch ${name}.`);
  const here = await git({ cwd, args: ['rev-parse', '--verify', 'HEAD'] }, task);
  return isTrouble(here) ? here : [here.text.trim(), there.text.trim()];
}

export const digestOfSwitch = (ends: readonly string[]): string => digestOf(ends);

/** Without the head that names the file; of what is no text git says only that it differs. */
function hunksIn(patch: string): string {
  const at = patch.indexOf('\n@@');
  return at < 0 ? (patch.trimEnd().split('\n').at(-1) ?? '') : patch.slice(at + 1);
}
