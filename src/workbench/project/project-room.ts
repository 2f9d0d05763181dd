import type { Bench } from '../bench.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Room } from '../hand.ts';
import { buildProject, planBuild, planOfTask, planTests, runTests } from './run-task.ts';
import { exploreTree } from './tree.ts';
import { workspaceInfo } from './workspace-info.ts';

export function projectRoom(bench: Bench): Room {
  return {
    hands: {
      explore_tree: (args, task) => exploreTree(bench, args, task),
      get_workspace_info: (_args, task) => workspaceInfo(bench, task),
      build_project: (args, task) => buildProject(bench, args, task),
      run_tests: (args, task) => runTests(bench, args, task),
    },
    planners: {
      async build_project(args, task) {
        const planned = await planBuild(bench, args, task);
        return isTrouble(planned) ? planned : planOfTask(planned);
      },
      async run_tests(args, task) {
        const planned = await planTests(bench, args, task);
        return isTrouble(planned) ? planned : planOfTask(planned);
      },
    },
    dispose: () => undefined,
  };
}
