/**
 * Starts a program in a sandbox: the engine with the arguments of the profile, the filter on its
 * descriptor, and a pipe on which the engine tells which process is the first one inside and whether
 * it came that far.
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { seccompDescriptor } from '../../../shared/sandbox/engine-descriptors.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import { withRunMark } from './run-mark.ts';
import { releaseWhenChecked } from './start-gate.ts';

/** The engine waits for a byte on it when all is mounted. */
const gateDescriptor = seccompDescriptor + 1;
const gateArguments = ['--block-fd', String(gateDescriptor)];
const statusDescriptor = gateDescriptor + 1;
/** Joins the network of the session; part of util-linux, like prlimit. */
const nsenter = '/usr/bin/nsenter';

export interface ProgramInside {
  readonly program: string;
  readonly args: readonly string[];
  /** Where the profile's own do not fit, as for git, which works at the top of a repository. */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
}

/** What is executed on the outside; `more` are arguments of the engine. */
export function sandboxedCommand(
  launch: SandboxLaunch,
  { program, args, cwd, env = {} }: ProgramInside,
  more: readonly string[] = [],
): CommandLine {
  const inside = [
    ...(cwd === undefined ? launch.args : workingIn(launch.args, cwd)),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...more,
    ...['--', ...launch.limiter, program, ...args],
  ];
  if (launch.network === null) return { file: launch.bwrap, args: inside };
  const { holderPid } = launch.network;
  const joining = ['--preserve-credentials', '-U', '-n', '-t', String(holderPid), '--'];
  return { file: nsenter, args: [...joining, launch.bwrap, ...inside] };
}

/** The engine complains about a second folder to begin in. */
function workingIn(args: readonly string[], cwd: string): readonly string[] {
  const at = args.indexOf('--chdir');
  return at === -1 ? [...args, '--chdir', cwd] : args.with(at + 1, cwd);
}

/** Private folders may have been removed since they were made. */
export function makePrivateFolders({ privateFolders }: SandboxLaunch): void {
  for (const folder of privateFolders) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Nothing of our own environment but the mark by which it is found when the app is gone. */
export const environmentOutside = (): Record<string, string> =>
  withRunMark({ PATH: '/usr/bin:/bin' });

export interface SandboxedChild {
  readonly child: ChildProcess;
  readonly status: EngineStatus;
}

/** Kept, dropped, or into the input of another program. */
type OutputTo = 'pipe' | 'ignore' | Writable;

export function spawnSandboxed(
  launch: SandboxLaunch,
  inside: ProgramInside,
  stdio: readonly ['ignore' | 'pipe' | number, OutputTo, OutputTo],
): SandboxedChild {
  makePrivateFolders(launch);
  const more = [...gateArguments, '--json-status-fd', String(statusDescriptor)];
  const { file, args } = sandboxedCommand(launch, inside, more);
  const filter = fs.openSync(launch.seccompFile, 'r');
  const nothing = fs.openSync('/dev/null', 'r+');
  try {
    const all: StdioOptions = [...stdio, filter, 'pipe', 'pipe', ...covered(nothing)];
    const child = spawn(file, args, {
      cwd: '/',
      env: environmentOutside(),
      shell: false,
      // A group of its own, so that the engine can be ended with all that it started.
      detached: true,
      stdio: all,
    });
    if (child.pid !== undefined) preferToEnd(child.pid);
    const status = new EngineStatus(child.stdio[statusDescriptor] as Readable | null);
    hold(child, status, args);
    return { child, status };
  } finally {
    fs.closeSync(filter);
    fs.closeSync(nothing);
  }
}

function hold(child: ChildProcess, status: EngineStatus, args: readonly string[]): void {
  const gate = child.stdio[gateDescriptor] as Writable | null | undefined;
  gate?.on('error', () => undefined);
  child.once('exit', () => gate?.destroy());
  const stop = (why: string): void => {
    status.problem = why;
    endGroup(child.pid);
    gate?.destroy();
  };
  void releaseWhenChecked({
    args,
    firstPid: () => status.firstPid,
    hasEnded: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
    release: () => {
      const why = status.whyNot();
      if (why === null) gate?.end('x', () => gate.destroy());
      else stop(why);
    },
    stop,
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/**
 * Chromium leaves some of its descriptors open for every child, and a folder or socket among them
 * would lead out of the sandbox: the child gets /dev/null in their places.
 */
function covered(nothing: number): readonly ('ignore' | number)[] {
  const first = statusDescriptor + 1;
  const leaking = inheritedDescriptors().filter((fd) => fd >= first);
  const last = Math.max(first - 1, ...leaking);
  return Array.from({ length: last - first + 1 }, (_, at) =>
    leaking.includes(first + at) ? nothing : 'ignore',
  );
}

const closeOnExec = 0o2000000;

/** Descriptors of this process that a program it starts would have, too. */
export function inheritedDescriptors(): readonly number[] {
  return fs
    .readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((fd) => {
      try {
        const flags = /^flags:\s*(\d+)$/m.exec(
          fs.readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'),
        )?.[1];
        return (Number.parseInt(flags ?? '0', 8) & closeOnExec) === 0;
      } catch {
        // The descriptor of the folder that was read.
        return false;
      }
    });
}

/** Opens the filter and the pipe of the gate, and becomes the engine. */
const opener =
  `mkfifo -m 600 "$1" && exec ${seccompDescriptor}<"$0" ${gateDescriptor}<>"$1" ` +
  '&& shift && exec "$@"';

export interface TerminalCommand extends CommandLine {
  /** To be called with the process that was started; its program runs only then. */
  readonly begin: (pid: number) => void;
}

/** A pty gives its program three descriptors only: a shell of the system opens the others. */
export function terminalCommand(launch: SandboxLaunch, inside: ProgramInside): TerminalCommand {
  makePrivateFolders(launch);
  const { file, args } = sandboxedCommand(launch, inside, gateArguments);
  // Not in a folder that the sandbox shows: a command could open the gate of another.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-terminal-'));
  const pipe = path.join(folder, 'gate');
  const remove = (): void => fs.rmSync(folder, { recursive: true, force: true });
  const begin = (pid: number): void =>
    void releaseWhenChecked({
      args,
      firstPid: () => childrenOf(pid)[0] ?? null,
      hasEnded: () => !fs.existsSync(`/proc/${pid}`),
      release: () => openGate(pipe),
      stop: () => endGroup(pid),
    }).finally(remove);
  return { file: '/bin/sh', args: ['-c', opener, launch.seccompFile, pipe, file, ...args], begin };
}

function openGate(pipe: string): void {
  try {
    // Without the flag it would wait for an engine that has ended.
    const gate = fs.openSync(pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
    fs.writeSync(gate, 'x');
    fs.closeSync(gate);
  } catch {
    // The engine has ended.
  }
}

/** What the engine says about the program: lines of JSON. */
export class EngineStatus {
  #text = '';
  /** Why the program was not let run. */
  problem: string | null = null;
  /** Asked right before it runs: why it must not. */
  whyNot: () => string | null = () => null;

  constructor(pipe: Readable | null) {
    pipe?.on('data', (piece: Buffer) => (this.#text += piece.toString('utf8').slice(0, 4096)));
    pipe?.on('error', () => undefined);
  }

  /** The first process inside, by its number outside; null before the engine has told it. */
  get firstPid(): number | null {
    const found = /"child-pid"\s*:\s*(\d+)/.exec(this.#text)?.[1];
    return found === undefined ? null : Number(found);
  }

  /** Whether the program ran to an end: else the engine itself failed. */
  get hasRun(): boolean {
    return this.#text.includes('"exit-code"');
  }
}

/** When memory runs out, the kernel ends these before the app and the desktop. */
function preferToEnd(pid: number): void {
  try {
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '600');
  } catch {
    // It has ended already, or the system keeps its own order.
  }
}

/** All processes inside but the engine's own, by their numbers outside. */
export function processesInside(firstPid: number): readonly number[] {
  const found: number[] = [];
  const waiting = [firstPid];
  for (let at = 0; at < waiting.length && at < 8192; at += 1) {
    const pid = waiting[at] ?? 0;
    if (pid !== firstPid) found.push(pid);
    waiting.push(...childrenOf(pid));
  }
  return found;
}

function childrenOf(pid: number): readonly number[] {
  try {
    return fs
      .readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => fs.readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
      .filter((text) => text !== '')
      .map(Number);
  } catch {
    return [];
  }
}

/** Memory that the processes inside use together. */
export function memoryInside(firstPid: number): number {
  return processesInside(firstPid).reduce((sum, pid) => sum + residentBytes(pid), 0);
}

const pageBytes = 4096;

function residentBytes(pid: number): number {
  try {
    const [, resident = '0', shared = '0'] = fs
      .readFileSync(`/proc/${pid}/statm`, 'utf8')
      .split(' ');
    return (Number(resident) - Number(shared)) * pageBytes;
  } catch {
    return 0;
  }
}
