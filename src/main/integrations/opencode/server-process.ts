/** One process of `opencode serve`, from its start to the end of everything it started. */
import { spawn, type ChildProcess } from 'node:child_process';
import { withRunMark } from '../../platform/programs/run-mark.ts';
import type { RunningPrograms } from '../../platform/programs/running-programs.ts';
import type { RunProgram } from './config.ts';
import { endMarked } from './marked-processes.ts';
import type { ServerLog } from './server-log.ts';

export interface ProcessStart {
  readonly program: RunProgram;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mark: string;
  readonly log: ServerLog;
  readonly running: RunningPrograms;
}

const listenMs = 30_000;
const graceMs = 3_000;
const listening = /listening on http:\/\/127\.0\.0\.1:(\d+)/;

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #mark: string;
  readonly pid: number;
  /** Resolves with the port; rejects when it ends or does not listen in time. */
  readonly port: Promise<number>;
  /** Resolves with the reason when none of its processes is left. */
  readonly ended: Promise<string>;

  constructor(start: ProcessStart) {
    const { program, cwd, env, log, running } = start;
    this.#mark = start.mark;
    const args = ['serve', '--hostname', '127.0.0.1', '--port', '0'];
    // In its own process group, so that its children can be ended with it.
    const detached = process.platform !== 'win32';
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const how = { argv0: program.called, cwd, detached, shell: false };
    this.#child = spawn(program.real, args, { ...how, env: withRunMark(env), stdio: [...stdio] });
    this.pid = this.#child.pid ?? 0;
    const forget = this.pid > 0 ? running.keep(this.pid) : () => undefined;
    this.ended = endOf(this.#child).then(async (why) => {
      this.#send('SIGKILL');
      await endMarked(this.#mark);
      forget();
      return why;
    });
    this.port = portOf(this.#child, this.ended, log);
    // Avoids an unhandled rejection if nobody waits for the port.
    this.port.catch(() => undefined);
  }

  /** Terminates it, then kills it if necessary. */
  async stop(): Promise<void> {
    this.#send('SIGTERM');
    const ending: Promise<void>[] = [];
    const hard = setTimeout(() => {
      this.#send('SIGKILL');
      // A command in another process group may keep the pipes open.
      ending.push(endMarked(this.#mark));
    }, graceMs);
    await this.ended;
    clearTimeout(hard);
    await Promise.all(ending);
  }

  #send(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.pid === 0) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-this.pid, signal);
    } catch {
      // The process group has ended already.
    }
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`it could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      resolve(signal ? `ended by ${signal}` : `ended with code ${code ?? 0}`);
    });
  });
}

function portOf(child: ChildProcess, ended: Promise<string>, log: ServerLog): Promise<number> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('it did not listen in time')), listenMs);
    let output = '';
    const onOutput = (piece: Buffer): void => {
      const text = piece.toString('utf8');
      log.write(text);
      if (output === null) return;
      output = `${output}${text}`.slice(-4_096);
      const port = listening.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      resolve(Number(port));
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    void ended.then((why) => {
      clearTimeout(late);
      reject(new Error(why));
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
  });
}
