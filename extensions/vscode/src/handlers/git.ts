/**
 * Runs git like the workbench: the same code finds and checks the repository; hooks, filters,
 * external diffs and prompts are off. The editor's Git extension honours the repository's settings,
 * so it is only asked to refresh after a change, if it has the repository open and no setting there
 * could start a program.
 */
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { isError, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import type { Plan } from '../../../../src/shared/actions/plan.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import { gitAdd, gitBranch, gitCommit } from '../../../../src/workbench/git/changes.ts';
import { gitDiff } from '../../../../src/workbench/git/diff.ts';
import { checkRepository } from '../../../../src/main/platform/git/check-repository.ts';
import { findRepository } from '../../../../src/main/platform/git/find-repository.ts';
import { planSwitch } from '../../../../src/workbench/git/plan-switch.ts';
import type { Repository } from '../../../../src/workbench/git/repository.ts';
import { gitStatus } from '../../../../src/workbench/git/status.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import type { HandlerGroup } from '../basics/editor.ts';
import { checkPlace, pathOf } from '../basics/allowed-paths.ts';
import { orThrow } from '../basics/refusal.ts';
import { openRepositoryAt, type GitRepository } from './git-extension.ts';

export function gitHandlers(): HandlerGroup {
  return {
    handlers: {
      git_status: async ({ root }, task) => gitStatus(await repositoryFor(root, task), task),
      git_add: (args, task) => changing(args.root, task, (at) => gitAdd(at, args, task)),
      git_commit: (args, task) => changing(args.root, task, (at) => gitCommit(at, args, task)),
      git_diff: async (args, task) => gitDiff(await repositoryFor(args.root, task), args, task),
      git_branch: (args, task) => changing(args.root, task, (at) => gitBranch(at, args, task)),
    },
    planners: { git_branch: planBranch },
    dispose: () => undefined,
  };
}

async function repositoryFor(root: string | undefined, task: Task): Promise<Repository> {
  const folder = orThrow(oneFolder(root, task));
  checkPlace(folder, task.roots);
  const { top, gitDir, commonDir } = orThrow(await findRepository(folder, task));
  const within = task.roots.map((item) => item.path);
  return { ...{ top, gitDir, commonDir }, cwd: top, within, skip: task.skip };
}

async function changing(
  root: string | undefined,
  task: Task,
  work: (repository: Repository) => Promise<Outcome>,
): Promise<Outcome> {
  const repository = await repositoryFor(root, task);
  const outcome = await work(repository);
  await refresh(repository);
  return outcome;
}

async function refresh(repository: Repository): Promise<void> {
  const shown = openRepositoryAt(repository.top);
  if (!shown || isError(await checkRepository(repository, 'editor'))) return;
  await shown.status();
}

async function planBranch(
  { root, op, name = '' }: ActionArgs<'git_branch'>,
  task: Task,
): Promise<Plan> {
  const repository = await repositoryFor(root, task);
  if (op === 'switch') return orThrow(await planSwitch(repository, name, task));
  return { truncated: false };
}

/** Also used by the git events. */
export const conflictsIn = ({ state }: GitRepository): readonly string[] =>
  state.mergeChanges.map(({ uri }) => pathOf(uri)).filter((item) => item !== null);
