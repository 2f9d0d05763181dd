/** Commands from an MCP client through the person to real programs, and what is on record of them. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ResolvedCall } from '../../src/main/core/core.ts';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { done, failed, type Outcome } from '../../src/shared/actions/outcomes.ts';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool } from './tool-call.ts';

/** Starts exactly what the settled call says, and nothing else. */
function start({ command }: ResolvedCall): Outcome {
  if (!command?.program) return failed('action-failed');
  const { argv, program, cwd, environment } = command;
  const ended = spawnSync(program, argv.slice(1), {
    cwd: cwd ?? '/',
    env: environment,
    argv0: argv[0],
    shell: false,
    encoding: 'utf8',
  });
  return done({
    exit_code: ended.status,
    signal: ended.signal,
    timed_out: false,
    stdout: ended.stdout,
    stderr: ended.stderr,
    output_bytes: ended.stdout.length,
    truncated: false,
  });
}

function runner(app: TestApp): readonly ResolvedCall[] {
  const ran: ResolvedCall[] = [];
  const registered = app.app.core.executors.register({
    name: 'runner',
    actions: new Set(['exec_command']),
    // Before the built-in workbench, which would run it as well.
    folders: ['/'],
    async run(call) {
      ran.push(call);
      return start(call);
    },
  });
  onTestFinished(() => registered.dispose());
  return ran;
}

async function commandApp({ withRunner = true } = {}) {
  const app = await TestApp.open();
  const ran = withRunner ? runner(app) : [];
  const outside = scratch();
  const root = path.join(outside, 'project');
  put(root, 'a.txt', 'hello\n');
  const client = await app.connect('runner');
  const asked = callTool(client, 'request_access', {
    scopes: ['run:commands'],
    roots: [root],
    reason: 'to run things',
  });
  const { agent } = await app.answerNext(allowAll);
  await asked;
  const exec = (argv: readonly string[], more: object = {}) =>
    callTool(client, 'exec_command', { argv, ...more });
  const nextConfirm = async (): Promise<ConfirmAsk> => {
    const ask = await app.nextQuestion();
    if (ask.kind !== 'confirm') throw new Error(`this is an ${ask.kind} ask`);
    return ask;
  };
  const { core } = app.app;
  /** Says yes to the next question, and gives what then came of it. */
  const confirmed = async (argv: readonly string[], more: object = {}) => {
    const calling = exec(argv, more);
    const ask = await nextConfirm();
    expect(core.asks.answer(ask.askId, { kind: 'once' })).toEqual({ accepted: true });
    return { ask, ...(await calling) };
  };
  return { app, core, agent, ran, root, outside, exec, confirmed, nextConfirm };
}

describe('a command that was confirmed', () => {
  it('F1 gets every word as it was given; no shell reads any of them', async () => {
    const { confirmed } = await commandApp();
    const words = [
      ...[';', '&&', '|', '`id`', '$(id)', '*', '{a,b}', '~', '$IFS', '${HOME}', '<<EOF'],
      ...['a\nb', '', ' two  blanks '],
    ];
    const { ask, data } = await confirmed(['printf', '[%s]', ...words]);
    expect(data['stdout']).toBe(words.map((word) => `[${word}]`).join(''));
    expect(ask.command?.argv.slice(2)).toEqual(words);
    expect(path.isAbsolute(ask.command?.program ?? '')).toBe(true);
  });

  it('F10 has only the environment that is on record', async () => {
    const planted = { BASH_ENV: '/x', NODE_OPTIONS: '--x', GIT_DIR: '/x', A_SECRET: 'x' };
    for (const [name, value] of Object.entries(planted)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { app, confirmed } = await commandApp();
    const { data, ask } = await confirmed(['env']);
    const names = String(data['stdout'])
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => line.split('=')[0] ?? '');
    expect(names.toSorted()).toEqual([...(ask.command?.environment ?? [])].toSorted());
    for (const name of Object.keys(planted)) expect(names).not.toContain(name);
    const decision = (await app.ledger()).find(
      ({ phase, action }) => phase === 'decision' && action === 'exec_command',
    );
    const recorded = decision?.args as { command: { environment: Record<string, string> } };
    expect(Object.keys(recorded.command.environment).toSorted()).toEqual(names.toSorted());
  });
});

describe('F4 where a command works', () => {
  it('must lie in the granted folders, by whatever name', async () => {
    const { core, agent, exec, root, outside, ran } = await commandApp();
    fs.symlinkSync(outside, path.join(root, 'link'));
    for (const argv of [
      ['git', '-C', '..', 'status'],
      ['git', '-C', 'link', 'status'],
      ['make', '-C', outside],
      ['npm', '--prefix', '../', 'test'],
      ['sh', '-c', 'cd .. && ls'],
    ]) {
      const { data } = await exec(argv);
      expect([argv, data['code']]).toEqual([argv, 'command-outside']);
    }
    // The door asks the person for access to such a folder; behind it there is none.
    for (const cwd of [outside, path.join(root, 'link')]) {
      const call = { action: 'exec_command', args: { argv: ['ls'], cwd } };
      const never = new AbortController().signal;
      expect(await core.gate.pass(call, agent, never)).toMatchObject({ code: 'outside-roots' });
    }
    expect(ran).toEqual([]);
  });

  it('a folder that the line itself makes need not be there yet', async () => {
    const { confirmed, root } = await commandApp();
    const { data } = await confirmed(['sh', '-c', 'mkdir -p made && cd made && pwd']);
    expect(data['stdout']).toBe(`${path.join(root, 'made')}\n`);
  });

  it('a folder inside is resolved and shown', async () => {
    const { root, confirmed } = await commandApp();
    fs.mkdirSync(path.join(root, 'sub'));
    fs.symlinkSync(path.join(root, 'sub'), path.join(root, 'inner-link'));
    const { ask, data } = await confirmed(['pwd', '-P'], { cwd: path.join(root, 'inner-link') });
    expect(ask.command?.cwd).toBe(path.join(root, 'sub'));
    expect(data['stdout']).toBe(`${path.join(root, 'sub')}\n`);
  });
});

it('F9 a git command that would act elsewhere is refused by its target', async () => {
  const { exec, root, outside, ran } = await commandApp();
  put(outside, '.kube/config', 'secret');
  fs.mkdirSync(path.join(outside, 'target'));
  fs.symlinkSync(path.join(outside, 'target'), path.join(root, 'link'));
  for (const argv of [
    ['git', 'add', '../.kube/config'],
    ['git', 'init', '~/.ssh'],
    ['git', 'init', '../elsewhere'],
    ['git', 'clone', 'https://x.invalid/r.git', 'link'],
    ['git', 'clone', 'https://x.invalid/r.git', '../r'],
    ['cp', 'a.txt', '../b.txt'],
    ['cat', '../.kube/config'],
  ]) {
    const { data } = await exec(argv);
    expect([argv, data['code']]).toEqual([argv, 'command-outside']);
  }
  expect(ran).toEqual([]);
});

describe('G5 a yes is void', () => {
  it('when a file that the command names has changed', async () => {
    const { core, exec, root, nextConfirm, ran } = await commandApp();
    const calling = exec(['cat', 'a.txt']);
    const { askId } = await nextConfirm();
    fs.writeFileSync(path.join(root, 'a.txt'), 'other\n');
    core.asks.answer(askId, { kind: 'once' });
    expect((await calling).data).toMatchObject({ code: 'stale' });
    expect(ran).toEqual([]);
  });

  it('when the program is another one by then', async () => {
    const { core, exec, root, nextConfirm, ran } = await commandApp();
    const program = put(root, 'tool', '#!/bin/sh\necho good\n');
    fs.chmodSync(program, 0o755);
    const calling = exec(['./tool']);
    const { askId, command } = await nextConfirm();
    expect(command).toMatchObject({
      program,
      effects: expect.arrayContaining(['runs-other-code']),
    });
    fs.writeFileSync(program, '#!/bin/sh\necho evil\n');
    core.asks.answer(askId, { kind: 'once' });
    expect((await calling).data).toMatchObject({ code: 'stale' });
    expect(ran).toEqual([]);
  });

  it('when its folder is another one by then', async () => {
    const { core, exec, root, outside, nextConfirm, ran } = await commandApp();
    const sub = path.join(root, 'sub');
    fs.mkdirSync(sub);
    const calling = exec(['ls'], { cwd: sub });
    const { askId } = await nextConfirm();
    fs.rmdirSync(sub);
    fs.symlinkSync(outside, sub);
    core.asks.answer(askId, { kind: 'once' });
    expect((await calling).data).toMatchObject({ code: 'stale' });
    expect(ran).toEqual([]);
  });
});

it('F13 a command that does not end is told to when its session ends, and its entry is closed', async () => {
  const { app, core, exec, nextConfirm } = await commandApp({ withRunner: false });
  let stopped = false;
  const begun = Promise.withResolvers<void>();
  const endless = core.executors.register({
    name: 'endless',
    actions: new Set(['exec_command']),
    folders: ['/'],
    run: (_call, _entry, signal) =>
      new Promise((resolve) => {
        begun.resolve();
        signal.addEventListener('abort', () => {
          stopped = true;
          resolve(failed('editor-disconnected'));
        });
      }),
  });
  onTestFinished(() => endless.dispose());
  const calling = exec(['sleep', '1000']);
  const { askId, sessionId } = await nextConfirm();
  core.asks.answer(askId, { kind: 'once' });
  await begun.promise;
  core.sessions.end(sessionId, 'person');
  expect(await calling).toMatchObject({ isError: true });
  expect(stopped).toBe(true);
  const last = (await app.ledger()).findLast(({ action }) => action === 'exec_command');
  expect(last).toMatchObject({ phase: 'outcome', result: 'failed' });
});
