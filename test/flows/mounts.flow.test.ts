/**
 * What is mounted below a granted folder is not part of the grant. Mounts need a namespace of their
 * own, so this file runs itself again in one; where that is not allowed, it says so.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allScopes } from '../../src/shared/access/scopes.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool } from './tool-call.ts';

const ownMounts = process.env['GATEHOUSE_TEST_OWN_MOUNTS'] === '1';
const unshare = process.getuid?.() === 0 ? ['-m'] : ['-r', '-m'];
const trial = ['sh', '-c', 'mount -t tmpfs tmpfs /mnt'];
const whyNot =
  process.platform !== 'linux'
    ? 'mounts are looked at on Linux only'
    : spawnSync('unshare', [...unshare, ...trial], { encoding: 'utf8' }).stderr;

describe.skipIf(ownMounts)('in a namespace of its own', () => {
  it('everything below passes', { timeout: 120_000 }, ({ skip }) => {
    if (whyNot !== '') skip(`no mount can be made here: ${whyNot}`);
    const vitest = path.resolve('node_modules/vitest/vitest.mjs');
    const again = [process.execPath, vitest, 'run', 'test/flows/mounts.flow.test.ts'];
    const env = { ...process.env, GATEHOUSE_TEST_OWN_MOUNTS: '1', ELECTRON_RUN_AS_NODE: '1' };
    const { status, stdout, stderr } = spawnSync('unshare', [...unshare, ...again], {
      env,
      encoding: 'utf8',
    });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
  });
});

const mount = (...args: readonly string[]): void => {
  execFileSync('mount', args);
  onTestFinished(() => void spawnSync('umount', ['-l', args.at(-1) ?? '']));
};

/** Each mounts `secret.txt`, which lies elsewhere, below the root. */
const mounts: readonly (readonly [string, (folder: string, elsewhere: string) => void])[] = [
  [
    'another file system',
    (folder) => {
      mount('-t', 'tmpfs', 'tmpfs', folder);
      put(folder, 'secret.txt', 'SECRET');
    },
  ],
  ['a folder of the same disk', (folder, elsewhere) => mount('--bind', elsewhere, folder)],
];

async function app(prepare: (root: string) => void = () => undefined) {
  const opened = await TestApp.open();
  await eventually(() => opened.app.core.executors.canDo('open_file'));
  const world = scratch();
  const root = path.join(world, 'project');
  put(root, 'src/a.txt', 'plain');
  put(root, 'folder/mnt/below.txt', 'hidden by the mount');
  put(world, 'elsewhere/secret.txt', 'SECRET');
  prepare(root);
  const client = await opened.connect('coder');
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    opened.clock.skip(1_000);
    return callTool(client, name, args);
  };
  const ask = async (roots: readonly string[]) => {
    const asking = call('request_access', { scopes: [...allScopes], roots, reason: 'to work' });
    const question = await opened.nextQuestion();
    await opened.answerNext(allowAll);
    await asking;
    return question;
  };
  return { opened, root, elsewhere: path.join(world, 'elsewhere'), call, ask };
}

const secret = /SECRET|secret\.txt/;

describe.runIf(ownMounts)('D20 what is mounted below a granted folder is not part of it', () => {
  it.each(mounts)('%s, mounted after the grant', async (_name, mountAt) => {
    const { root, elsewhere, call, ask } = await app();
    await ask([root]);
    mountAt(path.join(root, 'folder/mnt'), elsewhere);
    const file = path.join(root, 'folder/mnt/secret.txt');
    const mnt = path.dirname(file);
    const refusedCalls: readonly (readonly [string, Record<string, unknown>])[] = [
      ['open_file', { path: file }],
      ['find_in_file', { path: file, text: 'SECRET' }],
      ['explore_tree', { path: mnt }],
      ['find_in_project', { root: mnt, text: 'SECRET' }],
      ['search_files', { root: mnt, glob: '*' }],
      ['create_file', { path: path.join(mnt, 'new/x.txt'), content: 'x' }],
      ['create_file', { path: file, content: 'x', overwrite: true }],
      ['rename_file', { path: file, new_path: path.join(root, 'out.txt') }],
      ['rename_file', { path: path.join(root, 'src/a.txt'), new_path: path.join(mnt, 'a') }],
      ['rename_file', { path: path.join(root, 'folder'), new_path: path.join(root, 'other') }],
      ['delete_file', { path: file }],
      ['delete_file', { path: path.join(root, 'folder'), recursive: true }],
      ['replace_text', { paths: [file], text: 'SECRET', replacement: 'x' }],
      ['watch_file', { path: mnt, recursive: true }],
      ['git_status', { root: mnt }],
      ['get_errors', { path: file }],
      ['exec_command', { argv: ['ls'], cwd: mnt }],
      ['exec_command', { argv: ['cat', file], cwd: root }],
      ['open_terminal', { cwd: mnt }],
    ];
    for (const [name, args] of refusedCalls) {
      const { isError, data } = await call(name, args);
      expect([name, isError, data['code']]).toEqual([
        name,
        true,
        expect.stringMatching(/^(outside-roots|command-outside)$/),
      ]);
    }
    expect(fs.readFileSync(file, 'utf8')).toBe('SECRET');
    const walks: readonly (readonly [string, Record<string, unknown>])[] = [
      ['explore_tree', { path: root, depth: 6 }],
      ['find_in_project', { root, text: 'SECRET' }],
      ['regex_search', { root, pattern: 'SEC.*' }],
      ['search_files', { root, glob: '**/*.txt' }],
      ['get_workspace_info', {}],
    ];
    for (const [name, args] of walks) {
      const { isError, data } = await call(name, args);
      expect([name, isError, secret.test(JSON.stringify(data))]).toEqual([name, false, false]);
    }
    const { data } = await call('open_file', { path: path.join(root, 'src/a.txt') });
    expect(data).toMatchObject({ content: 'plain' });
  });

  it('a single file', async () => {
    const { root, elsewhere, call, ask } = await app();
    await ask([root]);
    const file = path.join(root, 'src/a.txt');
    mount('--bind', path.join(elsewhere, 'secret.txt'), file);
    expect(await call('open_file', { path: file })).toMatchObject({
      data: { code: 'outside-roots' },
    });
    const found = await call('find_in_project', { root, text: 'SECRET' });
    expect(JSON.stringify(found)).not.toMatch(/SECRET.*SECRET/);
    expect(found.data).toMatchObject({ matches: [] });
  });

  it('the ask shows it, and a mount can be granted as a folder of its own', async () => {
    const { root, elsewhere, call, ask } = await app();
    const mnt = path.join(root, 'folder/mnt');
    mount('--bind', elsewhere, mnt);
    const question = await ask([root, mnt]);
    expect(question).toMatchObject({
      rootWarnings: { [root]: expect.stringContaining(`Not included: another file system`) },
    });
    const { data } = await call('open_file', { path: path.join(mnt, 'secret.txt') });
    expect(data).toMatchObject({ content: 'SECRET' });
  });
});
