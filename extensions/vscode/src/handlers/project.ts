/** The project's folders and files; builds and tests run as editor tasks. */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import type { Plan } from '../../../../src/shared/actions/plan.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import { digestOf, checkPlan } from '../../../../src/workbench/basics/plans.ts';
import type { ProgramEnd } from '../../../../src/main/platform/programs/run-program.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { countsIn } from '../../../../src/workbench/project/test-counts.ts';
import type { HandlerContext, HandlerGroup } from '../basics/editor.ts';
import { failure, orThrow, refusal } from '../basics/refusal.ts';
import { tasksIn, type EditorTask } from './project-tasks.ts';
import { runShown, ShownProgram, type ProgramStart } from './running.ts';
import type { DeclaredCommand } from './task-command.ts';
import { exploreTree, workspaceInfo } from './tree.ts';

interface PlannedRun {
  readonly name: string;
  readonly command: DeclaredCommand;
  readonly script: string;
}

export function projectHandlers(editor: HandlerContext): HandlerGroup {
  return {
    handlers: {
      explore_tree: exploreTree,
      get_workspace_info: (_args, task) => workspaceInfo(editor, task),
      build_project: (args, task) => buildProject(editor, args, task),
      run_tests: (args, task) => runTests(editor, args, task),
    },
    planners: {
      build_project: async (args, task) => planOf(await plannedBuild(args, task)),
      run_tests: async (args, task) => planOf(await plannedTests(args, task)),
    },
    dispose: () => undefined,
  };
}

const digestOfTask = ({ command, script }: PlannedRun): string => digestOf([command, script]);

const planOf = (planned: PlannedRun): Plan => ({
  command: { argv: [...planned.command.argv], cwd: planned.command.cwd, says: planned.script },
  truncated: false,
  digest: digestOfTask(planned),
});

async function plannedBuild(
  { task: requested, root }: ActionArgs<'build_project'>,
  task: Task,
): Promise<PlannedRun> {
  const tasks = await tasksIn(orThrow(oneFolder(root, task)));
  const selected = tasks.find((item) =>
    requested ? item.name === requested : item.kind === 'build',
  );
  return plannedRun(selected, tasks);
}

async function plannedTests(
  { filter, root }: ActionArgs<'run_tests'>,
  task: Task,
): Promise<PlannedRun> {
  const tasks = await tasksIn(orThrow(oneFolder(root, task)));
  const planned = plannedRun(
    tasks.find((item) => item.kind === 'test'),
    tasks,
  );
  if (filter === undefined) return planned;
  const { argv, cwd } = planned.command;
  if (argv[0] !== 'npm') {
    throw refusal(
      'invalid-arguments',
      `filter: ${planned.name} does not support a filter; leave it out.`,
    );
  }
  return { ...planned, command: { argv: [...argv, '--', filter], cwd } };
}

function plannedRun(task: EditorTask | undefined, all: readonly EditorTask[]): PlannedRun {
  const names = all.map(({ name }) => name).slice(0, 20);
  if (!task) throw refusal('no-task', `There is: ${names.join(', ') || 'none'}.`);
  const { name, command, script } = task;
  if (!command) {
    throw refusal(
      'not-offered',
      `Only the editor can work out what ${name} runs; the user can run it.`,
    );
  }
  return { name, command, script };
}

/** Runs as an editor task, so that the user sees it; the program is the one that was judged. */
async function runAsTask(
  editor: HandlerContext,
  planned: PlannedRun,
  group: vscode.TaskGroup,
  timeoutSeconds: number,
  task: Task,
): Promise<ProgramEnd> {
  orThrow(checkPlan(digestOfTask(planned), task) ?? {});
  const start = startOf(planned, task);
  const pty = new ShownProgram();
  const shown = new vscode.Task(
    { type: 'gatehouse', task: planned.name },
    vscode.TaskScope.Workspace,
    planned.name,
    'Gatehouse',
    new vscode.CustomExecution(async () => pty),
  );
  shown.group = group;
  shown.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: false };
  await vscode.tasks.executeTask(shown);
  try {
    const end = await runShown(pty, { start, timeoutSeconds }, task, editor.emit);
    pty.end(end.exitCode);
    return end;
  } catch (error) {
    pty.end(null);
    throw error;
  }
}

function startOf({ command }: PlannedRun, { start, planned }: Task): ProgramStart {
  if (!start) throw failure('action-failed', 'The call was not resolved to a program.');
  // With a plan, only the command that was shown may start.
  if (planned !== undefined && digestOf(start.argv) !== digestOf(command.argv))
    throw refusal('stale');
  return { ...start, cwd: command.cwd };
}

const finished = (end: ProgramEnd) => ({
  exit_code: end.exitCode,
  timed_out: end.timedOut,
  output: outputOf(end),
  output_bytes: end.outputBytes,
  truncated: end.truncated,
});

const outputOf = ({ stdout, stderr }: ProgramEnd): string =>
  new TextDecoder().decode(Buffer.concat([stdout, stderr]));

async function buildProject(
  editor: HandlerContext,
  args: ActionArgs<'build_project'>,
  task: Task,
): Promise<Outcome> {
  const planned = await plannedBuild(args, task);
  const { name, command } = planned;
  editor.emit('build_started', { path: command.cwd, task: name }, task.sessionId);
  const end = await runAsTask(editor, planned, vscode.TaskGroup.Build, args.timeout, task);
  const about = { path: command.cwd, task: name, exit_code: end.exitCode };
  editor.emit('build_completed', about, task.sessionId);
  return done({ task: name, ...finished(end) });
}

async function runTests(
  editor: HandlerContext,
  args: ActionArgs<'run_tests'>,
  task: Task,
): Promise<Outcome> {
  const planned = await plannedTests(args, task);
  const end = await runAsTask(editor, planned, vscode.TaskGroup.Test, args.timeout, task);
  const counts = countsIn(outputOf(end));
  const about = { path: planned.command.cwd, task: planned.name, exit_code: end.exitCode };
  editor.emit('test_results', { ...about, ...(counts ? { counts } : {}) }, task.sessionId);
  return done({ ...finished(end), ...(counts ? { counts } : {}) });
}
