/**
 * Starts a program in a sandbox: bubblewrap (bwrap) with the arguments of the profile, the seccomp
 * filter on a descriptor, and a pipe on which bwrap reports the first process inside and whether
 * it started the program.
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { seccompDescriptor } from '../../../shared/sandbox/bwrap-descriptors.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import { ControlGroup } from './control-group.ts';
import { addLiveSandbox } from './live-sandboxes.ts';
import { makeMountPoints } from './mount-points.ts';
import { withRunMark } from './run-mark.ts';
import { releaseWhenChecked } from './release-when-checked.ts';

/** When all mounts are done, bwrap waits for a byte on it before it starts the program. */
const blockDescriptor = seccompDescriptor + 1;
const blockArguments = ['--block-fd', String(blockDescriptor)];
const statusDescriptor = blockDescriptor + 1;
/** A descriptor from which bwrap reads more arguments. */
const secretsDescriptor = statusDescriptor + 1;
const goneMs = 1_000;
/** Joins the session's network namespace; part of util-linux, like prlimit. */
const nsenter = '/usr/bin/nsenter';

export interface ProgramInside {
  readonly program: string;
  readonly args: readonly string[];
  /**
   * Replaces the profile's own folder where that does not fit, as for git, which works at the top
   * of a repository.
   */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /**
   * Passed to bwrap on a descriptor, because other users can read the arguments of a process.
   */
  readonly secretEnv?: Readonly<Record<string, string>> | undefined;
}

export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
}

/** The command executed outside; `more` are additional arguments of bwrap. */
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

/** Replaces the profile's --chdir, because bwrap warns if it is given twice. */
function workingIn(args: readonly string[], cwd: string): readonly string[] {
  const at = args.indexOf('--chdir');
  return at === -1 ? [...args, '--chdir', cwd] : args.with(at + 1, cwd);
}

/** Private folders may have been deleted since they were created. */
export function makePrivateFolders(launch: SandboxLaunch): void {
  for (const folder of launch.privateFolders)
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeMountPoints(launch);
}

/**
 * Nothing of our own environment except the mark by which it is found after the app has gone.
 */
export const environmentOutside = (): Record<string, string> =>
  withRunMark({ PATH: '/usr/bin:/bin' });

export interface SandboxedChild {
  readonly child: ChildProcess;
  readonly status: BwrapStatus;
}

/** Its output is kept, discarded, or piped to another program. */
type OutputTo = 'pipe' | 'ignore' | Writable;

export function spawnSandboxed(
  launch: SandboxLaunch,
  inside: ProgramInside,
  stdio: readonly ['ignore' | 'pipe' | number, OutputTo, OutputTo],
): SandboxedChild {
  makePrivateFolders(launch);
  const secrets = Object.entries(inside.secretEnv ?? {});
  const more = [
    ...[...blockArguments, '--json-status-fd', String(statusDescriptor)],
    ...(secrets.length > 0 ? ['--args', String(secretsDescriptor)] : []),
  ];
  const { file, args } = sandboxedCommand(launch, inside, more);
  const filter = fs.openSync(launch.seccompFile, 'r');
  const nothing = fs.openSync('/dev/null', 'r+');
  try {
    const secretsPipe = secrets.length > 0 ? (['pipe'] as const) : [];
    const open = [...stdio, filter, 'pipe', 'pipe', ...secretsPipe] as const;
    const all: StdioOptions = [...open, ...covered(nothing, open.length)];
    const child = spawn(file, args, {
      cwd: '/',
      env: environmentOutside(),
      shell: false,
      // Its own process group, so that bwrap can be killed with everything it started.
      detached: true,
      stdio: all,
    });
    if (child.pid !== undefined) preferToEnd(child.pid);
    const status = new BwrapStatus(child.stdio[statusDescriptor] as Readable | null);
    if (secrets.length > 0) sendSecrets(child.stdio[secretsDescriptor] as Writable | null, secrets);
    hold(child, status, { args, limits: launch.limits });
    addLiveSandbox(launch, {
      processes: () => (status.firstPid === null ? [] : processesInside(status.firstPid)),
      hasEnded: () => hasEnded(child),
    });
    return { child, status };
  } finally {
    fs.closeSync(filter);
    fs.closeSync(nothing);
  }
}

function sendSecrets(pipe: Writable | null, secrets: readonly (readonly [string, string])[]): void {
  pipe?.on('error', () => undefined);
  const words = secrets.flatMap(([name, value]) => ['--setenv', name, value]);
  pipe?.end(words.map((word) => `${word.replaceAll('\0', '')}\0`).join(''));
}

/**
 * Null if the limits of a process apply to its user, or if the system has no groups for us. Bwrap
 * enters the group while it mounts.
 */
function limitedByKernel(pid: number | undefined, limits: SandboxLaunch['limits']) {
  if (pid === undefined || process.getuid?.() !== 0) return null;
  const group = ControlGroup.make(limits);
  if (!group) return null;
  const isEntered = group.add([pid]);
  return {
    /** Resolves when all that bwrap has started is in there. */
    async complete(): Promise<void> {
      await isEntered;
      await group.add([pid, ...processesInside(pid)]);
    },
    remove: () => group.remove(),
  };
}

function hold(
  child: ChildProcess,
  status: BwrapStatus,
  { args, limits }: { readonly args: readonly string[]; readonly limits: SandboxLaunch['limits'] },
): void {
  const blockPipe = child.stdio[blockDescriptor] as Writable | null | undefined;
  blockPipe?.on('error', () => undefined);
  child.once('exit', () => blockPipe?.destroy());
  const group = limitedByKernel(child.pid, limits);
  child.once('exit', () => group?.remove());
  const stop = (why: string): void => {
    status.problem = why;
    endGroup(child.pid);
    blockPipe?.destroy();
  };
  void releaseWhenChecked({
    args,
    firstPid: () => status.firstPid,
    hasEnded: () => hasEnded(child),
    release: async () => {
      await group?.complete();
      const why = status.isCancelled ? 'It was stopped before it began.' : status.whyNot();
      if (why !== null) return stop(why);
      status.hasBegun = true;
      blockPipe?.end('x', () => blockPipe.destroy());
    },
    stop,
  });
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

/**
 * Chromium leaves some of its descriptors open for every child, and a folder or socket among them
 * would lead out of the sandbox, so the child gets /dev/null in their places.
 */
function covered(nothing: number, first: number): readonly ('ignore' | number)[] {
  const leaking = inheritedDescriptors().filter((fd) => fd >= first);
  const last = Math.max(first - 1, ...leaking);
  return Array.from({ length: last - first + 1 }, (_, at) =>
    leaking.includes(first + at) ? nothing : 'ignore',
  );
}

const closeOnExec = 0o2000000;
const infoBytes = Buffer.alloc(256);

/** Descriptors of this process that a program it starts would inherit. */
export const inheritedDescriptors = (): readonly number[] =>
  fs.readdirSync('/proc/self/fdinfo').map(Number).filter(isInherited);

/** The flags are in the second line. */
function isInherited(fd: number): boolean {
  try {
    const info = fs.openSync(`/proc/self/fdinfo/${fd}`, fs.constants.O_RDONLY);
    try {
      const text = infoBytes.toString(
        'latin1',
        0,
        fs.readSync(info, infoBytes, 0, infoBytes.length, 0),
      );
      const flags = /^flags:\s*(\d+)$/m.exec(text)?.[1];
      return (Number.parseInt(flags ?? '0', 8) & closeOnExec) === 0;
    } finally {
      fs.closeSync(info);
    }
  } catch {
    // The descriptor of the folder that was just read.
    return false;
  }
}

/** Opens the filter and the pipe on which bwrap waits, then executes bwrap. */
const opener =
  `mkfifo -m 600 "$1" && exec ${seccompDescriptor}<"$0" ${blockDescriptor}<>"$1" ` +
  '&& shift && exec "$@"';

export interface TerminalCommand extends CommandLine {
  /**
   * Call this with the started process. Its program runs only then; otherwise the caller gets the
   * reason.
   */
  readonly begin: (pid: number, onStopped: (why: string) => void) => void;
  /** Call this instead if no process could be started. */
  readonly drop: () => void;
}

/** A pty gives its program only three descriptors, so a system shell opens the others. */
export function terminalCommand(launch: SandboxLaunch, inside: ProgramInside): TerminalCommand {
  makePrivateFolders(launch);
  const { file, args } = sandboxedCommand(launch, inside, blockArguments);
  // Not in a folder that the sandbox shows: a command could release the shell of another.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-terminal-'));
  const pipe = path.join(folder, 'gate');
  const drop = (): void => fs.rmSync(folder, { recursive: true, force: true });
  const begin: TerminalCommand['begin'] = (pid, onStopped) => {
    const firstPid = (): number | null => childrenOf(pid)[0] ?? null;
    const isGone = (): boolean => !fs.existsSync(`/proc/${pid}`);
    const processes = (): readonly number[] => {
      const first = firstPid();
      return first === null ? [] : processesInside(first);
    };
    addLiveSandbox(launch, { processes, hasEnded: isGone });
    const group = limitedByKernel(pid, launch.limits);
    if (group) whenGone(pid, group.remove);
    void releaseWhenChecked({
      args,
      firstPid,
      hasEnded: isGone,
      release: async () => {
        await group?.complete();
        releaseShell(pipe);
      },
      stop: (why) => {
        endGroup(pid);
        onStopped(why);
      },
    }).finally(drop);
  };
  const opening = ['-c', opener, launch.seccompFile, pipe, file, ...args];
  return { file: '/bin/sh', args: opening, begin, drop };
}

/** The process of a terminal belongs to its library, which reports no exit event here. */
function whenGone(pid: number, act: () => void): void {
  const timer = setInterval(() => {
    if (fs.existsSync(`/proc/${pid}`)) return;
    clearInterval(timer);
    act();
  }, goneMs).unref();
}

function releaseShell(pipe: string): void {
  try {
    // Without the flag, opening would block if bwrap has already exited.
    const blockPipe = fs.openSync(pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
    fs.writeSync(blockPipe, 'x');
    fs.closeSync(blockPipe);
  } catch {
    // Bwrap has exited.
  }
}

/** Parses bwrap's status reports, which are lines of JSON. */
export class BwrapStatus {
  #text = '';
  /** Why the program was not allowed to run. */
  problem: string | null = null;
  /** Called right before it runs; returns why it must not. */
  whyNot: () => string | null = () => null;
  /** Cancelled: the program does not start. */
  isCancelled = false;
  /** The program was allowed to run. */
  hasBegun = false;

  constructor(pipe: Readable | null) {
    pipe?.on('data', (piece: Buffer) => (this.#text += piece.toString('utf8').slice(0, 4096)));
    pipe?.on('error', () => undefined);
  }

  /** The pid, outside, of the first process inside; null until bwrap has reported it. */
  get firstPid(): number | null {
    const found = /"child-pid"\s*:\s*(\d+)/.exec(this.#text)?.[1];
    return found === undefined ? null : Number(found);
  }

  /** Whether the program itself exited; otherwise bwrap failed. */
  get hasRun(): boolean {
    return this.#text.includes('"exit-code"');
  }
}

/** When memory runs out, the kernel kills these before the app and the desktop. */
function preferToEnd(pid: number): void {
  try {
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '600');
  } catch {
    // It has already exited, or the system keeps its own order.
  }
}

/** All processes inside except those of bwrap, by their pids outside. */
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

export function childrenOf(pid: number): readonly number[] {
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

/** Memory that these processes use together. */
export const memoryOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + residentBytes(pid), 0);

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
