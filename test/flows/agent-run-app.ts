/** An app, a project, and `gatehouse run` with an agent that is a script. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { spawn as spawnPty } from '@lydell/node-pty';
import { onTestFinished, vi } from 'vitest';
import type { AccessAsk } from '../../src/shared/access/access.ts';
import type { AskAnswer } from '../../src/shared/asks/asks.ts';
import { cliEnv, script as cliScript } from '../cli/cli-fixture.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function agentRunApp() {
  const home = scratch();
  vi.stubEnv('HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const project = path.join(scratch(), 'harbour');
  fs.mkdirSync(project);
  const programs = scratch();
  const app = await TestApp.open(undefined, { sandbox: true });
  /** Starting the command line takes long on a busy machine. */
  const question = () =>
    eventually(() => app.app.core.asks.list().find((ask) => ask.waiting > 0), 40_000);
  const answer = async (give: (ask: AccessAsk) => AskAnswer): Promise<AccessAsk> => {
    const ask = await question();
    if (ask.kind !== 'access') throw new Error(`this is a ${ask.kind} ask`);
    app.app.core.asks.answer(ask.askId, give(ask));
    return ask;
  };
  /** What `claude` is in the user's terminal. */
  const agentIs = (text: string, name = 'claude'): void => {
    fs.chmodSync(put(programs, name, text), 0o755);
  };
  const environment = (own: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    ...(cliEnv(app.dataDir) as Record<string, string>),
    HOME: home,
    PATH: `${programs}:/usr/local/bin:/usr/bin:/bin`,
    TERM: 'xterm-256color',
    ...own,
  });
  const start = (words: readonly string[], own: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, [cliScript, 'run', ...words], {
      cwd: project,
      env: environment(own),
    });
    const ran = { stdout: '', stderr: '' };
    child.stdout.on('data', (piece: Buffer) => (ran.stdout += piece.toString('utf8')));
    child.stderr.on('data', (piece: Buffer) => (ran.stderr += piece.toString('utf8')));
    const ended = new Promise<Ran>((resolve) =>
      child.once('close', (code) => resolve({ code, ...ran })),
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, ran, ended };
  };
  /** With a yes, and its input closed. */
  const run = async (...words: readonly string[]): Promise<Ran> => {
    const { child, ended } = start(words);
    child.stdin.end();
    await answer(allowAll);
    return ended;
  };
  /** On a terminal, by itself or in a shell. */
  const open = (words: readonly string[], shell?: string) => {
    const own = [process.execPath, cliScript, 'run', ...words];
    const [program = '', ...args] = shell === undefined ? own : [shell, '--norc', '-i'];
    const pty = spawnPty(program, args, {
      ...{ cwd: project, env: environment(), cols: 90, rows: 30 },
    });
    onTestFinished(() => pty.kill('SIGKILL'));
    if (shell !== undefined) pty.write(`${own.join(' ')}; echo code=$?\r`);
    const shown = { text: '' };
    pty.onData((text) => (shown.text += text));
    const ended = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
    const see = (text: string | RegExp) =>
      eventually(
        () => (typeof text === 'string' ? shown.text.includes(text) : text.test(shown.text)),
        30_000,
      );
    return { pty, shown, ended, see };
  };
  return { app, home, project, agentIs, start, run, open, answer, question };
}
