/** Which calls need a plan from their executor before they are judged. Pure. */
import {
  isAction,
  type ActionArgs,
  type ActionName,
  type ValidArgs,
} from '../../../shared/actions/actions.ts';

/**
 * `targets`: the arguments do not say what is changed or run, so the plan is part of the call.
 * `size`: they do, but not how much is written. `view`: they are complete, but the user should see
 * the result or what would be lost; planned only when the user is asked.
 */
export type RequiredPlan = 'targets' | 'size' | 'view';

type PlanByAction = {
  readonly [Name in ActionName]?: (args: ActionArgs<Name>) => RequiredPlan | null;
};

const branching = { list: null, create: null, switch: 'targets', delete: 'view' } as const;

const planByAction: PlanByAction = {
  build_project: () => 'targets',
  run_tests: () => 'targets',
  refactor_symbol: () => 'targets',
  apply_quick_fix: () => 'targets',
  replace_text: ({ globs }) => (globs ? 'targets' : 'size'),
  format_code: () => 'size',
  edit_buffer: () => 'view',
  create_file: ({ overwrite }) => (overwrite ? 'view' : null),
  delete_file: () => 'view',
  rename_file: ({ overwrite }) => (overwrite ? 'view' : null),
  git_branch: ({ op }) => branching[op],
  close_buffer: ({ save }) => (save === false ? 'view' : null),
};

export function requiredPlan({
  action,
  args,
}: {
  readonly action: string;
  readonly args: ValidArgs;
}): RequiredPlan | null {
  if (!isAction(action)) return null;
  const wants = planByAction[action] as ((given: ValidArgs) => RequiredPlan | null) | undefined;
  return wants?.(args) ?? null;
}
