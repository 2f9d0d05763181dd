/** Which files another branch would bring, change or take away. */
import path from 'node:path';
import { refused } from '../../shared/outcomes.ts';
import { mostPlannedFiles } from '../../shared/plan-limits.ts';
import type { Plan, PlannedFile } from '../../shared/plan.ts';
import { digestOf } from '../basics/plans.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { git } from '../../main/platform/git/git-program.ts';
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
  const diff = (...how: readonly string[]) => {
    const plain = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
    return git({ cwd, args: [...plain, ...how, ...ends, '--'] }, task);
  };
  const listed = await diff('--name-status', '-z');
  if (isTrouble(listed)) return listed;
  const words = listed.text.split('\0').slice(0, -1);
  // So many that nobody could look through them: then they are asked about as unknown.
  const count = words.length / 2;
  if (listed.truncated || count > mostPlannedFiles) return { truncated: true };
  const patch = await diff('--patch');
  if (isTrouble(patch)) return patch;
  const patches = patch.text === '' ? [] : patch.text.split(/^(?=diff --git )/m);
  // A file that becomes a link has two of them, and all that follow would stand with another name.
  if (patch.truncated || patches.length !== count) return { truncated: true };
  let room = task.resultBytes / 2;
  const files = Array.from({ length: count }, (_, at): PlannedFile => {
    const text = hunksIn(patches[at] ?? '');
    room -= text.length;
    const cut = room < 0;
    return {
      path: path.join(top, words[at * 2 + 1] ?? ''),
      use: uses[words[at * 2] ?? ''] ?? 'write',
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
