/** Runs a project's build or tests. */
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { done, failed, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import type { Plan } from '../../shared/actions/plan.ts';
import { inFolder } from '../basics/pinned-cwd.ts';
import { digestOf, checkPlan } from '../basics/plans.ts';
import { oneFolder } from '../basics/one-folder.ts';
import type { ProgramEnd } from '../../main/platform/programs/run-program.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { runCommand } from '../terminal/run-command.ts';
import { shownText } from '../terminal/program-end.ts';
import { tasksIn, type ProjectTask } from './tasks.ts';
import { countsIn } from './test-counts.ts';

type PlannedTask = Pick<ProjectTask, 'name' | 'argv' | 'root' | 'script' | 'source'>;

/** The plan the user sees before the task runs. */
export const planOfTask = (planned: PlannedTask): Plan => ({
  command: {
    argv: [...planned.argv],
    cwd: planned.root,
    says: shownScript(planned.script),
  },
  truncated: false,
  digest: digestOfTask(planned),
});

const maxMessageLength = 8_000;

/** A very long script is cut; its digest keeps different scripts distinguishable. */
const shownScript = (script: string): string =>
  script.length <= maxMessageLength
    ? script
    : `${script.slice(0, maxMessageLength - 200)}\n… ${script.length - maxMessageLength + 200} more characters (SHA-256 ${digestOf(script)})`;

const digestOfTask = ({ argv, root, source }: PlannedTask): string =>
  digestOf([argv, root, source]);

export async function planBuild(
  context: WorkbenchContext,
  { task: requested, root }: Pick<ActionArgs<'build_project'>, 'task' | 'root'>,
  task: Task,
): Promise<PlannedTask | ActionError> {
  const tasks = await allTasks(context, root, task);
  if (isError(tasks)) return tasks;
  const selected = requested
    ? tasks.find((item) => item.name === requested)
    : tasks.find((item) => item.kind === 'build');
  return selected ?? noTask(tasks, requested);
}

export async function planTests(
  context: WorkbenchContext,
  { filter, root }: Pick<ActionArgs<'run_tests'>, 'filter' | 'root'>,
  task: Task,
): Promise<PlannedTask | ActionError> {
  const tasks = await allTasks(context, root, task);
  if (isError(tasks)) return tasks;
  const selected = tasks.find((item) => item.kind === 'test');
  if (!selected) return noTask(tasks, undefined);
  if (filter === undefined) return selected;
  const argv = selected.filtered?.(filter);
  return argv
    ? { ...selected, argv }
    : refused(
        'invalid-arguments',
        `filter: ${selected.name} does not support a filter; leave it out.`,
      );
}

async function allTasks(
  context: WorkbenchContext,
  root: string | undefined,
  task: Task,
): Promise<readonly ProjectTask[] | ActionError> {
  const folder = oneFolder(root, task);
  return typeof folder === 'string' ? tasksIn(context, folder, task) : folder;
}

function noTask(tasks: readonly ProjectTask[], requested: string | undefined): ActionError {
  const names = tasks.map((task) => task.name).slice(0, 50);
  const known = names.length > 0 ? `There are: ${names.join(', ')}.` : 'There are none.';
  return refused(
    'no-task',
    requested === undefined ? known : `${requested} is not one of them. ${known}`,
  );
}

export async function buildProject(
  context: WorkbenchContext,
  args: ActionArgs<'build_project'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planBuild(context, args, task);
  if (isError(planned)) return planned;
  const about = { path: planned.root, task: planned.name };
  context.emit('build_started', about);
  const end = await runPlanned(context, planned, args.timeout, task);
  const ended = isError(end) ? { code: end.code } : { exit_code: end.exitCode };
  context.emit('build_completed', { ...about, ...ended });
  return isError(end) ? end : done({ task: planned.name, ...programEnd(end) });
}

export async function runTests(
  context: WorkbenchContext,
  args: ActionArgs<'run_tests'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planTests(context, args, task);
  if (isError(planned)) return planned;
  const end = await runPlanned(context, planned, args.timeout, task);
  if (isError(end)) return end;
  const result = programEnd(end);
  const counts = countsIn(result.output);
  const counted = counts ? { counts } : {};
  context.emit('test_results', { path: planned.root, exit_code: end.exitCode, ...counted });
  return done({ ...result, ...counted });
}

function runPlanned(
  context: WorkbenchContext,
  planned: PlannedTask,
  timeoutSeconds: number,
  task: Task,
): Promise<ProgramEnd | ActionError> {
  const { start } = task;
  const { argv, root } = planned;
  if (!start)
    return Promise.resolve(failed('action-failed', 'The call was not resolved to an environment.'));
  const isShown = start.argv.length > 0;
  const isElsewhere = start.cwd !== null && start.cwd !== root;
  const isOther = isElsewhere || start.argv.join('\0') !== argv.join('\0');
  if (isShown && isOther) {
    return Promise.resolve(
      refused('stale', 'The project now defines another command for this task.'),
    );
  }
  const stale = checkPlan(digestOfTask(planned), task);
  if (stale) return Promise.resolve(stale);
  return inFolder(root, task, ({ path: folder, here }) => {
    const program = start.program ?? argv[0] ?? '';
    return runCommand(
      context,
      { argv, program, env: start.env, folder, here, timeoutSeconds },
      task,
    );
  });
}

/** Merges stdout and stderr, as a terminal would show them. */
function programEnd(end: ProgramEnd) {
  const parts = [shownText(end.stdout), shownText(end.stderr)];
  return {
    exit_code: end.timedOut ? null : end.exitCode,
    timed_out: end.timedOut,
    output: parts.filter((part) => part !== '').join('\n'),
    output_bytes: end.outputBytes,
    truncated: end.truncated,
  };
}
