/** Interactive terminals on a real pty. Each belongs to one session and ends with it. */
import type { IPty } from '@lydell/node-pty';
import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../shared/base/disposable.ts';
import { failed, refused, type Refused } from '../../shared/outcomes.ts';
import { nodePty } from '../basics/tools.ts';
import type { Bench } from '../bench.ts';
import type { Trouble } from '../confined-trouble.ts';
import { OpenTerminals, type OpenTerminal } from './open-terminals.ts';
import { Scrollback } from './scrollback.ts';
import { ToldOutput } from './told-output.ts';

export interface TerminalStart {
  readonly sessionId: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly here: string;
  readonly cols: number;
  readonly rows: number;
}

interface Terminal extends OpenTerminal {
  readonly pty: IPty;
  readonly output: ToldOutput;
  readonly scrollback: Scrollback;
  exitCode: number | null;
  exited: boolean;
}

const mostPerSession = 8;
const mostEndedKept = 16;
const keptCharacters = 1024 * 1024;
const graceMs = 1_000;

export class Terminals implements Disposable {
  readonly #bench: Bench;
  readonly #terminals = new Map<string, Terminal>();
  readonly #record: OpenTerminals;
  /** Open when the workbench crashed; the system has ended what ran in them. */
  readonly #lost: ReadonlyMap<string, OpenTerminal>;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#record = new OpenTerminals(bench.stateFolder);
    this.#lost = new Map(this.#record.lost().map((one) => [one.id, one]));
    this.#record.keep([]);
  }

  /** Their sessions are there to hear it from now on. */
  tellLost(): void {
    for (const { id, sessionId, folder } of this.#lost.values()) {
      const about = { path: folder, terminal_id: id, exit_code: null, lost: true };
      this.#bench.tell('process_ended', about, sessionId);
    }
  }

  open(start: TerminalStart): { readonly id: string } | Trouble {
    const { sessionId } = start;
    const own = [...this.#terminals.values()].filter((one) => one.sessionId === sessionId);
    if (own.filter((one) => !one.exited).length >= mostPerSession) {
      return refused('too-many-at-once', `${mostPerSession} terminals are the most.`);
    }
    let pty: IPty;
    try {
      pty = nodePty().spawn(start.program, [...start.args], {
        name: 'xterm-256color',
        cwd: start.here,
        env: { ...start.env, TERM: 'xterm-256color', PWD: start.folder },
        cols: start.cols,
        rows: start.rows,
      });
    } catch (error) {
      return failed('action-failed', `The terminal could not be started: ${String(error)}`);
    }
    return this.#add(pty, start);
  }

  #add(pty: IPty, { sessionId, folder, program }: TerminalStart): { readonly id: string } {
    const id = randomUUID();
    const about = { path: folder, terminal_id: id };
    const output = new ToldOutput(this.#bench, sessionId, about);
    const terminal: Terminal = {
      id,
      sessionId,
      folder,
      pty,
      output,
      scrollback: new Scrollback(keptCharacters),
      exitCode: null,
      exited: false,
    };
    this.#terminals.set(id, terminal);
    this.#keepRecord();
    this.#bench.tell('process_started', { ...about, argv: [program] }, sessionId);
    pty.onData((data) => {
      terminal.scrollback.add(data);
      output.add(data);
    });
    pty.onExit(({ exitCode }) => {
      terminal.exited = true;
      terminal.exitCode = exitCode;
      output.dispose();
      this.#bench.tell('process_ended', { ...about, exit_code: exitCode }, sessionId);
      this.#forgetOldest();
      this.#keepRecord();
    });
    return { id };
  }

  read(id: string, sessionId: string, since: number | undefined, most: number) {
    const terminal = this.#of(id, sessionId);
    if (!terminal) return this.#isLost(id, sessionId) ? lostOutput(since) : noTerminal;
    const { exited, exitCode } = terminal;
    return { ...terminal.scrollback.since(since, most), exited, exit_code: exitCode };
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
    const own = [...this.#terminals.values()].filter((one) => one.sessionId === sessionId);
    for (const { id } of own) this.#terminals.delete(id);
    this.#keepRecord();
    await Promise.all(own.map((one) => end(one)));
  }

  async dispose(): Promise<void> {
    const all = [...this.#terminals.values()];
    this.#terminals.clear();
    this.#keepRecord();
    await Promise.all(all.map((one) => end(one)));
  }

  /** Another session's terminal is as good as none. */
  #of(id: string, sessionId: string): Terminal | null {
    const terminal = this.#terminals.get(id);
    return terminal?.sessionId === sessionId ? terminal : null;
  }

  #isLost(id: string, sessionId: string): boolean {
    return this.#lost.get(id)?.sessionId === sessionId;
  }

  #keepRecord(): void {
    const open = [...this.#terminals.values()].filter((one) => !one.exited);
    this.#record.keep(open.map(({ id, sessionId, folder }) => ({ id, sessionId, folder })));
  }

  #forgetOldest(): void {
    const ended = [...this.#terminals.values()].filter((one) => one.exited);
    for (const { id } of ended.slice(0, -mostEndedKept)) this.#terminals.delete(id);
  }
}

const noTerminal = refused('no-terminal');

const lostOutput = (since = 0) => ({
  data: '[The workbench stopped unexpectedly and this terminal ended with it; what it wrote is gone.]',
  next: since,
  truncated: true,
  exited: true,
  exit_code: null,
});

/** The shell and what runs in it; what went into a group of its own is asked by its terminal's end. */
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
    // It is gone already.
  }
}
