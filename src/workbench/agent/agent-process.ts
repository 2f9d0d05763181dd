/** An agent's program inside its sandbox: on a terminal of its own, or with pipes where the user has none. */
import type { IPty } from '@lydell/node-pty';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import type { AgentRunTask } from '../../shared/agents/agent-run-tasks.ts';
import { ProcessFreezer } from '../../main/platform/programs/live-sandboxes.ts';
import {
  childrenOf,
  environmentOutside,
  processesInside,
  spawnSandboxed,
  terminalCommand,
} from '../../main/platform/programs/sandboxed-start.ts';
import { nodePty } from '../basics/tools.ts';

export interface AgentEvents {
  readonly onOutput: (bytes: Uint8Array, from: 'data' | 'errors') => void;
  /** Suspended, as by Ctrl-Z. */
  readonly onStopped: () => void;
  readonly onEnded: (exitCode: number, problem: string | null) => void;
}

export interface AgentProcess {
  /** The pid of bubblewrap, outside. */
  readonly pid: number;
  write(bytes: Uint8Array): void;
  endInput(): void;
  resize(cols: number, rows: number): void;
  signal(name: NodeJS.Signals): void;
  resume(): void;
  /** Reads no more output until it is called with false. */
  hold(isFull: boolean): void;
  /** Paused, none of its processes runs until it is called with false, or the agent is ended. */
  pause(isPaused: boolean): void;
  /** The group first, gently; then everything. A paused agent is ended at once: it must not run again. */
  end(): void;
}

/** The variables with keys are read inside: arguments can be seen by every user of the computer. */
const variables = '. "$HOME/.gatehouse-environment"';

/**
 * Job control as a shell has it: the agent gets a process group of its own, so that Ctrl-Z suspends it.
 * Then this shell suspends itself, which is seen from outside. It says by which signal the agent was ended, as the user's own
 * shell would.
 */
const withJobs = `${variables}
set -m
"$@"
code=$?
while jobs %% >/dev/null 2>&1; do
  kill -STOP $$
  fg %% >/dev/null
  code=$?
done
exit $code`;

const withoutJobs = `${variables}
exec "$@"`;

const plainShell = '/bin/sh';
/** Others fail at their end when the terminal belonged to a group outside of the sandbox. */
const jobShell = '/bin/bash';
const graceMs = 1_500;
const lookMs = 200;

export const startAgent = (task: AgentRunTask, events: AgentEvents): AgentProcess =>
  task.terminal ? onTerminal(task, task.terminal, events) : onPipes(task, events);

function onTerminal(
  task: AgentRunTask,
  size: { readonly cols: number; readonly rows: number },
  events: AgentEvents,
): AgentProcess {
  const { file, args, begin, drop } = terminalCommand(task.launch, inside(task, withJobControl()));
  let pty: IPty;
  try {
    // With `encoding: null` the bytes come as they are, although the type says text.
    const how = { ...size, cwd: '/', encoding: null, name: 'xterm-256color' };
    pty = nodePty().spawn(file, [...args], { ...how, env: environmentOutside() });
  } catch (error) {
    drop();
    throw error;
  }
  const ending = new GroupTermination(pty.pid);
  const freezer = new ProcessFreezer(() => {
    const [first] = childrenOf(pty.pid);
    return first === undefined ? [] : processesInside(first);
  });
  let problem: string | null = null;
  const look = setInterval(() => {
    if (!freezer.isOn && suspended.seen(shellInside(pty.pid))) events.onStopped();
  }, lookMs);
  const suspended = new Suspension();
  pty.onData((data: unknown) => events.onOutput(data as Uint8Array, 'data'));
  pty.onExit(({ exitCode, signal }) => {
    clearInterval(look);
    freezer.drop();
    ending.ended();
    events.onEnded(signal ? 128 + signal : exitCode, problem);
  });
  begin(pty.pid, (why) => (problem = why));
  return {
    pid: pty.pid,
    // Bytes are taken as they are, although the type says text.
    write: (bytes) => pty.write(Buffer.from(bytes) as unknown as string),
    endInput: () => undefined,
    resize: (cols, rows) => pty.resize(cols, rows),
    signal: (name) => {
      const shell = shellInside(pty.pid);
      for (const pid of shell === null ? [pty.pid] : childrenOf(shell)) sent(pid, name);
    },
    resume: () => {
      const shell = shellInside(pty.pid);
      if (shell !== null) freezer.wake(shell);
    },
    hold: (isFull) => (isFull ? pty.pause() : pty.resume()),
    pause: (isPaused) => freezer.set(isPaused),
    end: () => ending.begin(freezer),
  };
}

function onPipes(task: AgentRunTask, events: AgentEvents): AgentProcess {
  const stdio = ['pipe', 'pipe', 'pipe'] as const;
  const { child, status } = spawnSandboxed(
    task.launch,
    inside(task, [plainShell, withoutJobs]),
    stdio,
  );
  const ending = new GroupTermination(child.pid);
  const freezer = new ProcessFreezer(() =>
    status.firstPid === null ? [] : processesInside(status.firstPid),
  );
  child.stdout?.on('data', (bytes: Buffer) => events.onOutput(bytes, 'data'));
  child.stderr?.on('data', (bytes: Buffer) => events.onOutput(bytes, 'errors'));
  child.stdin?.on('error', () => undefined);
  child.once('error', (error) => {
    freezer.drop();
    ending.ended();
    events.onEnded(127, String(error));
  });
  child.once('close', (code, signal) => {
    freezer.drop();
    ending.ended();
    events.onEnded(code ?? 128 + (signal ? signalNumber(signal) : 0), status.problem);
  });
  return {
    pid: child.pid ?? 0,
    write: (bytes) => void child.stdin?.write(bytes),
    endInput: () => void child.stdin?.end(),
    resize: () => undefined,
    signal: (name) => {
      const first = status.firstPid;
      for (const pid of first === null ? [] : childrenOf(first)) sent(pid, name);
    },
    resume: () => undefined,
    hold: (isFull) => setPaused(child, isFull),
    pause: (isPaused) => freezer.set(isPaused),
    end: () => ending.begin(freezer),
  };
}

function setPaused(child: ChildProcess, isFull: boolean): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (isFull) stream?.pause();
    else stream?.resume();
  }
}

/** Without that shell, Ctrl-Z does nothing. */
const withJobControl = (): readonly [string, string] =>
  fs.existsSync(jobShell) ? [jobShell, withJobs] : [plainShell, withoutJobs];

const inside = (task: AgentRunTask, [program, script]: readonly [string, string]) => ({
  program,
  args: ['-c', script, 'gatehouse-run', task.program, ...task.args],
  cwd: task.folder,
  env: { PWD: task.folder },
});

/** SIGHUP to the group, as when a terminal closes; after a while the kernel ends all of it. */
class GroupTermination {
  readonly #pid: number | undefined;
  #hard: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor(pid: number | undefined) {
    this.#pid = pid;
  }

  begin(freezer: ProcessFreezer): void {
    const pid = this.#pid;
    if (this.#isOver || this.#hard !== null || pid === undefined) return;
    if (freezer.isOn) return sent(-pid, 'SIGKILL');
    const first = childrenOf(pid)[0];
    for (const item of first === undefined ? [] : descendants(first)) sent(item, 'SIGHUP');
    // A suspended program cannot end itself.
    for (const item of first === undefined ? [] : descendants(first)) sent(item, 'SIGCONT');
    this.#hard = setTimeout(() => sent(-pid, 'SIGKILL'), graceMs);
  }

  ended(): void {
    this.#isOver = true;
    if (this.#hard) clearTimeout(this.#hard);
    // Its process ids are in a namespace of their own and end with the first of them.
    if (this.#pid !== undefined) sent(-this.#pid, 'SIGKILL');
  }
}

/** Reports each suspension once. */
class Suspension {
  #isStopped = false;

  seen(pid: number | null): boolean {
    const isStopped = pid !== null && stateOf(pid) === 'T';
    const isNew = isStopped && !this.#isStopped;
    this.#isStopped = isStopped;
    return isNew;
  }
}

/** Bubblewrap, the first process inside, and the shell that it runs. */
function shellInside(pid: number): number | null {
  const [first] = childrenOf(pid);
  return (first === undefined ? undefined : childrenOf(first)[0]) ?? null;
}

const maxProcesses = 8192;

function descendants(pid: number): readonly number[] {
  const found: number[] = [];
  const waiting = [...childrenOf(pid)];
  while (waiting.length > 0 && found.length < maxProcesses) {
    const next = waiting.pop() ?? 0;
    found.push(next);
    waiting.push(...childrenOf(next));
  }
  return found;
}

function stateOf(pid: number): string | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3);
  } catch {
    return null;
  }
}

function sent(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

const signalNumbers: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGKILL: 9,
  SIGTERM: 15,
};
const signalNumber = (name: string): number => signalNumbers[name] ?? 0;
