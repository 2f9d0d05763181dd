/** Files with secrets in a granted folder: the user is asked before an agent reads one. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool } from './tool-call.ts';
import { workbenchApp } from './workbench-app.ts';

const secret = 'only-for-ada';

async function secretApp() {
  const opened = await workbenchApp();
  const { client, root, app } = opened;
  const at = (name: string) => path.join(root, name);
  execFileSync('git', ['init', '-q'], { cwd: root });
  fs.writeFileSync(at('.env'), `TOKEN=${secret}\n`);
  fs.writeFileSync(at('.env.example'), 'TOKEN=\n');
  fs.writeFileSync(at('.gitignore'), '.env\nnode_modules\n');
  const call = (name: string, args: Record<string, unknown>) => {
    app.clock.skip(1_000);
    return callTool(client, name, args);
  };
  const exec = (...argv: readonly string[]) => call('exec_command', { argv, cwd: root });
  return { ...opened, at, call, exec };
}

describe('E14 a file with secrets', () => {
  it('is asked about when an action reads or renames it', async () => {
    const { call, at, confirmed } = await secretApp();
    await call('open_file', { path: at('.env') });
    expect(confirmed).toHaveLength(1);
    expect(confirmed[0]?.because).toEqual([`${at('.env')}: It may hold passwords and keys.`]);
    await call('rename_file', { path: at('.env'), new_path: at('copy.txt') });
    expect(confirmed).toHaveLength(2);
  });

  it.each([
    [['cat', '.env']],
    [['grep', '-rn', 'TOKEN', '.']],
    [['grep', '-r', 'TOKEN']],
    [['cp', '.env', 'copy.txt']],
    [['mv', '.env', 'copy.txt']],
    [['git', 'add', '.env']],
    [['git', 'show', ':.env']],
  ])('is asked about for %j', async (argv) => {
    const { exec, confirmed } = await secretApp();
    await exec(...argv);
    expect(confirmed).toHaveLength(1);
  });

  it.each([
    [['cat', '.env.example']],
    [['ls', '-la']],
    [['grep', '-rn', 'price', 'src']],
    [['git', 'add', '-A']],
    [['git', 'status']],
  ])('is no reason to ask about %j', async (argv) => {
    const { exec, confirmed } = await secretApp();
    expect(await exec(...argv)).toMatchObject({ isError: false });
    expect(confirmed).toEqual([]);
  });

  it('is not staged unnoticed once git no longer ignores it', async () => {
    const { call, exec, root, at, confirmed } = await secretApp();
    fs.writeFileSync(at('.gitignore'), 'node_modules\n');
    const refused = { isError: true, data: { code: 'git-refused' } };
    expect(await exec('git', 'add', '-A')).toMatchObject(refused);
    expect(await exec('git', 'add', '.')).toMatchObject(refused);
    expect(await call('git_add', { paths: [root], root })).toMatchObject(refused);
    expect(await exec('git', 'add', '.gitignore')).toMatchObject({ isError: false });
    expect(confirmed).toEqual([]);
    const staged = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
    expect(staged.split('\n')).toContain('.gitignore');
    expect(staged).not.toContain('.env');
  });
});
