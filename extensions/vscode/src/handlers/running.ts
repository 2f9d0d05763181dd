/**
 * Runs a program in an editor terminal where the user can watch it: exactly what was judged,
 * without a shell. Output is shown and collected.
 */
import * as vscode from 'vscode';
import { runProgram, type ProgramEnd } from '../../../../src/main/platform/programs/run-program.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import type { EmitEvent } from '../basics/editor.ts';
import { failure } from '../basics/refusal.ts';
import { EditorOutputEvents } from './output-events.ts';

export type ProgramStart = NonNullable<Task['start']>;

/** A read-only terminal; its program ends when the user closes it. */
export class ShownProgram implements vscode.Pseudoterminal {
  readonly #written = new vscode.EventEmitter<string>();
  readonly #closed = new vscode.EventEmitter<number>();
  readonly #stop = new AbortController();
  readonly #opened: Promise<void>;
  #open = (): void => undefined;

  constructor() {
    this.#opened = new Promise((resolve) => (this.#open = resolve));
  }

  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;

  /** Aborted when the user closes it. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  open(): void {
    this.#open();
  }

  close(): void {
    this.#stop.abort();
  }

  /** Times out: a terminal that cannot be shown must not block the call. */
  async ready(): Promise<void> {
    await Promise.race([this.#opened, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  }

  write(text: string): void {
    this.#written.fire(text.replaceAll(/\r?\n/g, '\r\n'));
  }

  /** Ends a task. A terminal stays open so that the user can read it. */
  end(exitCode: number | null): void {
    this.#closed.fire(exitCode ?? 1);
  }
}

export async function runShown(
  shown: ShownProgram,
  { start, timeoutSeconds }: { readonly start: ProgramStart; readonly timeoutSeconds: number },
  task: Task,
  emit: EmitEvent,
): Promise<ProgramEnd> {
  const { argv, program, cwd } = start;
  if (program === null || cwd === null) {
    throw failure('action-failed', 'The call was not resolved to a program.');
  }
  const { sessionId, entryId } = task;
  const about = { path: cwd, call: entryId };
  const output = new EditorOutputEvents(emit, sessionId, about);
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  await shown.ready();
  shown.write(`\u001B[2m${task.agentId}:\u001B[0m ${argv.join(' ')}\n`);
  emit('process_started', { ...about, argv }, sessionId);
  const end = await runProgram({
    program,
    args: argv.slice(1),
    cwd,
    env: { ...start.env, PWD: cwd },
    timeoutMs: timeoutSeconds * 1000,
    outputBytes: Math.floor(task.resultBytes / 3),
    signal: AbortSignal.any([task.signal, shown.stopped]),
    onOutput: (piece, from) => {
      const text = decoders[from].decode(piece, { stream: true });
      shown.write(text);
      output.add(text);
    },
  });
  output.dispose();
  if ('notStarted' in end) {
    emit('process_ended', { ...about, not_started: end.notStarted }, sessionId);
    if (end.notStarted === 'ENOENT') throw failure('program-missing', program);
    throw failure('action-failed', `${program} could not be started (${end.notStarted}).`);
  }
  const { exitCode: exit_code, signal, timedOut: timed_out } = end;
  shown.write(`\u001B[2m${endText(end)}\u001B[0m\n`);
  emit('process_ended', { ...about, exit_code, signal, timed_out }, sessionId);
  emit('command_executed', { ...about, argv, exit_code }, sessionId);
  return end;
}

function endText({ exitCode, signal, timedOut }: ProgramEnd): string {
  if (timedOut) return 'It took too long and was stopped.';
  return exitCode === null ? `Ended by ${signal}.` : `Exit code ${exitCode}.`;
}
