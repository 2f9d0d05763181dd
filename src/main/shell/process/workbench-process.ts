/** Keeps the built-in workbench running in its own process; a crash never takes the gate down. */
import { utilityProcess, type UtilityProcess } from 'electron';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { AskWorkbench } from '../../../shared/files/file-history.ts';
import { withRunMark } from '../../platform/programs/run-mark.ts';
import { WorkbenchRpc } from './workbench-rpc.ts';
import { WorkbenchPulse } from './workbench-pulse.ts';

export interface WorkbenchStartInfo {
  readonly hubUrl: string;
  readonly pluginKey: string;
  readonly version: string;
  readonly dataDir: string;
  readonly languageServers: Readonly<Record<string, readonly string[]>>;
}

interface Deps {
  readonly script: string;
  readonly startInfo: WorkbenchStartInfo;
  readonly onError: (text: string) => void;
}

const firstDelayMs = 500;
const maxDelayMs = 30_000;
const steadyAfterMs = 60_000;
const maxStopMs = 5_000;

/** The workbench gets only the environment variables that programs need, and one switch. */
const passedOn = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'SystemRoot', 'USERPROFILE'],
  'GATEHOUSE_WATCH_ALL_RUNS',
];

export class WorkbenchProcess implements Disposable {
  readonly #deps: Deps;
  #process: UtilityProcess | null = null;
  #again: NodeJS.Timeout | null = null;
  #delayMs = firstDelayMs;
  #closed = false;
  readonly #questions = new WorkbenchRpc((message) => this.#process?.postMessage(message));

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    const startedAt = performance.now();
    const child = utilityProcess.fork(this.#deps.script, [], {
      serviceName: 'Gatehouse workbench',
      stdio: 'ignore',
      execArgv: [],
      env: withRunMark(
        Object.fromEntries(
          passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
        ),
      ),
    });
    this.#process = child;
    child.postMessage(this.#deps.startInfo);
    const pulse = new WorkbenchPulse({
      ping: (number) => child.postMessage({ ping: number }),
      onDead: (silentMs) => this.#kill(child, silentMs),
    });
    child.on('message', (answer: unknown) => {
      const pong = pongIn(answer);
      if (pong === null) this.#questions.answered(answer);
      else pulse.answered(pong);
    });
    child.once('exit', (code) => {
      pulse.dispose();
      this.#process = null;
      this.#questions.dropAll();
      if (!this.#closed) this.#restart(code, performance.now() - startedAt);
    });
  }

  readonly ask: AskWorkbench = (name, task) => {
    if (!this.#process) return Promise.reject(new Error('the workbench is not running'));
    return this.#questions.ask(name, task);
  };

  async dispose(): Promise<void> {
    this.#closed = true;
    this.#questions.dropAll();
    if (this.#again) clearTimeout(this.#again);
    const child = this.#process;
    if (!child) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    // Asked first, it ends what it has started.
    child.postMessage('end');
    const hard = setTimeout(() => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    }, maxStopMs);
    await gone;
    clearTimeout(hard);
  }

  /** The process may no longer handle signals, so it is killed. */
  #kill({ pid }: UtilityProcess, silentMs: number): void {
    if (this.#closed || pid === undefined) return;
    this.#deps.onError(`the workbench has not answered for ${silentMs / 1000} s and is ended`);
    process.kill(pid, 'SIGKILL');
  }

  #restart(code: number, livedMs: number): void {
    if (livedMs > steadyAfterMs) this.#delayMs = firstDelayMs;
    this.#deps.onError(
      `the workbench ended with code ${code}; starting it again in ${this.#delayMs} ms`,
    );
    this.#again = setTimeout(() => this.start(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
  }
}

const pongIn = (answer: unknown): number | null =>
  typeof answer === 'object' && answer !== null && 'pong' in answer && Number.isInteger(answer.pong)
    ? Number(answer.pong)
    : null;
