/** One program for one call: exactly what was judged and shown, told to its session as it runs. */
import { failed } from '../../shared/outcomes.ts';
import { runProgram, type ProgramEnd } from '../../main/platform/programs/run-program.ts';
import { RunningPrograms } from '../../main/platform/programs/running-programs.ts';
import type { Bench } from '../bench.ts';
import type { Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { ToldOutput } from './told-output.ts';

export interface Start {
  readonly argv: readonly string[];
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** What people and events call the folder. */
  readonly folder: string;
  readonly here: string;
  readonly timeoutSeconds: number;
}

export async function runAndTell(
  bench: Bench,
  start: Start,
  task: Task,
): Promise<ProgramEnd | Trouble> {
  const { sessionId, entryId } = task;
  const about = { path: start.folder, call: entryId };
  const output = new ToldOutput(bench, sessionId, about);
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  bench.tell('process_started', { ...about, argv: start.argv }, sessionId);
  const end = await runProgram({
    program: start.program,
    args: start.argv.slice(1),
    cwd: start.here,
    env: { ...start.env, PWD: start.folder },
    timeoutMs: start.timeoutSeconds * 1000,
    outputBytes: Math.floor(task.resultBytes / 3),
    signal: task.signal,
    onStarted: (pid) => new RunningPrograms(bench.stateFolder).keep(pid),
    onOutput: (piece, from) => output.add(decoders[from].decode(piece, { stream: true })),
  });
  output.dispose();
  if ('notStarted' in end) {
    bench.tell('process_ended', { ...about, not_started: end.notStarted }, sessionId);
    return notStarted(start.program, end.notStarted);
  }
  const { exitCode: exit_code, signal, timedOut: timed_out } = end;
  bench.tell('process_ended', { ...about, exit_code, signal, timed_out }, sessionId);
  bench.tell('command_executed', { ...about, argv: start.argv, exit_code }, sessionId);
  return end;
}

function notStarted(program: string, code: string): Trouble {
  if (code === 'ENOENT') return failed('program-missing', program);
  if (code === 'ABORTED') return failed('ask-withdrawn');
  return failed('action-failed', `${program} could not be started (${code}).`);
}
