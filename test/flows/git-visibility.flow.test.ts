/** What a rule closes, and our own data, is in no answer of git; through the gate and back. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allScopes } from '../../src/shared/access/scopes.ts';
import { ruleWith } from '../core/rule-fixture.ts';
import { allowAll, eventually, managementToken, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool } from './tool-call.ts';

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  });

const diary = 'dear-diary-51ac';

/** The data folder of the app lies in the granted folder, as does one that a rule closes. */
async function opened() {
  const root = fs.realpathSync(scratch());
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'config', 'user.name', 'A');
  git(root, 'config', 'user.email', 'a@example.com');
  put(root, 'sub/a.txt', 'one\n');
  put(root, 'private/diary.txt', `${diary} one\n`);
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'first');
  const data = path.join(root, 'data');
  fs.mkdirSync(data, { mode: 0o700 });
  const app = await TestApp.open(data);
  await eventually(() => app.app.core.executors.canDo('git_diff'));
  const client = await app.connect('coder');
  const accessArgs = { scopes: [...allScopes], roots: [root], reason: 'to work' };
  const asked = callTool(client, 'request_access', accessArgs);
  await app.answerNext(allowAll);
  await asked;
  const within = path.join(root, 'private');
  await app.app.core.rules.add(ruleWith({ effect: 'deny', within }));
  put(root, 'private/diary.txt', `${diary} two\n`);
  put(root, 'private/new.txt', `${diary} three\n`);
  put(root, 'sub/a.txt', 'two\n');
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    app.clock.skip(1_000);
    return callTool(client, name, args);
  };
  return { root, app, call };
}

test('F14 git shows, stages and commits nothing of a closed folder or of our own data', async () => {
  const { root, call } = await opened();
  const at = (name: string): string => path.join(root, name);
  const token = fs.readFileSync(at('data/management.token'), 'utf8').trim();
  const answers = [
    await call('git_status'),
    await call('git_status', { root: at('sub') }),
    await call('git_diff'),
    await call('git_diff', { root: at('sub') }),
    await call('git_diff', { ref: 'HEAD' }),
    await call('git_diff', { paths: [root] }),
    await call('git_diff', { ref: 'HEAD:private' }),
    await call('git_diff', { ref: 'HEAD:private..HEAD:sub' }),
    await call('git_add', { paths: [root] }),
    await call('git_add', { paths: [root], root: at('sub') }),
    await call('git_add', { paths: [at('sub'), at('data')] }),
    await call('git_add', { paths: [at('private/new.txt')] }),
    await call('git_add', { paths: [at('private')] }),
    await call('git_diff', { staged: true }),
    await call('git_diff', { staged: true, ref: 'HEAD' }),
    await call('git_branch', { op: 'list' }),
  ];
  const all = JSON.stringify(answers);
  expect(all).toContain('sub/a.txt');
  for (const secret of [diary, token, managementToken, 'management.token', 'new.txt'])
    expect(all).not.toContain(secret);
  expect(git(root, 'diff', '--cached', '--name-only').trim()).toBe('sub/a.txt');

  git(root, 'add', 'private/diary.txt');
  const refused = await call('git_commit', { message: 'x' });
  expect(refused).toMatchObject({ isError: true, data: { code: 'denied-by-rule' } });
  expect(git(root, 'log', '--oneline').trim().split('\n')).toHaveLength(1);
  git(root, 'reset', '-q', 'private');
  expect(await call('git_commit', { message: 'x' })).toMatchObject({ isError: false });
}, 30_000);

test('F14 a branch with other files in a closed folder is not switched to, nor planned', async () => {
  const { root, call } = await opened();
  git(root, 'stash', '-q', '-u', '--', 'sub', 'private');
  git(root, 'switch', '-qc', 'other');
  put(root, 'private/diary.txt', `${diary} other\n`);
  git(root, 'commit', '-qam', 'other');
  git(root, 'switch', '-q', 'main');
  const wanted = { op: 'switch', name: 'other' };
  const calls = [{ action: 'git_branch', args: wanted }];
  const preview = await call('preview_access', { calls });
  const switched = await call('git_branch', wanted);
  expect(switched).toMatchObject({ isError: true, data: { code: 'denied-by-rule' } });
  const said = JSON.stringify([preview, switched]);
  expect(said).not.toContain(diary);
  expect(said).not.toContain('diary.txt');
  expect(git(root, 'symbolic-ref', '--short', 'HEAD').trim()).toBe('main');
}, 30_000);

test('F11 a folder that only looks like a repository runs nothing, neither in a call nor in a preview', async () => {
  const { root, app, call } = await opened();
  const mark = path.join(fs.realpathSync(scratch()), 'ran');
  const bare = path.join(root, 'sub', 'looks');
  git(root, 'clone', '-q', '--bare', root, bare);
  fs.writeFileSync(
    path.join(bare, 'config'),
    `[core]\n\tbare = false\n\tworktree = ${bare}\n\trepositoryformatversion = 1\n` +
      `[extensions]\n\tpartialclone = origin\n[remote "origin"]\n\tpromisor = true\n` +
      `\turl = "ext::sh -c touch% ${mark}"\n[protocol "ext"]\n\tallow = always\n`,
  );
  fs.rmSync(path.join(bare, 'objects'), { recursive: true });
  fs.mkdirSync(path.join(bare, 'objects'));
  fs.renameSync(path.join(root, '.git'), path.join(root, 'put-away'));
  const switching = { op: 'switch', name: 'main', root: bare };
  const calls = [
    { action: 'git_branch', args: switching },
    { action: 'git_status', args: { root: bare } },
    { action: 'delete_file', args: { path: path.join(bare, 'HEAD') } },
  ];
  await call('preview_access', { calls });
  for (const [name, args] of [
    ['git_status', { root: bare }],
    ['git_diff', { root: bare }],
    ['git_branch', switching],
  ] as const)
    expect(await call(name, args)).toMatchObject({ data: { code: 'no-repository' } });
  expect(fs.existsSync(mark)).toBe(false);
  const recorded = (await app.ledger()).filter(({ phase }) => phase === 'outcome');
  expect(recorded.filter(({ action }) => action.startsWith('git_'))).toHaveLength(3);
  // It is a trap: git by itself steps into it.
  expect(() => git(bare, 'status')).toThrow('Command failed');
  expect(fs.existsSync(mark)).toBe(true);
}, 30_000);
