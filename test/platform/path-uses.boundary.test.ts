/** Where a path leads depends on what it is wanted for; each use is tried on real files. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import type { Root } from '../../src/shared/access/access.ts';
import type { PathUse } from '../../src/shared/actions/actions.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

let world: string;
let app: string;
let root: Root;

beforeEach(async () => {
  world = scratch();
  app = path.join(world, 'app');
  put(app, 'a.ts', 'inside');
  put(app, 'sub/b.ts', 'inside too');
  put(world, 'outside/x', 'outside');
  const pin = await realPaths.pin(app);
  if (isError(pin)) throw new Error(pin.message);
  root = pin;
});

const uses: readonly PathUse[] = ['read', 'list', 'write', 'create', 'delete'];
const resolve = async (name: string, use: PathUse) =>
  realPaths.resolve(path.isAbsolute(name) ? name : `${app}/${name}`, [root], use);
const link = (target: string, name: string): void => fs.symlinkSync(target, path.join(app, name));
const at = (name: string): string => path.join(app, name);

describe('what is there', () => {
  test.each(['read', 'write', 'create', 'delete'] as const)('a file, to %s', async (use) => {
    expect(await resolve('a.ts', use)).toEqual({
      path: at('a.ts'),
      root,
      exists: true,
      kind: 'file',
      links: 1,
    });
  });

  test('a folder, to list, read or delete, but not to write', async () => {
    for (const use of ['list', 'read', 'delete'] as const)
      expect(await resolve('sub', use)).toMatchObject({ exists: true, kind: 'folder' });
    expect(await resolve('sub', 'write')).toMatchObject({ code: 'not-a-file' });
    expect(await resolve('a.ts', 'list')).toMatchObject({ code: 'not-a-folder' });
  });

  test('the granted folder itself can be listed, not deleted', async () => {
    expect(await resolve(app, 'list')).toMatchObject({ path: app, kind: 'folder' });
    expect(await resolve(app, 'delete')).toMatchObject({ code: 'outside-roots' });
  });

  test('D3 with each use a replaced root is noticed', async () => {
    fs.renameSync(app, path.join(world, 'old'));
    put(app, 'a.ts', 'another');
    for (const use of uses)
      for (const name of ['a.ts', 'new.ts', 'new/er.ts'])
        expect(await resolve(name, use)).toMatchObject({ code: 'root-changed' });
  });
});

describe('what is not there yet', () => {
  test.each(['new.ts', 'sub/new.ts', 'new/er/still.ts', 'sub/../new.ts', '.git/hooks/pre-commit'])(
    '%s can be created',
    async (name) => {
      expect(await resolve(name, 'create')).toEqual({
        path: path.join(app, name),
        root,
        exists: false,
        kind: 'missing',
        links: 0,
      });
      expect(fs.existsSync(path.join(app, name))).toBe(false);
    },
  );

  test.each(['read', 'list', 'write', 'delete'] as const)('to %s it is not found', async (use) => {
    expect(await resolve('new.ts', use)).toMatchObject({ code: 'not-found' });
    expect(await resolve('no/such/folder/new.ts', use)).toMatchObject({ code: 'not-found' });
  });

  test('nothing is created below a file', async () => {
    expect(await resolve('a.ts/new.ts', 'create')).toMatchObject({ code: 'not-a-folder' });
    expect(await resolve('a.ts/new/er.ts', 'create')).toMatchObject({ code: 'not-a-folder' });
  });

  test.each([
    ...['a\nb', 'a\rb', '\u001B[2J', 'a\u2028b', '\u202Efdp.exe', '..\\x', 'a\\b'],
    ...['%2e%2e', '%2e%2e/x', 'a%2fb', 'a%5Cb', 'fine/a\nb', 'a\nb/fine'],
  ])('D1 %j is no name for a new file', async (name) => {
    expect(await resolve(name, 'create')).toMatchObject({ code: 'bad-path' });
  });

  test('D1 an existing file with an odd name can still be read and removed', async () => {
    put(app, 'a\nb', 'x');
    for (const use of ['read', 'write', 'delete', 'create'] as const)
      expect(await resolve('a\nb', use)).toMatchObject({ path: at('a\nb'), exists: true });
  });

  test.each(['../new', '../app-evil/new', 'sub/../../new', '/etc/new', '/new'])(
    'D1 %s is outside',
    async (name) => {
      for (const use of uses)
        expect(await resolve(name, use), `at ${use}`).toMatchObject({ code: 'outside-roots' });
    },
  );

  test('D11 too long a name or path is refused in words', async () => {
    for (const use of uses) {
      expect(await resolve('n'.repeat(256), use)).toMatchObject({ code: 'bad-path' });
      expect(await resolve('n/'.repeat(2_100), use)).toMatchObject({
        code: 'bad-path',
        message: expect.stringContaining('4095 bytes'),
      });
    }
    expect(await resolve('n'.repeat(255), 'create')).toMatchObject({ exists: false });
  });

  test('D13 a new name is kept to the letter, in either normal form', async () => {
    for (const name of ['caf\u00E9', 'cafe\u0301'])
      expect(await resolve(name, 'create')).toMatchObject({ path: at(name) });
    put(app, 'cafe\u0301', 'x');
    expect(await resolve('caf\u00E9', 'create')).toMatchObject({ exists: false });
  });
});

/** The eight operations, and the use each of them settles its path for. */
const operations = [
  ['read', 'read'],
  ['write', 'write'],
  ['edit', 'write'],
  ['list', 'list'],
  ['search', 'list'],
  ['watch', 'read'],
  ['delete', 'delete'],
  ['rename source', 'delete'],
  ['rename target', 'create'],
  ['create', 'create'],
] as const satisfies readonly (readonly [string, PathUse])[];

describe('D4 a link to the outside', () => {
  test.each(operations)('is refused for %s', async (_operation, use) => {
    link('../outside', 'folder');
    link('../outside/x', 'file');
    for (const name of ['file', 'folder', 'folder/x', 'folder/new', 'folder/new/er'])
      expect(await resolve(name, use), `at ${name}`).toMatchObject({ code: 'outside-roots' });
  });

  test.each(operations)(
    'D2 dangling, chained or in a circle is refused for %s',
    async (_o, use) => {
      link('../outside/new', 'dangling');
      link('../outside/x', 'l0');
      for (let nth = 1; nth < 40; nth += 1) link(`l${nth - 1}`, `l${nth}`);
      link('two', 'one');
      link('one', 'two');
      for (const name of ['dangling', 'dangling/x', 'l39', 'one', 'one/x'])
        expect(await resolve(name, use), `at ${name}`).toMatchObject({
          code: 'outside-roots',
          message: expect.stringContaining('A link on the way'),
        });
      expect(fs.existsSync(path.join(world, 'outside/new'))).toBe(false);
    },
  );

  test('D2 a dangling link that would stay inside creates nothing either', async () => {
    link('new', 'dangling');
    expect(await resolve('dangling', 'create')).toMatchObject({ code: 'outside-roots' });
  });
});

describe('a link that stays inside', () => {
  test('leads to the real name', async () => {
    link('sub', 'folder');
    link('a.ts', 'file');
    expect(await resolve('file', 'write')).toMatchObject({ path: at('a.ts') });
    expect(await resolve('file', 'create')).toMatchObject({ path: at('a.ts'), exists: true });
    expect(await resolve('folder/b.ts', 'delete')).toMatchObject({ path: at('sub/b.ts') });
    expect(await resolve('folder/new.ts', 'create')).toMatchObject({ path: at('sub/new.ts') });
  });

  test('is not itself moved or removed: that would hit what it points to', async () => {
    link('a.ts', 'file');
    expect(await resolve('file', 'delete')).toMatchObject({ code: 'is-a-link' });
  });
});

describe('D7 a file with a second name', () => {
  test('says how many it has', async () => {
    fs.linkSync(path.join(world, 'outside/x'), at('hard'));
    for (const use of ['read', 'write', 'create', 'delete'] as const)
      expect(await resolve('hard', use)).toMatchObject({ kind: 'file', links: 2 });
    expect(await resolve('a.ts', 'write')).toMatchObject({ links: 1 });
  });
});

describe('D8 what is neither file nor folder', () => {
  test.each(['read', 'list', 'write', 'create'] as const)('is refused to %s', async (use) => {
    execFileSync('mkfifo', [at('pipe')]);
    const server = net.createServer().listen(at('socket'));
    onTestFinished(() => void server.close());
    await expect.poll(() => fs.existsSync(at('socket'))).toBe(true);
    for (const name of ['pipe', 'socket'])
      expect(await resolve(name, use), `at ${name}`).toMatchObject({ code: 'not-a-file' });
    expect(await resolve('pipe', 'delete')).toMatchObject({ kind: 'other' });
  });

  test.runIf(process.getuid?.() === 0)('a device in the folder is refused', async () => {
    execFileSync('mknod', [at('null'), 'c', '1', '3']);
    expect(await resolve('null', 'read')).toMatchObject({ code: 'not-a-file' });
  });

  test.each(['/proc/self/root/etc/passwd', '/proc/1/cwd/x', '/dev/fd/3', '/dev/stdin', '/sys/x'])(
    '%s is refused for every use, also through a link',
    async (name) => {
      link(name, 'link');
      for (const use of uses)
        for (const wanted of [name, 'link'])
          expect(await resolve(wanted, use)).toMatchObject({ code: 'outside-roots' });
    },
  );
});
