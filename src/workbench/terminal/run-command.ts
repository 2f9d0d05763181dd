/**
 * Runs one program for a call: exactly what was judged and shown. Output is streamed to the
 * session.
 */
import { failed, refused } from '../../shared/actions/outcomes.ts';
import { isPinnedAt } from '../../main/platform/programs/file-pins.ts';
import {
  changedProgram,
  runProgram,
  sandboxFailed,
  type NotStarted,
  type ProgramEnd,
} from '../../main/platform/programs/run-program.ts';
import { RunningPrograms } from '../../main/platform/programs/running-programs.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { ownGit } from './own-git.ts';
import { OutputEvents } from './output-events.ts';

export interface CommandStart {
  readonly argv: readonly string[];
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** The folder's path for users and events. */
  readonly folder: string;
  readonly here: string;
  readonly timeoutSeconds: number;
  /** Git is started as for the actions of git. */
  readonly isOwnGit?: boolean;
}

export async function runCommand(
  context: WorkbenchContext,
  start: CommandStart,
  task: Task,
): Promise<ProgramEnd | ActionError> {
  const { sessionId, entryId } = task;
  const { pins } = task.start ?? {};
  for (const pin of pins?.files ?? []) {
    if (!(await isPinnedAt(pin)))
      return refused('stale', `${pin.path} has changed since it was approved.`);
  }
  const git = start.isOwnGit ? await ownGit(start.argv, start, task) : null;
  if (git !== null && isError(git)) return git;
  const about = { path: start.folder, call: entryId };
  const output = new OutputEvents(context, sessionId, about);
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  context.emit('process_started', { ...about, argv: start.argv }, sessionId);
  const end = await runProgram({
    program: start.program,
    pin: pins?.program ?? undefined,
    args: start.argv.slice(1),
    cwd: start.here,
    env: { ...start.env, PWD: start.folder },
    timeoutMs: start.timeoutSeconds * 1000,
    outputBytes: Math.floor(task.resultBytes / 3),
    signal: task.signal,
    sandbox: task.sandbox && { launch: task.sandbox, folder: start.folder },
    ...git,
    onStarted: (pid) => new RunningPrograms(context.stateFolder).keep(pid),
    onOutput: (piece, from) => output.add(decoders[from].decode(piece, { stream: true })),
  });
  output.dispose();
  if ('notStarted' in end) {
    context.emit('process_ended', { ...about, not_started: end.notStarted }, sessionId);
    return notStarted(start.program, end);
  }
  const { exitCode: exit_code, signal, timedOut: timed_out } = end;
  context.emit('process_ended', { ...about, exit_code, signal, timed_out }, sessionId);
  context.emit('command_executed', { ...about, argv: start.argv, exit_code }, sessionId);
  return end;
}

function notStarted(program: string, { notStarted: code, detail = '' }: NotStarted): ActionError {
  if (code === sandboxFailed) return failed('sandbox-unavailable', detail);
  if (code === 'ENOENT') return failed('program-missing', program);
  if (code === changedProgram)
    return refused('stale', `${program} has changed since it was approved.`);
  if (code === 'ABORTED') return failed('ask-withdrawn');
  return failed('action-failed', `${program} could not be started (${code}).`);
}
