/** Runs a build or the tests of a project. */
import type { ActionArgs } from '../../shared/actions.ts';
import { done, failed, refused, type Outcome } from '../../shared/outcomes.ts';
import type { Plan } from '../../shared/plan.ts';
import { inFolder } from '../basics/held-cwd.ts';
import { digestOf, unlikePlanned } from '../basics/plans.ts';
import { oneFolder } from '../basics/one-folder.ts';
import type { ProgramEnd } from '../../main/platform/programs/run-program.ts';
import type { Bench } from '../bench.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { runAndTell } from '../terminal/run-and-tell.ts';
import { shownText } from '../terminal/told-end.ts';
import { tasksIn, type ProjectTask } from './tasks.ts';
import { countsIn } from './test-counts.ts';

type PlannedTask = Pick<ProjectTask, 'name' | 'argv' | 'root' | 'says' | 'source'>;

/** What would be run, for people to see before it is. */
export const planOfTask = (planned: PlannedTask): Plan => ({
  command: {
    argv: [...planned.argv],
    cwd: planned.root,
    says: shownWords(planned.says),
  },
  truncated: false,
  digest: digestOfTask(planned),
});

const mostWords = 8_000;

/** The rest of a very long one is named by its digest, so that another one is never the same. */
const shownWords = (says: string): string =>
  says.length <= mostWords
    ? says
    : `${says.slice(0, mostWords - 200)}\n… ${says.length - mostWords + 200} more characters (SHA-256 ${digestOf(says)})`;

const digestOfTask = ({ argv, root, source }: PlannedTask): string =>
  digestOf([argv, root, source]);

export async function planBuild(
  bench: Bench,
  { task: wanted, root }: Pick<ActionArgs<'build_project'>, 'task' | 'root'>,
  task: Task,
): Promise<PlannedTask | Trouble> {
  const tasks = await allTasks(bench, root, task);
  if (isTrouble(tasks)) return tasks;
  const chosen = wanted
    ? tasks.find((one) => one.name === wanted)
    : tasks.find((one) => one.kind === 'build');
  return chosen ?? noTask(tasks, wanted);
}

export async function planTests(
  bench: Bench,
  { filter, root }: Pick<ActionArgs<'run_tests'>, 'filter' | 'root'>,
  task: Task,
): Promise<PlannedTask | Trouble> {
  const tasks = await allTasks(bench, root, task);
  if (isTrouble(tasks)) return tasks;
  const chosen = tasks.find((one) => one.kind === 'test');
  if (!chosen) return noTask(tasks, undefined);
  if (filter === undefined) return chosen;
  const argv = chosen.filtered?.(filter);
  return argv
    ? { ...chosen, argv }
    : refused('invalid-arguments', `filter: ${chosen.name} takes none; leave it out.`);
}

async function allTasks(
  bench: Bench,
  root: string | undefined,
  task: Task,
): Promise<readonly ProjectTask[] | Trouble> {
  const folder = oneFolder(root, task);
  return typeof folder === 'string' ? tasksIn(bench, folder, task) : folder;
}

function noTask(tasks: readonly ProjectTask[], wanted: string | undefined): Trouble {
  const names = tasks.map((one) => one.name).slice(0, 50);
  const known = names.length > 0 ? `There are: ${names.join(', ')}.` : 'There are none.';
  return refused('no-task', wanted === undefined ? known : `${wanted} is none of them. ${known}`);
}

export async function buildProject(
  bench: Bench,
  args: ActionArgs<'build_project'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planBuild(bench, args, task);
  if (isTrouble(planned)) return planned;
  const about = { path: planned.root, task: planned.name };
  bench.tell('build_started', about);
  const end = await runPlanned(bench, planned, args.timeout, task);
  const ended = isTrouble(end) ? { code: end.code } : { exit_code: end.exitCode };
  bench.tell('build_completed', { ...about, ...ended });
  return isTrouble(end) ? end : done({ task: planned.name, ...toldEnd(end) });
}

export async function runTests(
  bench: Bench,
  args: ActionArgs<'run_tests'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planTests(bench, args, task);
  if (isTrouble(planned)) return planned;
  const end = await runPlanned(bench, planned, args.timeout, task);
  if (isTrouble(end)) return end;
  const told = toldEnd(end);
  const counts = countsIn(told.output);
  const counted = counts ? { counts } : {};
  bench.tell('test_results', { path: planned.root, exit_code: end.exitCode, ...counted });
  return done({ ...told, ...counted });
}

function runPlanned(
  bench: Bench,
  planned: PlannedTask,
  timeoutSeconds: number,
  task: Task,
): Promise<ProgramEnd | Trouble> {
  const { start } = task;
  const { argv, root } = planned;
  if (!start)
    return Promise.resolve(failed('action-failed', 'Nobody has settled its environment.'));
  const isShown = start.argv.length > 0;
  const isElsewhere = start.cwd !== null && start.cwd !== root;
  const isOther = isElsewhere || start.argv.join('\0') !== argv.join('\0');
  if (isShown && isOther) {
    return Promise.resolve(refused('stale', 'The project names another command for it now.'));
  }
  const unlike = unlikePlanned(digestOfTask(planned), task);
  if (unlike) return Promise.resolve(unlike);
  return inFolder(root, task, ({ path: folder, here }) => {
    const program = start.program ?? argv[0] ?? '';
    return runAndTell(bench, { argv, program, env: start.env, folder, here, timeoutSeconds }, task);
  });
}

/** As it came out: both outputs are one for people who read a build. */
function toldEnd(end: ProgramEnd) {
  const parts = [shownText(end.stdout), shownText(end.stderr)];
  return {
    exit_code: end.timedOut ? null : end.exitCode,
    timed_out: end.timedOut,
    output: parts.filter((part) => part !== '').join('\n'),
    output_bytes: end.outputBytes,
    truncated: end.truncated,
  };
}
