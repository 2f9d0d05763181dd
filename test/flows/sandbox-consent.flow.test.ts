/** What runs in the sandbox without a question, and what is still asked about, from call to effect. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { allScopes } from '../../src/shared/access/scopes.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';
import { callTool } from './tool-call.ts';

const gitIn = (folder: string, ...args: readonly string[]): string => {
  const ended = spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    encoding: 'utf8',
  });
  if (ended.status !== 0) throw new Error(ended.stderr);
  return ended.stdout;
};

/** An app whose user denies every question about a call. */
async function deniedApp(sandbox = true, scopes: readonly string[] = allScopes) {
  const app = await TestApp.open(undefined, { sandbox });
  const root = path.join(scratch(), 'project');
  put(root, 'a.txt', 'hello\n');
  put(root, '.gitignore', 'build\n*.db\n*.big\n');
  put(root, 'package.json', '{}\n');
  put(root, 'build/out.js', 'built\n');
  put(root, 'data.big', '');
  // Sparse, and larger than what a checkpoint holds.
  fs.truncateSync(path.join(root, 'data.big'), 60 * 1024 * 1024);
  put(root, 'local.db', 'rows\n');
  gitIn(root, 'init', '-q');
  // Whoever runs the tests may have no identity of their own.
  gitIn(root, 'config', 'user.name', 'T');
  gitIn(root, 'config', 'user.email', 't@example.org');
  gitIn(root, 'add', '.');
  gitIn(root, 'commit', '-q', '-m', 'first');
  const client = await app.connect('coder');
  const asking = callTool(client, 'request_access', {
    scopes: [...scopes],
    roots: [root],
    reason: 'to work on the project',
  });
  await app.answerNext(allowAll);
  await asking;
  const { core } = app.app;
  const asked: ConfirmAsk[] = [];
  const looking = setInterval(() => {
    const ask = core.asks.list().find((one) => one.waiting > 0);
    if (ask?.kind !== 'confirm') return;
    asked.push(ask);
    core.asks.answer(ask.askId, { kind: 'deny', reason: 'no' });
  }, 5);
  onTestFinished(() => clearInterval(looking));
  const exec = (...argv: readonly string[]) => {
    app.clock.skip(1_000);
    return callTool(client, 'exec_command', { argv: [...argv] });
  };
  const line = (text: string) => {
    app.clock.skip(1_000);
    return callTool(client, 'exec_command', { command_line: text });
  };
  const has = (name: string): boolean => fs.existsSync(path.join(root, name));
  return { app, root, client, asked, exec, line, has };
}

describe.runIf(sandboxRuns)('N60 what runs in the sandbox without a question', () => {
  test('code of the project, and its entry says why', async () => {
    const { exec, asked, has, app } = await deniedApp();
    const { data } = await exec('sh', '-c', 'echo x > new.txt; cat a.txt');
    expect(data).toMatchObject({ exit_code: 0, stdout: 'hello\n' });
    expect(has('new.txt')).toBe(true);
    expect(asked).toEqual([]);
    const decision = (await app.ledger()).find(
      ({ phase, action }) => phase === 'decision' && action === 'exec_command',
    );
    expect(decision).toMatchObject({
      decided_by: 'policy',
      args: { explain: 'Covered by Run commands and tests, sandboxed.' },
    });
  });

  test.each([
    ['files that the checkpoint holds', 'rm a.txt', 'a.txt'],
    ['ignored files that the checkpoint holds', 'unlink local.db', 'local.db'],
  ])('a delete of %s', async (_, text, file) => {
    const { line, asked, has } = await deniedApp();
    await line(text);
    expect(has(file)).toBe(false);
    expect(asked).toEqual([]);
  });

  test('ignored files that code destroys can be restored', async () => {
    const { app, exec, has } = await deniedApp();
    await exec('node', '-e', "require('fs').rmSync('local.db')");
    expect(has('local.db')).toBe(false);
    const ended = (await app.ledger()).find(({ run }) => run !== undefined);
    expect(ended?.run).toMatchObject({ files: { created: 0, changed: 0, deleted: 1 } });
    expect(JSON.stringify(ended)).toContain('local.db');
  });

  test.each([
    ['of large files', 'shred -u data.big', 'data.big'],
    ['of a build folder that the checkpoint leaves out', 'shred -u build/out.js', 'build/out.js'],
    ['in a line', 'rm a.txt && rm data.big', 'data.big'],
    ['whose files are not named', 'git clean -fdx', 'build/out.js'],
  ])('a delete %s is asked about', async (_, text, file) => {
    const { line, asked, has } = await deniedApp();
    await line(text);
    expect(asked).toHaveLength(1);
    expect(has(file)).toBe(true);
  });

  test('text typed into a terminal, unless it deletes or leads out', async () => {
    const { app, client, root, asked, has } = await deniedApp();
    const call = (name: string, args: object) => {
      app.clock.skip(1_000);
      return callTool(client, name, { ...args });
    };
    const { data } = await call('open_terminal', { cwd: root });
    const type = (text: string) =>
      call('send_input', { terminal_id: data['terminal_id'], data: text });
    expect(await type('echo x > new.txt\n')).toMatchObject({ isError: false });
    await expect.poll(() => has('new.txt'), { timeout: 10_000 }).toBe(true);
    expect(asked).toEqual([]);
    await type('rm data.big\n');
    await type('cat /home/other/secret\n');
    expect(asked).toHaveLength(2);
    await call('send_input', { terminal_id: 'another', data: 'echo x\n' });
    expect(asked).toHaveLength(3);
  });

  test('a line that mixes git with other programs says how git would work', async () => {
    const { line } = await deniedApp();
    const { data } = await line('sh -c "echo x > a.txt" && git commit -q -a -m second');
    expect(data).toMatchObject({ hint: expect.stringContaining('Call git on its own') as string });
  });

  test.each([
    'cp a.txt data.big',
    'tee data.big',
    'sed -i s/rows// data.big',
    'sort -o data.big a.txt',
  ])('%s replaces a file that no checkpoint holds, and is asked about', async (text) => {
    const { line, asked } = await deniedApp();
    await line(text);
    expect(asked).toHaveLength(1);
  });

  test('replacing a file that the checkpoint holds is not asked about', async () => {
    const { line, asked } = await deniedApp();
    await line('cp .gitignore a.txt');
    await line('cp a.txt local.db');
    await line('cp a.txt new.txt');
    expect(asked).toEqual([]);
  });

  test('nothing starts without a checkpoint; the next call is asked about', async () => {
    const { app, exec, asked, has } = await deniedApp();
    const store = path.join(app.dataDir, 'folder-checkpoints');
    fs.rmSync(store, { recursive: true, force: true });
    fs.writeFileSync(store, 'in the way');
    const first = await exec('sh', '-c', 'echo x > new.txt');
    expect(first).toMatchObject({ isError: true });
    expect(JSON.stringify(first)).toContain('no-checkpoint');
    expect([has('new.txt'), asked.length]).toEqual([false, 0]);
    await exec('sh', '-c', 'echo x > new.txt');
    expect([has('new.txt'), asked.length]).toEqual([false, 1]);
  });
});

describe.each([{ sandbox: true }, { sandbox: false }])(
  'N61 git as a command, sandbox: $sandbox',
  ({ sandbox }) => {
    const isLeftOut = sandbox && !sandboxRuns;

    test.skipIf(isLeftOut)('does what the actions of git do, without a question', async () => {
      const { line, asked, root, app } = await deniedApp(sandbox);
      put(root, 'b.txt', 'new\n');
      expect((await line('git status --short')).data).toMatchObject({ stdout: '?? b.txt\n' });
      const committed = await line('git add -A && git commit -q -m "second commit"');
      expect(committed.data).toMatchObject({ exit_code: 0 });
      expect((await line('git log --oneline | head -1')).data['stdout']).toContain('second commit');
      expect((await line('git switch -c feature')).data).toMatchObject({ exit_code: 0 });
      expect(gitIn(root, 'log', '--format=%s')).toBe('second commit\nfirst\n');
      expect(gitIn(root, 'branch', '--show-current')).toBe('feature\n');
      expect(asked).toEqual([]);
      const explained = (await app.ledger()).flatMap(({ phase, args }) =>
        phase === 'decision' && typeof args === 'object' ? [JSON.stringify(args)] : [],
      );
      expect(explained.join()).toContain(
        `Covered by Stage and commit${sandbox ? ', sandboxed' : ''}.`,
      );
    });

    test.skipIf(isLeftOut)('runs no hook and no program of the repository', async () => {
      const { line, root, has } = await deniedApp(sandbox);
      put(root, '.git/hooks/pre-commit', `#!/bin/sh\ntouch ${root}/hook-ran\n`);
      fs.chmodSync(path.join(root, '.git/hooks/pre-commit'), 0o755);
      gitIn(root, 'config', 'filter.evil.clean', `touch ${root}/filter-ran; cat`);
      gitIn(root, 'config', 'core.fsmonitor', `touch ${root}/monitor-ran`);
      put(root, '.gitattributes', '* filter=evil\n');
      for (const text of ['git status', 'git add -A', 'git commit -m x', 'git diff'])
        await line(text);
      expect(['hook-ran', 'filter-ran', 'monitor-ran'].filter(has)).toEqual([]);
    });

    test.skipIf(isLeftOut)('what is not on the table cannot change the repository', async () => {
      const { line, root, has } = await deniedApp(sandbox);
      const before = gitIn(root, 'rev-parse', 'HEAD');
      put(root, 'a.txt', 'changed\n');
      for (const text of [
        'git config core.fsmonitor /tmp/x',
        'git reset --hard',
        'git branch -D main',
        'git -c core.hooksPath=hooks commit --allow-empty -m x',
        'git update-ref refs/heads/x HEAD',
      ])
        await line(text);
      expect(gitIn(root, 'rev-parse', 'HEAD')).toBe(before);
      expect(gitIn(root, 'config', '--list', '--local')).not.toContain('fsmonitor');
      expect(has('.git/refs/heads/x')).toBe(false);
    });

    test.skipIf(isLeftOut)('without the scope of the action it cannot commit', async () => {
      const { line, root } = await deniedApp(sandbox, [
        ...['read:files', 'write:files', 'run:commands', 'git:status'],
      ]);
      put(root, 'b.txt', 'new\n');
      await line('git add -A && git commit -m "not allowed"');
      expect(gitIn(root, 'log', '--format=%s')).toBe('first\n');
    });
  },
);

describe.runIf(sandboxRuns)('N61 git that changes files, in the sandbox', () => {
  test('stash and switch work, and their files can be restored', async () => {
    const { line, asked, root } = await deniedApp();
    put(root, 'a.txt', 'changed\n');
    expect((await line('git stash')).data).toMatchObject({ exit_code: 0 });
    expect(fs.readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('hello\n');
    expect((await line('git stash pop')).data).toMatchObject({ exit_code: 0 });
    expect(fs.readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('changed\n');
    expect(asked).toEqual([]);
  });
});
