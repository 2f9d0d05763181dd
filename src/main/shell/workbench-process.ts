/** Keeps the built-in workbench running in its own process; a crash never takes the gate down. */
import { utilityProcess, type UtilityProcess } from 'electron';
import type { Disposable } from '../../shared/base/disposable.ts';
import type { AskWorkbench } from '../../shared/file-history.ts';
import { Questions } from './questions.ts';

export interface WorkbenchTold {
  readonly hubUrl: string;
  readonly pluginKey: string;
  readonly version: string;
  readonly dataDir: string;
  readonly languageServers: Readonly<Record<string, readonly string[]>>;
}

interface Deps {
  readonly script: string;
  readonly told: WorkbenchTold;
  readonly onTrouble: (text: string) => void;
}

const firstDelayMs = 500;
const longestDelayMs = 30_000;
const steadyAfterMs = 60_000;
const mostEndingMs = 5_000;

/** Nothing of our environment reaches the workbench but what programs need to run. */
const passedOn = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'SystemRoot', 'USERPROFILE'];

export class WorkbenchProcess implements Disposable {
  readonly #deps: Deps;
  #process: UtilityProcess | null = null;
  #again: NodeJS.Timeout | null = null;
  #delayMs = firstDelayMs;
  #closed = false;
  readonly #questions = new Questions((message) => this.#process?.postMessage(message));

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    const startedAt = performance.now();
    const child = utilityProcess.fork(this.#deps.script, [], {
      serviceName: 'Gatehouse workbench',
      stdio: 'ignore',
      env: Object.fromEntries(
        passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
    });
    this.#process = child;
    child.postMessage(this.#deps.told);
    child.on('message', (answer: unknown) => this.#questions.answered(answer));
    child.once('exit', (code) => {
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
    const hard = setTimeout(() => child.kill(), mostEndingMs);
    await gone;
    clearTimeout(hard);
  }

  #restart(code: number, livedMs: number): void {
    if (livedMs > steadyAfterMs) this.#delayMs = firstDelayMs;
    this.#deps.onTrouble(
      `the workbench ended with code ${code}; starting it again in ${this.#delayMs} ms`,
    );
    this.#again = setTimeout(() => this.start(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, longestDelayMs);
  }
}
