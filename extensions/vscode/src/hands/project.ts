/** The project: its folders, what is in them, building and testing it by tasks of the editor. */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions.ts';
import { done, type Outcome } from '../../../../src/shared/outcomes.ts';
import type { Plan } from '../../../../src/shared/plan.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import { digestOf, unlikePlanned } from '../../../../src/workbench/basics/plans.ts';
import type { ProgramEnd } from '../../../../src/main/platform/programs/run-program.ts';
import type { Task } from '../../../../src/workbench/hand.ts';
import { countsIn } from '../../../../src/workbench/project/test-counts.ts';
import type { Editor, HandRoom } from '../basics/editor.ts';
import { failure, orThrow, refusal } from '../basics/refusal.ts';
import { tasksIn, type ProjectTask } from './project-tasks.ts';
import { runShown, ShownProgram, type Start } from './running.ts';
import type { SaidCommand } from './task-words.ts';
import { exploreTree, workspaceInfo } from './tree.ts';

interface Planned {
  readonly name: string;
  readonly command: SaidCommand;
  readonly says: string;
}

export function projectRoom(editor: Editor): HandRoom {
  return {
    hands: {
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

const digestOfTask = ({ command, says }: Planned): string => digestOf([command, says]);

const planOf = (planned: Planned): Plan => ({
  command: { argv: [...planned.command.argv], cwd: planned.command.cwd, says: planned.says },
  truncated: false,
  digest: digestOfTask(planned),
});

async function plannedBuild(
  { task: wanted, root }: ActionArgs<'build_project'>,
  task: Task,
): Promise<Planned> {
  const tasks = await tasksIn(orThrow(oneFolder(root, task)));
  const chosen = tasks.find((one) => (wanted ? one.name === wanted : one.kind === 'build'));
  return said(chosen, tasks);
}

async function plannedTests(
  { filter, root }: ActionArgs<'run_tests'>,
  task: Task,
): Promise<Planned> {
  const tasks = await tasksIn(orThrow(oneFolder(root, task)));
  const planned = said(
    tasks.find((one) => one.kind === 'test'),
    tasks,
  );
  if (filter === undefined) return planned;
  const { argv, cwd } = planned.command;
  if (argv[0] !== 'npm') {
    throw refusal('invalid-arguments', `filter: ${planned.name} takes none; leave it out.`);
  }
  return { ...planned, command: { argv: [...argv, '--', filter], cwd } };
}

function said(task: ProjectTask | undefined, all: readonly ProjectTask[]): Planned {
  const names = all.map(({ name }) => name).slice(0, 20);
  if (!task) throw refusal('no-task', `There is: ${names.join(', ') || 'none'}.`);
  const { name, command, says } = task;
  if (!command) {
    throw refusal(
      'not-offered',
      `Only the editor can work out what ${name} runs; the person can run it.`,
    );
  }
  return { name, command, says };
}

/** As a task of the editor, so that it is seen and counted as one; its program is what was judged. */
async function runAsTask(
  editor: Editor,
  planned: Planned,
  group: vscode.TaskGroup,
  timeoutSeconds: number,
  task: Task,
): Promise<ProgramEnd> {
  orThrow(unlikePlanned(digestOfTask(planned), task) ?? {});
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
    const end = await runShown(pty, { start, timeoutSeconds }, task, editor.tell);
    pty.end(end.exitCode);
    return end;
  } catch (error) {
    pty.end(null);
    throw error;
  }
}

function startOf({ command }: Planned, { start, planned }: Task): Start {
  if (!start) throw failure('action-failed', 'Nobody has settled which program this starts.');
  // Where a plan was judged, what starts is what was shown.
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
  editor: Editor,
  args: ActionArgs<'build_project'>,
  task: Task,
): Promise<Outcome> {
  const planned = await plannedBuild(args, task);
  const { name, command } = planned;
  editor.tell('build_started', { path: command.cwd, task: name }, task.sessionId);
  const end = await runAsTask(editor, planned, vscode.TaskGroup.Build, args.timeout, task);
  const about = { path: command.cwd, task: name, exit_code: end.exitCode };
  editor.tell('build_completed', about, task.sessionId);
  return done({ task: name, ...finished(end) });
}

async function runTests(
  editor: Editor,
  args: ActionArgs<'run_tests'>,
  task: Task,
): Promise<Outcome> {
  const planned = await plannedTests(args, task);
  const end = await runAsTask(editor, planned, vscode.TaskGroup.Test, args.timeout, task);
  const counts = countsIn(outputOf(end));
  const about = { path: planned.command.cwd, task: planned.name, exit_code: end.exitCode };
  editor.tell('test_results', { ...about, ...(counts ? { counts } : {}) }, task.sessionId);
  return done({ ...finished(end), ...(counts ? { counts } : {}) });
}
