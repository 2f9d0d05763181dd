/** Which calls leave something open that is worked out before they are judged. Pure. */
import {
  isAction,
  type ActionArgs,
  type ActionName,
  type ValidArgs,
} from '../../../shared/actions.ts';

/**
 * `targets`: its arguments do not say what it changes or runs, so that the plan is part of the call.
 * `size`: they do, but not how much it writes. `view`: they say it all, and yet the person should
 * see what it would look like or what would be lost; worked out only where a person is asked.
 */
export type WantedPlan = 'targets' | 'size' | 'view';

type Wanting = { readonly [Name in ActionName]?: (args: ActionArgs<Name>) => WantedPlan | null };

const branching = { list: null, create: null, switch: 'targets', delete: 'view' } as const;

const wanting: Wanting = {
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

export function wantedPlan({
  action,
  args,
}: {
  readonly action: string;
  readonly args: ValidArgs;
}): WantedPlan | null {
  if (!isAction(action)) return null;
  const wants = wanting[action] as ((given: ValidArgs) => WantedPlan | null) | undefined;
  return wants?.(args) ?? null;
}
