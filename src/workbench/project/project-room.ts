import type { Bench } from '../bench.ts';
import type { Room } from '../hand.ts';
import { buildProject, runTests } from './run-task.ts';
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
    dispose: () => undefined,
  };
}
