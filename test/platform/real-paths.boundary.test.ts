import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import type { Root } from '../../src/shared/access/access.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

/** Two folders beside each other: `app` is granted, `app-evil` is not. */
let world: string;
let app: string;
let root: Root;

beforeEach(async () => {
  world = scratch();
  app = path.join(world, 'app');
  put(app, 'a.ts', 'inside');
  put(app, 'sub/b.ts', 'inside too');
  put(world, 'app-evil/x', 'outside');
  put(world, 'x', 'outside');
  root = await pinned(app);
});

async function pinned(folder: string): Promise<Root> {
  const pin = await realPaths.pin(folder);
  if (isError(pin)) throw new Error(pin.message);
  return pin;
}

const resolve = async (name: string, roots: readonly Root[] = [root]) =>
  realPaths.resolve(name, roots);
const link = (target: string, name: string): void => fs.symlinkSync(target, path.join(app, name));

describe('pinning a folder', () => {
  test('gives its real path with device and inode', () => {
    const { dev, ino } = fs.statSync(app, { bigint: true });
    expect(root).toEqual({ path: app, device: `${dev}`, inode: `${ino}` });
    expect(Object.isFrozen(root)).toBe(true);
  });

  test('D3 follows a link once, now, and keeps what it led to', async () => {
    fs.symlinkSync(app, path.join(world, 'link'));
    expect(await pinned(path.join(world, 'link'))).toEqual(root);
  });

  test.each(['app', './app', '', '~', 'C:\\app'])('takes no %j', async (name) => {
    expect(await realPaths.pin(name)).toMatchObject({ code: 'root-not-found' });
  });

  test('takes no file, nothing that is not there, and no NUL', async () => {
    for (const name of [path.join(app, 'a.ts'), path.join(world, 'nothing'), `${app}\0`])
      expect(await realPaths.pin(name)).toMatchObject({ code: 'root-not-found' });
  });
});

describe('a path inside', () => {
  test('comes back real, with its root', async () => {
    expect(await resolve(path.join(app, 'sub/../sub/./b.ts'))).toEqual({
      path: path.join(app, 'sub/b.ts'),
      root,
      exists: true,
      kind: 'file',
      links: 1,
    });
  });

  test('of two roots it finds the right one', async () => {
    const other = await pinned(path.join(world, 'app-evil'));
    const place = await resolve(path.join(world, 'app-evil/x'), [root, other]);
    expect(place).toMatchObject({ root: other });
  });

  test('a link within the root leads to the real name', async () => {
    link('sub/b.ts', 'link.ts');
    expect(await resolve(path.join(app, 'link.ts'))).toMatchObject({
      path: path.join(app, 'sub/b.ts'),
    });
  });

  test('of two roots around it, one of which was replaced, the other one counts', async () => {
    const sub = await pinned(path.join(app, 'sub'));
    const gone = { ...root, inode: '1' };
    expect(await resolve(path.join(app, 'sub/b.ts'), [gone, sub])).toMatchObject({ root: sub });
    expect(await resolve(path.join(app, 'a.ts'), [gone, sub])).toMatchObject({
      code: 'root-changed',
    });
  });

  test('D8 a way round through /proc is refused, although it would lead inside', async () => {
    expect(await resolve(`/proc/self/root${app}/a.ts`)).toMatchObject({ code: 'outside-roots' });
    expect(await realPaths.pin(`/proc/self/root${app}`)).toMatchObject({ kind: 'refused' });
  });

  test.each(['nothing.ts', 'no/such/folder/a.ts', '%2e%2e/x', '..\\x', 'a\nb', 'a.ts/below'])(
    '%j that is not there is not found, and nothing else is said',
    async (name) => {
      expect(await resolve(path.join(app, name))).toMatchObject({
        kind: 'refused',
        code: 'not-found',
        message: 'File not found.',
      });
    },
  );

  test('D11 a name of 255 bytes is found, one of 256 is refused', async () => {
    const longest = put(app, 'n'.repeat(255), '');
    expect(await resolve(longest)).toMatchObject({ path: longest });
    expect(await resolve(`${longest}n`)).toMatchObject({
      code: 'bad-path',
      message: expect.stringContaining('255 bytes'),
    });
  });
});

describe('D1 a path outside', () => {
  test.each([
    'app-evil/x',
    'app/../x',
    'app//../x',
    'app/sub/../../x',
    'app/./../app-evil/x',
    'x',
    'nothing-here',
    '',
  ])('<world>/%s is refused', async (name) => {
    expect(await resolve(`${world}/${name}`)).toMatchObject({ code: 'outside-roots' });
  });

  test.each(['a.ts', './a.ts', '../x', '~/a.ts', 'file:///etc/passwd', ''])(
    '%j is no absolute path',
    async (name) => {
      expect(await resolve(name)).toMatchObject({ code: 'outside-roots' });
    },
  );

  test('a NUL cuts nothing off', async () => {
    expect(await resolve(path.join(app, 'a.ts\0.png'))).toMatchObject({ code: 'bad-path' });
  });

  test('existing and missing paths are refused with the same words', async () => {
    expect(await resolve('/etc/passwd')).toEqual(await resolve('/etc/no-such-file'));
  });

  test('with no roots there is nothing inside', async () => {
    expect(await resolve(path.join(app, 'a.ts'), [])).toMatchObject({ code: 'outside-roots' });
  });
});

describe('D2 a link to the outside is refused', () => {
  test('a link to a file', async () => {
    link('../x', 'link');
    expect(await resolve(path.join(app, 'link'))).toMatchObject({ code: 'outside-roots' });
  });

  test('D4 a link to a folder, and what lies behind it, there or not', async () => {
    link('../app-evil', 'folder');
    for (const name of ['folder', 'folder/x', 'folder/new', 'folder/new/er'])
      expect(await resolve(path.join(app, name)), `at ${name}`).toMatchObject({
        code: 'outside-roots',
      });
  });

  test('a chain of forty', async () => {
    link('../x', 'l0');
    for (let at = 1; at < 40; at += 1) link(`l${at - 1}`, `l${at}`);
    expect(await resolve(path.join(app, 'l39'))).toMatchObject({ code: 'outside-roots' });
  });

  test('a loop', async () => {
    link('two', 'one');
    link('one', 'two');
    expect(await resolve(path.join(app, 'one'))).toMatchObject({ code: 'outside-roots' });
    expect(await resolve(path.join(app, 'one/below'))).toMatchObject({ code: 'outside-roots' });
  });

  test('a dangling link does not pass for a missing file', async () => {
    link('../not-yet', 'dangling');
    expect(await resolve(path.join(app, 'dangling'))).toMatchObject({ code: 'outside-roots' });
    expect(await resolve(path.join(app, 'dangling/below'))).toMatchObject({
      code: 'outside-roots',
    });
  });
});

describe('D3 a root that is no longer what it was', () => {
  test('replaced by another folder: it says so', async () => {
    fs.renameSync(app, path.join(world, 'old'));
    put(app, 'a.ts', 'another');
    expect(await resolve(path.join(app, 'a.ts'))).toMatchObject({ code: 'root-changed' });
  });

  test('replaced by a link, even to itself', async () => {
    fs.renameSync(app, path.join(world, 'old'));
    fs.symlinkSync(path.join(world, 'old'), app);
    expect(await resolve(path.join(app, 'a.ts'))).toMatchObject({ code: 'root-changed' });
  });

  test('gone', async () => {
    fs.rmSync(app, { recursive: true });
    expect(await resolve(path.join(app, 'a.ts'))).toMatchObject({ code: 'root-changed' });
  });
});

describe('D8 places that are no files', () => {
  test.each([
    '/proc/self/root/etc/passwd',
    '/proc/self/cwd',
    '/proc/1/root',
    '/dev/fd/0',
    '/dev/stdin',
  ])('%s is refused', async (name) => {
    expect(await resolve(name)).toMatchObject({ kind: 'refused', code: 'outside-roots' });
  });

  test('a pipe does not hold us up', async () => {
    const pipe = path.join(app, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await resolve(pipe)).toMatchObject({ code: 'not-a-file' });
  });
});
