/** Interactive terminals on a real pty. Each belongs to one session and ends with it. */
import type { IPty } from '@lydell/node-pty';
import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../shared/base/disposable.ts';
import type { FilePin } from '../../shared/files/file-pin.ts';
import { openPinnedProgram } from '../../main/platform/programs/pinned-program.ts';
import { failed, refused, type Refused } from '../../shared/actions/outcomes.ts';
import { withRunMark } from '../../main/platform/programs/run-mark.ts';
import type { SandboxLaunch } from '../../shared/sandbox/sandbox-launch.ts';
import {
  environmentOutside,
  terminalCommand,
  type TerminalCommand,
} from '../../main/platform/programs/sandboxed-start.ts';
import { nodePty } from '../basics/tools.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { ActionError } from '../confined/errors.ts';
import { OpenTerminals, type OpenTerminal } from './open-terminals.ts';
import { Scrollback } from './scrollback.ts';
import { OutputEvents } from './output-events.ts';

export interface TerminalStart {
  readonly sessionId: string;
  readonly program: string;
  /** The approved program file; a different file is not started. */
  readonly pin: FilePin | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly here: string;
  /** Where the shell runs; undefined: with the user's rights. */
  readonly sandbox: SandboxLaunch | undefined;
  readonly signal: AbortSignal;
  readonly cols: number;
  readonly rows: number;
}

interface Terminal extends OpenTerminal {
  readonly pty: IPty;
  readonly output: OutputEvents;
  readonly scrollback: Scrollback;
  exitCode: number | null;
  exited: boolean;
}

const maxPerSession = 8;
const maxEndedTerminals = 16;
const scrollbackChars = 1024 * 1024;
const graceMs = 1_000;

export class Terminals implements Disposable {
  readonly #context: WorkbenchContext;
  readonly #terminals = new Map<string, Terminal>();
  readonly #record: OpenTerminals;
  /** Open when the workbench crashed; their programs are gone. */
  readonly #lost: ReadonlyMap<string, OpenTerminal>;

  constructor(context: WorkbenchContext) {
    this.#context = context;
    this.#record = new OpenTerminals(context.stateFolder);
    this.#lost = new Map(this.#record.lost().map((item) => [item.id, item]));
    this.#record.keep([]);
  }

  /** Call once the hub is connected, so that sessions receive the events. */
  emitLost(): void {
    for (const { id, sessionId, folder } of this.#lost.values()) {
      const about = { path: folder, terminal_id: id, exit_code: null, lost: true };
      this.#context.emit('process_ended', about, sessionId);
    }
  }

  async open(start: TerminalStart): Promise<{ readonly id: string } | ActionError> {
    const { sessionId } = start;
    const own = [...this.#terminals.values()].filter((item) => item.sessionId === sessionId);
    if (own.filter((item) => !item.exited).length >= maxPerSession) {
      return refused('too-many-at-once', `${maxPerSession} is the maximum number of terminals.`);
    }
    // A pty takes its program by name, which also becomes the shell's argv[0].
    const programFile = await openPinnedProgram(start.program, start.pin);
    if (!programFile)
      return refused('stale', `${start.program} has changed since it was approved.`);
    let started: StartedPty;
    try {
      // The check took time.
      if (start.signal.aborted) return failed('ask-withdrawn');
      started = spawnPty(start);
    } catch (error) {
      return failed('action-failed', `The terminal could not be started: ${String(error)}`);
    } finally {
      programFile.closeFile();
    }
    return this.#add(started, start);
  }

  #add(
    { pty, begin }: StartedPty,
    { sessionId, folder, program }: TerminalStart,
  ): { readonly id: string } {
    const id = randomUUID();
    const about = { path: folder, terminal_id: id };
    const output = new OutputEvents(this.#context, sessionId, about);
    const terminal: Terminal = {
      id,
      sessionId,
      folder,
      pty,
      output,
      scrollback: new Scrollback(scrollbackChars),
      exitCode: null,
      exited: false,
    };
    this.#terminals.set(id, terminal);
    this.#keepRecord();
    this.#context.emit('process_started', { ...about, argv: [program] }, sessionId);
    pty.onData((data) => {
      terminal.scrollback.add(data);
      output.add(data);
    });
    pty.onExit(({ exitCode }) => {
      terminal.exited = true;
      terminal.exitCode = exitCode;
      output.dispose();
      this.#context.emit('process_ended', { ...about, exit_code: exitCode }, sessionId);
      this.#forgetOldest();
      this.#keepRecord();
    });
    begin?.(pty.pid, (why) => {
      const line = `[The terminal was not started: ${why}]\r\n`;
      terminal.scrollback.add(line);
      output.add(line);
    });
    return { id };
  }

  read(id: string, sessionId: string, since: number | undefined, max: number) {
    const terminal = this.#of(id, sessionId);
    if (!terminal) return this.#isLost(id, sessionId) ? lostOutput(since) : noTerminal;
    const { exited, exitCode } = terminal;
    return { ...terminal.scrollback.since(since, max), exited, exit_code: exitCode };
  }

  type(id: string, sessionId: string, data: string): { readonly bytes: number } | Refused {
    const terminal = this.#of(id, sessionId);
    if (terminal ? terminal.exited : this.#isLost(id, sessionId)) return refused('terminal-ended');
    if (!terminal) return noTerminal;
    terminal.pty.write(data);
    return { bytes: Buffer.byteLength(data) };
  }

  resize(id: string, sessionId: string, cols: number, rows: number): Refused | null {
    const terminal = this.#of(id, sessionId);
    if (!terminal) return noTerminal;
    if (terminal.exited) return refused('terminal-ended');
    terminal.pty.resize(cols, rows);
    return null;
  }

  async endSession(sessionId: string): Promise<void> {
    const own = [...this.#terminals.values()].filter((item) => item.sessionId === sessionId);
    for (const { id } of own) this.#terminals.delete(id);
    this.#keepRecord();
    await Promise.all(own.map((item) => end(item)));
  }

  async dispose(): Promise<void> {
    const all = [...this.#terminals.values()];
    this.#terminals.clear();
    this.#keepRecord();
    await Promise.all(all.map((item) => end(item)));
  }

  /** Another session's terminal counts as missing. */
  #of(id: string, sessionId: string): Terminal | null {
    const terminal = this.#terminals.get(id);
    return terminal?.sessionId === sessionId ? terminal : null;
  }

  #isLost(id: string, sessionId: string): boolean {
    return this.#lost.get(id)?.sessionId === sessionId;
  }

  #keepRecord(): void {
    const open = [...this.#terminals.values()].filter((item) => !item.exited);
    this.#record.keep(open.map(({ id, sessionId, folder }) => ({ id, sessionId, folder })));
  }

  #forgetOldest(): void {
    const ended = [...this.#terminals.values()].filter((item) => item.exited);
    for (const { id } of ended.slice(0, -maxEndedTerminals)) this.#terminals.delete(id);
  }
}

const terminalName = 'xterm-256color';

interface StartedPty {
  readonly pty: IPty;
  /** Lets a sandboxed shell run once its mounts were checked. */
  readonly begin?: TerminalCommand['begin'];
}

function spawnPty({ sandbox, ...start }: TerminalStart): StartedPty {
  const size = { name: terminalName, cols: start.cols, rows: start.rows };
  if (!sandbox) {
    const env = withRunMark({ ...start.env, TERM: terminalName, PWD: start.folder });
    const args = [...start.args];
    return { pty: nodePty().spawn(start.program, args, { ...size, cwd: start.here, env }) };
  }
  const { file, args, begin, drop } = terminalCommand(sandbox, {
    program: start.program,
    args: start.args,
    cwd: start.folder,
    env: { TERM: terminalName, PWD: start.folder },
  });
  try {
    const env = environmentOutside();
    return { pty: nodePty().spawn(file, [...args], { ...size, cwd: '/', env }), begin };
  } catch (error) {
    drop();
    throw error;
  }
}

const noTerminal = refused('no-terminal');

const lostOutput = (since = 0) => ({
  data: '[The workbench stopped unexpectedly and this terminal ended with it; its output is lost.]',
  next: since,
  truncated: true,
  exited: true,
  exit_code: null,
});

/** Ends the shell's process group; other groups get SIGHUP when the terminal closes. */
async function end(terminal: Terminal): Promise<void> {
  const { pty } = terminal;
  terminal.output.dispose();
  if (terminal.exited) return;
  const exited = new Promise<void>((resolve) => void pty.onExit(() => resolve()));
  signalGroup(pty.pid, 'SIGHUP');
  const hard = setTimeout(() => signalGroup(pty.pid, 'SIGKILL'), graceMs);
  await exited;
  clearTimeout(hard);
  signalGroup(pty.pid, 'SIGKILL');
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') process.kill(pid);
    else process.kill(-pid, signal);
  } catch {
    // It has already exited.
  }
}
