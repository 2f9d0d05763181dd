/** Plans a branch switch: which files it would add, change or remove. */
import path from 'node:path';
import { refused } from '../../shared/actions/outcomes.ts';
import { mostPlannedFiles } from '../../shared/actions/plan-limits.ts';
import type { Plan, PlannedFile } from '../../shared/actions/plan.ts';
import { digestOf } from '../basics/plans.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { filesIn, patchesByFile, plainDiff } from './patches.ts';
import type { Repository } from './repository.ts';
import { isVisibleName } from './visible.ts';

const uses: Readonly<Record<string, PlannedFile['use']>> = { A: 'create', D: 'delete' };

export async function planSwitch(
  repository: Repository,
  name: string,
  task: Task,
): Promise<Plan | ActionError> {
  const { top } = repository;
  const ends = await endsOf(repository, name, task);
  if (isError(ends)) return ends;
  const diff = (...how: readonly string[]) =>
    git({ ...repository, args: [...plainDiff, ...how, ...ends, '--'] }, task);
  const listed = await diff('--name-status', '-z');
  if (isError(listed)) return listed;
  // Too many files to review: the plan says so instead of listing them.
  const closed = closedPathError(filesIn(listed.text), repository);
  if (closed) return closed;
  const isTruncated = listed.truncated || filesIn(listed.text).length > mostPlannedFiles;
  if (isTruncated) return { truncated: true };
  const patch = await diff('--patch');
  if (isError(patch)) return patch;
  const patches = patchesByFile(listed.text, patch.text);
  // A diff cannot show a file that becomes a link, or the reverse.
  const isUnclear = patch.truncated || patches?.some(({ status }) => status === 'T');
  if (!patches || isUnclear) return { truncated: true };
  let remaining = task.resultBytes / 2;
  const files = patches.map(({ name: below, status, patch: one }): PlannedFile => {
    const text = hunksIn(one);
    remaining -= text.length;
    const cut = remaining < 0;
    return {
      path: path.join(top, below),
      use: uses[status] ?? 'write',
      // The text does not come from the agent.
      bytes: 0,
      diff: cut ? '' : text,
      cut,
    };
  });
  return { files, truncated: false, digest: digestOfSwitch(ends) };
}

/** A switch changes every file that differs. Refuse if any is in a closed folder. */
function closedPathError(
  files: readonly { readonly name: string }[],
  repository: Repository,
): ActionError | null {
  return files.every(({ name }) => isVisibleName(name, repository))
    ? null
    : refused('denied-by-rule', 'The branch has other files in a closed folder.');
}

/** The same check, right before the switch. */
export async function checkSwitch(
  repository: Repository,
  name: string,
  task: Task,
): Promise<ActionError | null> {
  if (repository.skip.length === 0) return null;
  const ends = await endsOf(repository, name, task);
  if (isError(ends)) return ends;
  const args = [...plainDiff, '--name-status', '-z', ...ends, '--'];
  const listed = await git({ ...repository, args }, task);
  if (isError(listed)) return listed;
  return listed.truncated
    ? refused('denied-by-rule', 'Too many files differ to check them all.')
    : closedPathError(filesIn(listed.text), repository);
}

/** The commits before and after the switch. */
export async function endsOf(
  repository: Repository,
  name: string,
  task: Task,
): Promise<readonly string[] | ActionError> {
  const args = ['rev-parse', '--verify', '--quiet', `refs/heads/${name}^{commit}`];
  const there = await git({ ...repository, args }, task);
  if (isError(there)) return refused('git-refused', `There is no branch ${name}.`);
  const here = await git({ ...repository, args: ['rev-parse', '--verify', 'HEAD'] }, task);
  return isError(here) ? here : [here.text.trim(), there.text.trim()];
}

export const digestOfSwitch = (ends: readonly string[]): string => digestOf(ends);

/** Drops the header with the file name. For a binary file git only reports that it differs. */
function hunksIn(patch: string): string {
  const at = patch.indexOf('\n@@');
  return at < 0 ? (patch.trimEnd().split('\n').at(-1) ?? '') : patch.slice(at + 1);
}
