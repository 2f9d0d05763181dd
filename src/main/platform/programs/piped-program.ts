/**
 * A program that runs until it is stopped and is spoken to over its input and output: its own
 * process group, in a sandbox or without, everything it started ended with it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import { RunLimits } from './run-limits.ts';
import { withRunMark } from './run-mark.ts';
import { ProcessStopper } from './run-program.ts';
import { childrenOf, memoryOf, spawnSandboxed, type EngineStatus } from './sandboxed-start.ts';

export interface PipedStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Outside a sandbox: all of it. Inside: beside the environment of the profile. */
  readonly env: Readonly<Record<string, string>>;
  /** Never among the arguments of a process. */
  readonly secretEnv: Readonly<Record<string, string>>;
  /** It runs in this sandbox or not at all. */
  readonly launch: SandboxLaunch | null;
}

export class PipedProgram {
  readonly #child: ChildProcess;
  readonly #status: EngineStatus | null;
  readonly #stopper: ProcessStopper;
  readonly #limits: RunLimits | null;
  /** How it ended, as a sentence; resolves when none of its group is left. Never rejects. */
  readonly ended: Promise<string>;

  /** Throws where the sandbox could not be made. */
  constructor(start: PipedStart) {
    const { child, status } = start.launch ? inSandbox(start, start.launch) : plainly(start);
    this.#child = child;
    this.#status = status;
    this.#stopper = new ProcessStopper(child, status);
    this.#limits =
      status && start.launch
        ? new RunLimits(status, start.launch, () => this.#stopper.done())
        : null;
    child.stdin?.on('error', () => undefined);
    this.ended = this.#watch();
  }

  /** 0 where it could not be started. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get stdin(): Writable | null {
    return this.#child.stdin;
  }

  get stdout(): Readable | null {
    return this.#child.stdout;
  }

  get stderr(): Readable | null {
    return this.#child.stderr;
  }

  /** Of it and of what it started; null where it cannot be measured. */
  memoryBytes(): number | null {
    if (process.platform !== 'linux' || this.pid === 0) return null;
    return memoryOf(withChildren(this.pid));
  }

  /** Asks it to end, and ends it with its group when it does not. */
  async stop(): Promise<void> {
    this.#child.stdin?.end();
    this.#stopper.begin();
    await this.ended;
  }

  /** At once. */
  async kill(): Promise<void> {
    this.#stopper.done();
    await this.ended;
  }

  #watch(): Promise<string> {
    const child = this.#child;
    return new Promise((resolve) => {
      const finish = (how: string): void => {
        this.#stopper.done();
        const why = this.#limits?.finish() ?? this.#status?.problem ?? null;
        resolve(why ?? how);
      };
      child.once('error', (error) => finish(`It could not be started (${error.message}).`));
      // Children that outlive it would keep its output open forever.
      child.once('exit', () => this.#stopper.begin());
      child.once('close', (code, signal) =>
        finish(signal ? `It was ended by ${signal}.` : `It ended with code ${code ?? 0}.`),
      );
    });
  }
}

interface StartedChild {
  readonly child: ChildProcess;
  readonly status: EngineStatus | null;
}

const plainly = ({ program, args, cwd, env, secretEnv }: PipedStart): StartedChild => ({
  child: spawn(program, args, {
    cwd,
    env: withRunMark({ ...env, ...secretEnv }),
    shell: false,
    // Its own process group, so that its children can be ended with it.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  }),
  status: null,
});

function inSandbox({ program, args, env, secretEnv }: PipedStart, launch: SandboxLaunch) {
  return spawnSandboxed(launch, { program, args, env, secretEnv }, ['pipe', 'pipe', 'pipe']);
}

const mostProcesses = 4096;

function withChildren(pid: number): readonly number[] {
  const found = [pid];
  for (let at = 0; at < found.length && at < mostProcesses; at += 1)
    found.push(...childrenOf(found[at] ?? 0));
  return found;
}
