import type { Outcome } from '../../shared/actions/outcomes.ts';
import type { Plan } from '../../shared/actions/plan.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { HandlerSet, Task } from '../action-handler.ts';
import { gitAdd, gitBranch, gitCommit } from './changes.ts';
import { gitDiff } from './diff.ts';
import { GitWatch } from './git-watch.ts';
import { lostWithBranch } from './recoverable-by-git.ts';
import { planSwitch } from './plan-switch.ts';
import { inRepository, type Repository } from './repository.ts';
import { gitStatus } from './status.ts';

export function gitHandlers(context: WorkbenchContext): HandlerSet {
  const watch = new GitWatch(context);
  const within = (
    root: string | undefined,
    task: Task,
    work: (repository: Repository) => Promise<Outcome>,
  ): Promise<Outcome> =>
    inRepository(root, task, (repository) => {
      watch.add(repository);
      return work(repository);
    });
  return {
    handlers: {
      git_status: ({ root }, task) => within(root, task, (at) => gitStatus(at, task)),
      git_add: (args, task) => within(args.root, task, (at) => gitAdd(at, args, task)),
      git_commit: (args, task) => within(args.root, task, (at) => gitCommit(at, args, task)),
      git_diff: (args, task) => within(args.root, task, (at) => gitDiff(at, args, task)),
      git_branch: (args, task) => within(args.root, task, (at) => gitBranch(at, args, task)),
    },
    planners: {
      git_branch: ({ root, op, name = '' }, task) =>
        inRepository<Plan>(root, task, async (at) => {
          if (op === 'switch') return planSwitch(at, name, task);
          const lost = op === 'delete' ? await lostWithBranch(at, name, task) : null;
          return { truncated: false, ...lost };
        }),
    },
    dispose: () => watch.dispose(),
  };
}
