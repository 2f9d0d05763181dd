/** Commands and interactive terminals; each terminal belongs to one session and ends with it. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { Scrollback } from '../../../../src/workbench/terminal/scrollback.ts';
import { commandEnd } from '../../../../src/workbench/terminal/program-end.ts';
import type { HandlerContext, HandlerGroup, EmitEvent } from '../basics/editor.ts';
import { failure, refusal } from '../basics/refusal.ts';
import { runShown, ShownProgram } from './running.ts';
import { ShellTerminal, type ShellSize } from './shells.ts';
import { EditorOutputEvents } from './output-events.ts';

interface AgentTerminal {
  readonly id: string;
  readonly sessionId: string;
  readonly terminal: vscode.Terminal;
  readonly shell: ShellTerminal;
  readonly scrollback: Scrollback;
  readonly output: EditorOutputEvents;
  readonly folder: string;
  exited: boolean;
  exitCode: number | null;
}

const maxPerSession = 8;
const scrollbackChars = 1024 * 1024;

export function terminalHandlers(editor: HandlerContext): HandlerGroup {
  const terminals = new EditorTerminals(editor.emit);
  return {
    handlers: {
      exec_command: (args, task) => execCommand(editor, args, task),
      open_terminal: async (args, task) => done({ terminal_id: terminals.open(args, task) }),
      get_output: async ({ terminal_id: id, since }, task) => done(terminals.read(id, since, task)),
      send_input: async ({ terminal_id: id, data }, task) => terminals.type(id, data, task),
    },
    endSession: (sessionId) => terminals.endSession(sessionId),
    dispose: () => terminals.dispose(),
  };
}

async function execCommand(
  { emit }: HandlerContext,
  { timeout }: ActionArgs<'exec_command'>,
  task: Task,
): Promise<Outcome> {
  const { start } = task;
  if (!start) throw failure('action-failed', 'The call was not resolved to a program.');
  const pty = new ShownProgram();
  const name = `${task.agentId}: ${start.argv[0] ?? ''}`.slice(0, 60);
  const terminal = vscode.window.createTerminal({ name, pty, isTransient: true });
  terminal.show(true);
  const end = await runShown(pty, { start, timeoutSeconds: timeout }, task, emit);
  return done(commandEnd(end));
}

class EditorTerminals implements vscode.Disposable {
  readonly #emit: EmitEvent;
  readonly #all = new Map<string, AgentTerminal>();

  constructor(emit: EmitEvent) {
    this.#emit = emit;
  }

  open(size: ShellSize, { start, sessionId, agentId }: Task): string {
    if (!start?.program || start.cwd === null) {
      throw failure('action-failed', 'The call was not resolved to a shell.');
    }
    const own = [...this.#all.values()].filter(
      (item) => item.sessionId === sessionId && !item.exited,
    );
    if (own.length >= maxPerSession) {
      throw refusal('too-many-at-once', `${maxPerSession} is the maximum number of terminals.`);
    }
    const id = randomUUID();
    const { cwd: folder, program } = start;
    const about = { path: folder, terminal_id: id };
    const output = new EditorOutputEvents(this.#emit, sessionId, about);
    const scrollback = new Scrollback(scrollbackChars);
    const onData = (data: string): void => {
      scrollback.add(data);
      output.add(data);
    };
    const shell = new ShellTerminal(
      start,
      { cols: size.cols, rows: size.rows },
      {
        onData,
        onExit: (code) => this.#ended(id, code),
      },
    );
    this.#emit('process_started', { ...about, argv: [program] }, sessionId);
    const name = agentId.slice(0, 60);
    const terminal = vscode.window.createTerminal({ name, pty: shell, isTransient: true });
    terminal.show(true);
    const facts = { id, sessionId, terminal, shell, scrollback, output, folder };
    this.#all.set(id, { ...facts, exited: false, exitCode: null });
    return id;
  }

  read(id: string, since: number | undefined, task: Task) {
    const { scrollback, exited, exitCode } = this.#of(id, task);
    const max = Math.floor(task.resultBytes / 6);
    return { ...scrollback.since(since, max), exited, exit_code: exitCode };
  }

  type(id: string, data: string, task: Task): Outcome {
    const { shell, exited } = this.#of(id, task);
    if (exited) throw refusal('terminal-ended');
    shell.handleInput(data);
    return done({ bytes: Buffer.byteLength(data) });
  }

  endSession(sessionId: string): void {
    for (const item of this.#all.values()) {
      if (item.sessionId !== sessionId) continue;
      this.#all.delete(item.id);
      item.output.dispose();
      item.shell.close();
      item.terminal.dispose();
    }
  }

  dispose(): void {
    for (const { sessionId } of [...this.#all.values()]) this.endSession(sessionId);
  }

  /** Another session's terminal counts as missing. */
  #of(id: string, { sessionId }: Task): AgentTerminal {
    const terminal = this.#all.get(id);
    if (terminal?.sessionId !== sessionId) throw refusal('no-terminal');
    return terminal;
  }

  #ended(id: string, exit_code: number): void {
    const own = this.#all.get(id);
    if (!own) return;
    own.exited = true;
    own.exitCode = exit_code;
    own.output.dispose();
    const { sessionId, folder: path } = own;
    this.#emit('process_ended', { path, terminal_id: id, exit_code }, sessionId);
  }
}
