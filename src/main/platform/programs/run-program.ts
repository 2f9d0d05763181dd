/**
 * Runs one program to completion: argv as given, no shell, its own process group, limited time and
 * output. Whatever it started in that group ends with it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { withRunMark } from './run-mark.ts';
import type { FilePin } from '../../../shared/files/file-pin.ts';
import { openPinnedProgram, type OpenedProgram } from './pinned-program.ts';
import { RunLimits } from './run-limits.ts';
import { processesInside, spawnSandboxed, type BwrapStatus } from './sandboxed-start.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import { systemErrorCode } from '../../../shared/base/system-error.ts';

export interface ProgramRun {
  readonly program: string;
  /** The allowed program; no other file in its place is started. */
  readonly pin?: FilePin | undefined;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Output beyond this is counted and discarded. */
  readonly outputBytes: number;
  readonly signal: AbortSignal;
  /** Its stdin: a text, or an open file by descriptor. */
  readonly input?: string | Buffer | number;
  /**
   * Where its output goes instead of being kept: it is discarded, or piped to another program.
   */
  readonly stdout?: 'ignore' | Writable;
  readonly stderr?: 'ignore' | Writable;
  /** Called with its stdin, which then stays open for another program to write to. */
  readonly onInput?: (input: Writable) => void;
  /**
   * Called with its pid, which is also its group's; the returned function is called when it has
   * ended.
   */
  readonly onStarted?: (pid: number) => () => void;
  /** It runs in this sandbox or not at all. */
  readonly sandbox?: RunSandbox | undefined;
  /** Called with each piece of output, kept or not. */
  readonly onOutput?: (piece: Buffer, from: 'stdout' | 'stderr') => void;
}

export interface RunSandbox {
  readonly launch: SandboxLaunch;
  /** A path: `cwd` may be a descriptor, which means nothing inside the sandbox. */
  readonly folder: string;
  /** Added to the environment of the profile. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Called when all mounts are done, with the first process inside; returns why the program must
   * not run.
   */
  readonly whyNot?: (firstPid: number) => string | null;
}

export interface ProgramEnd {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Counts the complete output, kept or not. */
  readonly outputBytes: number;
  readonly truncated: boolean;
}

export interface NotStarted {
  readonly notStarted: string;
  /** The message of bubblewrap (bwrap) if the sandbox could not be created. */
  readonly detail?: string;
}

const graceMs = 2_000;

/** Why a program was not started: it is no longer the allowed one. */
export const changedProgram = 'CHANGED';
/** Why a program was not started: its sandbox could not be created. */
export const sandboxFailed = 'SANDBOX';

export async function runProgram(run: ProgramRun): Promise<ProgramEnd | NotStarted> {
  if (run.signal.aborted) return { notStarted: 'ABORTED' };
  const opened = run.pin ? await openPinnedProgram(run.program, run.pin) : null;
  if (run.pin && !opened) return { notStarted: changedProgram };
  try {
    return await started(run, opened);
  } finally {
    opened?.closeFile();
  }
}

interface StartedProgram {
  readonly child: ChildProcess;
  /** Null without a sandbox. */
  readonly status: BwrapStatus | null;
}

async function started(
  run: ProgramRun,
  opened: OpenedProgram | null,
): Promise<ProgramEnd | NotStarted> {
  // The check took time.
  if (run.signal.aborted) return { notStarted: 'ABORTED' };
  let program: StartedProgram;
  try {
    program = run.sandbox ? inSandbox(run, run.sandbox) : plainly(run, opened);
  } catch (error) {
    return { notStarted: sandboxFailed, detail: String(error) };
  }
  const { child, status } = program;
  const isSame = (): boolean =>
    (status === null ? opened?.isStillThere() : opened?.isAtItsName()) ?? true;
  // Inside the sandbox the program is opened by name, and only after the mounts were checked.
  if (status)
    status.whyNot = () =>
      isSame() ? (run.sandbox?.whyNot?.(status.firstPid ?? 0) ?? null) : changedProgram;
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ notStarted: codeOf(error) }));
    child.once('spawn', () => {
      if (isSame()) return resolve(toItsEnd(program, run));
      new ProcessStopper(child, status).done();
      resolve({ notStarted: changedProgram });
    });
  });
}

const plainly = (run: ProgramRun, opened: OpenedProgram | null): StartedProgram => ({
  child: spawn(opened?.path ?? run.program, run.args, {
    argv0: run.program,
    cwd: run.cwd,
    env: withRunMark(run.env),
    shell: false,
    // Its own process group, so that its children can be killed with it.
    detached: process.platform !== 'win32',
    stdio: [inputOf(run), run.stdout ?? 'pipe', run.stderr ?? 'pipe'],
    windowsHide: true,
  }),
  status: null,
});

function inSandbox(run: ProgramRun, { launch, folder, env }: RunSandbox): StartedProgram {
  const inside = { program: run.program, args: run.args, cwd: folder, env };
  return spawnSandboxed(launch, inside, [inputOf(run), run.stdout ?? 'pipe', run.stderr ?? 'pipe']);
}

function inputOf({ input, onInput }: ProgramRun): 'ignore' | 'pipe' | number {
  if (onInput) return 'pipe';
  if (input === undefined) return 'ignore';
  return typeof input === 'number' ? input : 'pipe';
}

const codeOf = (error: Error): string => systemErrorCode(error) ?? error.message;

function toItsEnd(
  { child, status }: StartedProgram,
  run: ProgramRun,
): Promise<ProgramEnd | NotStarted> {
  const kept = new KeptOutput(run.outputBytes);
  let timedOut = false;
  const stop = new ProcessStopper(child, status);
  const limits =
    status && run.sandbox && new RunLimits(status, run.sandbox.launch, () => stop.done());
  const ended = run.onStarted?.(child.pid ?? 0);
  const late = setTimeout(() => {
    timedOut = true;
    stop.begin();
  }, run.timeoutMs);
  const aborted = (): void => stop.begin();
  run.signal.addEventListener('abort', aborted, { once: true });
  for (const from of ['stdout', 'stderr'] as const) {
    child[from]?.on('data', (piece: Buffer) => {
      kept.add(piece, from);
      run.onOutput?.(piece, from);
    });
  }
  child.stdin?.on('error', () => undefined);
  if (run.onInput && child.stdin) run.onInput(child.stdin);
  else if (typeof run.input !== 'number') child.stdin?.end(run.input);
  return new Promise((resolve) => {
    // Children that outlive it would keep its output open forever.
    child.once('exit', () => stop.begin());
    child.once('close', (exitCode, signal) => {
      clearTimeout(late);
      run.signal.removeEventListener('abort', aborted);
      stop.done();
      ended?.();
      const text = limits?.finish() ?? null;
      if (text !== null) kept.addNote(text);
      const output = kept.output();
      // A program that was released and then stopped by us may have run, so this is not a failure
      // of bwrap.
      const isStopped = status?.hasBegun === true && (run.signal.aborted || timedOut);
      // Otherwise bwrap exits without running anything only if it failed.
      const failed = status !== null && !status.hasRun && signal === null && !isStopped;
      const problem = status?.problem ?? null;
      const isWithdrawn = status !== null && !status.hasBegun && run.signal.aborted;
      if (isWithdrawn) resolve({ notStarted: 'ABORTED' });
      else if (problem === changedProgram) resolve({ notStarted: changedProgram });
      else if (problem !== null) resolve({ notStarted: sandboxFailed, detail: problem });
      else if (failed) resolve({ notStarted: sandboxFailed, detail: lastLine(output.stderr) });
      else resolve({ exitCode, signal, timedOut, ...output });
    });
  });
}

const lastLine = (text: Buffer): string => text.toString('utf8').trim().split('\n').at(-1) ?? '';

/** First asks the whole group to exit, then kills it. */
export class ProcessStopper {
  readonly #child: ChildProcess;
  readonly #status: BwrapStatus | null;
  #hard: NodeJS.Timeout | null = null;

  constructor(child: ChildProcess, status: BwrapStatus | null) {
    this.#child = child;
    this.#status = status;
  }

  begin(): void {
    if (this.#hard) return;
    // A program that still waits to be released must not start between SIGTERM and SIGKILL.
    if (this.#status && !this.#status.hasBegun) {
      this.#status.isCancelled = true;
      this.#send('SIGKILL');
    } else this.#ask();
    this.#hard = setTimeout(() => {
      this.#send('SIGKILL');
      // A grandchild in another group may still have the pipes open.
      this.#child.stdout?.destroy();
      this.#child.stderr?.destroy();
    }, graceMs);
  }

  done(): void {
    if (this.#hard) clearTimeout(this.#hard);
    this.#send('SIGKILL');
  }

  /** On SIGTERM, bwrap would immediately kill everything that runs in the sandbox. */
  #ask(): void {
    const first = this.#status?.firstPid ?? null;
    if (first === null) return this.#send('SIGTERM');
    for (const pid of processesInside(first)) {
      try {
        process.kill(pid, constants.signals.SIGTERM);
      } catch {
        // It has already exited.
      }
    }
  }

  #send(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-pid, constants.signals[signal]);
    } catch {
      // The group no longer exists.
    }
  }
}

/** The first bytes of what a program prints, up to a limit. */
export class KeptOutput {
  readonly #most: number;
  readonly #pieces: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  #kept = 0;
  #all = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(piece: Buffer, from: 'stdout' | 'stderr'): void {
    this.#all += piece.length;
    const free = this.#most - this.#kept;
    if (free <= 0) return;
    const part = piece.subarray(0, free);
    this.#pieces[from].push(part);
    this.#kept += part.length;
  }

  /** Adds a text of ours, however much there is already. */
  addNote(text: string): void {
    const note = Buffer.from(`${text}\n`);
    this.#pieces.stderr.push(note);
    this.#kept += note.length;
    this.#all += note.length;
  }

  output(): Pick<ProgramEnd, 'stdout' | 'stderr' | 'outputBytes' | 'truncated'> {
    return {
      stdout: Buffer.concat(this.#pieces.stdout),
      stderr: Buffer.concat(this.#pieces.stderr),
      outputBytes: this.#all,
      truncated: this.#all > this.#kept,
    };
  }
}
