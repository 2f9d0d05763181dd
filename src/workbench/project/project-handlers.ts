import type { WorkbenchContext } from '../workbench-context.ts';
import { isError } from '../confined/errors.ts';
import type { HandlerSet } from '../action-handler.ts';
import { aroundSandboxedRun } from '../sandbox/around-sandboxed-run.ts';
import { buildProject, planBuild, planOfTask, planTests, runTests } from './run-task.ts';
import { exploreTree } from './tree.ts';
import { workspaceInfo } from './workspace-info.ts';

export function projectHandlers(context: WorkbenchContext): HandlerSet {
  return {
    handlers: {
      explore_tree: (args, task) => exploreTree(context, args, task),
      get_workspace_info: (_args, task) => workspaceInfo(context, task),
      build_project: (args, task) =>
        aroundSandboxedRun(context, task, () => buildProject(context, args, task)),
      run_tests: (args, task) =>
        aroundSandboxedRun(context, task, () => runTests(context, args, task)),
    },
    planners: {
      async build_project(args, task) {
        const planned = await planBuild(context, args, task);
        return isError(planned) ? planned : planOfTask(planned);
      },
      async run_tests(args, task) {
        const planned = await planTests(context, args, task);
        return isError(planned) ? planned : planOfTask(planned);
      },
    },
    dispose: () => undefined,
  };
}
