/** Keeps the sandbox host running in its own process. When it ends, every session's network ends with it. */
import { utilityProcess, type UtilityProcess } from 'electron';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ToSandboxHost } from '../../../shared/sandbox/network-protocol.ts';
import { withRunMark } from '../../platform/programs/run-mark.ts';

export interface SandboxHostLink {
  readonly onMessage: (message: unknown) => void;
  readonly onEnded: () => void;
}

interface Deps extends SandboxHostLink {
  readonly script: string;
  readonly onError: (text: string) => void;
}

const maxStopMs = 5_000;

/** It is started for the first sandboxed program, and again when it has ended. */
export class SandboxHostProcess implements Disposable {
  readonly #deps: Deps;
  #process: UtilityProcess | null = null;
  #closed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly send = (message: ToSandboxHost): void => {
    if (this.#closed) return;
    this.#process ??= this.#start();
    this.#process.postMessage(message);
  };

  async dispose(): Promise<void> {
    this.#closed = true;
    const child = this.#process;
    if (!child) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.postMessage({ kind: 'end' } satisfies ToSandboxHost);
    const hard = setTimeout(() => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    }, maxStopMs);
    await gone;
    clearTimeout(hard);
  }

  #start(): UtilityProcess {
    const child = utilityProcess.fork(this.#deps.script, [], {
      serviceName: 'Gatehouse sandbox host',
      stdio: 'ignore',
      execArgv: [],
      env: withRunMark({ PATH: '/usr/bin:/bin' }),
    });
    child.on('message', (message: unknown) => this.#deps.onMessage(message));
    child.once('exit', (code) => {
      this.#process = null;
      this.#deps.onEnded();
      if (!this.#closed) this.#deps.onError(`the sandbox host ended with code ${code}`);
    });
    return child;
  }
}
