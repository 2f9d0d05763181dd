/** Plain file commands without a sandbox: the workbench carries them out, so that they can be undone. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TrashRecord } from '../../src/workbench/files/trash-records.ts';
import { callTool } from './tool-call.ts';
import { workbenchApp } from './workbench-app.ts';

async function fileApp() {
  const opened = await workbenchApp();
  const { call, root } = opened;
  const exec = (...argv: readonly string[]) => call('exec_command', { argv, cwd: root });
  const at = (name: string) => path.join(root, name);
  fs.writeFileSync(at('a.txt'), 'a\n');
  fs.writeFileSync(at('run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  fs.mkdirSync(at('folder'));
  return { ...opened, exec, at };
}

describe('F21 a plain file command', () => {
  it('deletes to the trash, without a question', async () => {
    const { app, exec, at, confirmed } = await fileApp();
    expect(await exec('rm', '-rf', 'a.txt', 'folder', 'missing')).toMatchObject({ exit_code: 0 });
    expect(fs.existsSync(at('a.txt')) || fs.existsSync(at('folder'))).toBe(false);
    expect(confirmed).toEqual([]);
    const records = path.join(app.dataDir, 'workbench/trash-records');
    const paths = fs
      .readdirSync(records)
      .map((name) => JSON.parse(fs.readFileSync(path.join(records, name), 'utf8')) as TrashRecord)
      .map((record) => record.path);
    expect(paths.toSorted()).toEqual([at('a.txt'), at('folder')]);
  });

  it('moves, copies and makes', async () => {
    const { exec, at, confirmed } = await fileApp();
    await exec('mkdir', '-p', 'deep/er');
    await exec('mv', 'a.txt', 'deep/er');
    await exec('cp', 'run.sh', 'deep/copy.sh');
    await exec('touch', 'deep/empty', 'run.sh');
    expect(fs.readFileSync(at('deep/er/a.txt'), 'utf8')).toBe('a\n');
    expect(fs.statSync(at('deep/copy.sh')).mode & 0o111).not.toBe(0);
    expect(fs.readFileSync(at('deep/empty'), 'utf8')).toBe('');
    expect(fs.readFileSync(at('run.sh'), 'utf8')).toBe('#!/bin/sh\n');
    expect(confirmed).toEqual([]);
  });

  it('says what the program would have said', async () => {
    const { exec, at } = await fileApp();
    expect(await exec('rm', 'missing', 'a.txt')).toMatchObject({
      exit_code: 1,
      stderr: `rm: ${at('missing')}: No such file or directory\n`,
    });
    expect(fs.existsSync(at('a.txt'))).toBe(false);
    expect(await exec('rm', 'folder')).toMatchObject({ exit_code: 1 });
    expect(await exec('mkdir', 'folder')).toMatchObject({ exit_code: 1 });
    expect(fs.existsSync(at('folder'))).toBe(true);
  });

  it.each([
    ['replaces a file', ['mv', 'run.sh', 'a.txt']],
    ['replaces a file in a folder', ['cp', 'a.txt', 'full']],
    ['goes through a link', ['rm', 'link/b.txt']],
    ['deletes a link', ['rm', 'link']],
    ['makes a hook', ['cp', 'a.txt', '.git/hooks/pre-commit']],
    ['makes a hook in a folder', ['mv', 'pre-commit', '.git/hooks']],
    ['makes a protected folder', ['mv', 'folder', '.vscode']],
    ['deletes the repository', ['rm', '-rf', '.git']],
    ['changes a file with a second name', ['touch', 'hard.txt']],
    ['deletes the granted folder', ['rm', '-rf', '.']],
  ])('E1 is asked about where it %s', async (_, argv) => {
    const { exec, at, confirmed } = await fileApp();
    fs.mkdirSync(at('.git/hooks'), { recursive: true });
    fs.mkdirSync(at('full'));
    fs.writeFileSync(at('full/a.txt'), 'b\n');
    fs.writeFileSync(at('pre-commit'), '#!/bin/sh\n');
    fs.linkSync(at('a.txt'), at('hard.txt'));
    fs.symlinkSync(at('full'), at('link'));
    await exec(...argv).catch(() => undefined);
    expect(confirmed).toHaveLength(1);
  });

  it('C1 is asked about without the scope of the action', async () => {
    const { app, client, root, at, confirmed } = await fileApp();
    const { sessions } = app.app.core;
    const [session] = sessions.list();
    if (!session) throw new Error('there is no session');
    const scopes = session.scopes.filter((scope) => scope !== 'delete:files');
    await sessions.narrow(session.sessionId, { scopes });
    await callTool(client, 'exec_command', { argv: ['rm', 'a.txt'], cwd: root });
    expect(confirmed).toHaveLength(1);
    expect(fs.existsSync(at('a.txt'))).toBe(false);
  });
});
