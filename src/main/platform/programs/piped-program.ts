/**
 * A program that runs until it is stopped and communicates over stdin and stdout. It has its own
 * process group, with or without a sandbox, and everything it started ends with it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import { RunLimits } from './run-limits.ts';
import { withRunMark } from './run-mark.ts';
import { ProcessStopper } from './run-program.ts';
import { childrenOf, memoryOf, spawnSandboxed, type BwrapStatus } from './sandboxed-start.ts';

export interface PipedStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /**
   * Outside a sandbox: the complete environment. Inside: added to the environment of the profile.
   */
  readonly env: Readonly<Record<string, string>>;
  /** Never passed as a process argument. */
  readonly secretEnv: Readonly<Record<string, string>>;
  /** It runs in this sandbox or not at all. */
  readonly launch: SandboxLaunch | null;
}

export class PipedProgram {
  readonly #child: ChildProcess;
  readonly #status: BwrapStatus | null;
  readonly #stopper: ProcessStopper;
  readonly #limits: RunLimits | null;
  /**
   * How it ended, as a sentence; resolves when no process of its group is left. Never rejects.
   */
  readonly ended: Promise<string>;

  /** Throws if the sandbox could not be created. */
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

  /** 0 if it could not be started. */
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

  /** Memory of the program and everything it started; null if it cannot be measured. */
  memoryBytes(): number | null {
    if (process.platform !== 'linux' || this.pid === 0) return null;
    return memoryOf(withChildren(this.pid));
  }

  /** Asks it to exit, and kills its group if it does not. */
  async stop(): Promise<void> {
    this.#child.stdin?.end();
    this.#stopper.begin();
    await this.ended;
  }

  /** Immediately. */
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
  readonly status: BwrapStatus | null;
}

const plainly = ({ program, args, cwd, env, secretEnv }: PipedStart): StartedChild => ({
  child: spawn(program, args, {
    cwd,
    env: withRunMark({ ...env, ...secretEnv }),
    shell: false,
    // Its own process group, so that its children can be killed with it.
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
