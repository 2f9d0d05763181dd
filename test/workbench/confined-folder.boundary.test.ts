import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openFolderAt, openParentOf, walkTo } from '../../src/workbench/confined/folder.ts';
import { listConfined } from '../../src/workbench/confined/list.ts';
import { openConfinedFile } from '../../src/workbench/confined/read.ts';
import { isError, type ActionError } from '../../src/workbench/confined/errors.ts';
import { put } from '../fakes/scratch.ts';
import { confinedWorld, openDescriptors, rootAt, type ConfinedWorld } from './confined-world.ts';

let here: ConfinedWorld;
beforeEach(() => {
  here = confinedWorld();
});

function must<T extends object>(value: T | ActionError): T {
  if (isError(value)) throw new Error(value.message);
  return value;
}

const textOf = async (open: typeof openConfinedFile, name: string): Promise<string> => {
  const handle = await open(here.at(name), here.roots);
  if (isError(handle)) return handle.code;
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
};

describe('walking down', () => {
  test('holds the folder before the end, whatever becomes of its name', () => {
    const [root] = here.roots;
    if (!root) throw new Error('no root');
    const { folder, name } = must(walkTo(root, 'sub/b.txt'));
    fs.renameSync(here.at('sub'), here.at('moved'));
    fs.symlinkSync('../outside', here.at('sub'));
    expect(fs.readFileSync(folder.at(name), 'utf8')).toBe('inside too');
    folder.close();
    folder.close();
    expect(() => folder.at(name)).toThrow('let go');
  });

  test.each([
    '',
    '/',
    '.',
    '..',
    '../outside/x',
    'sub/../a.txt',
    'sub//b.txt',
    './a.txt',
    'a\0b',
    'sub/',
  ])('D1 %j is no way down', (relative) => {
    const [root] = here.roots;
    if (!root) throw new Error('no root');
    expect(walkTo(root, relative)).toMatchObject({ code: 'outside-roots' });
  });

  test('D2 D4 a link on the way ends it, wherever it leads', () => {
    for (const name of ['folder/x', 'within/b.txt', 'dangling/x'])
      expect(openParentOf(here.at(name), here.roots)).toMatchObject({
        code: 'outside-roots',
        message: expect.stringContaining('A link was put in its place.'),
      });
    for (const name of ['folder', 'within'])
      expect(openFolderAt(here.at(name), here.roots)).toMatchObject({ code: 'outside-roots' });
  });

  test('a file on the way, or nothing', () => {
    expect(openParentOf(here.at('a.txt/x'), here.roots)).toMatchObject({ code: 'not-a-folder' });
    expect(openParentOf(here.at('no/x'), here.roots)).toMatchObject({ code: 'not-found' });
  });

  test('D3 a root that was replaced, is a link now, or is gone', () => {
    fs.renameSync(here.app, path.join(here.world, 'old'));
    expect(openParentOf(here.at('a.txt'), here.roots)).toMatchObject({ code: 'root-changed' });
    fs.symlinkSync('old', here.app);
    expect(openParentOf(here.at('a.txt'), here.roots)).toMatchObject({ code: 'root-changed' });
    fs.rmSync(here.app);
    put(here.app, 'a.txt', 'another');
    expect(openParentOf(here.at('a.txt'), here.roots)).toMatchObject({ code: 'root-changed' });
  });

  test('D3 a root of the same number on another disk', () => {
    const roots = here.roots.map((root) => ({ ...root, device: `${root.device}0` }));
    expect(openParentOf(here.at('a.txt'), roots)).toMatchObject({ code: 'root-changed' });
  });

  test('of two roots, the one that is still what it was counts', () => {
    const sub = rootAt(here.at('sub'));
    const roots = [{ path: here.app, device: '1', inode: '1' }, sub];
    must(openParentOf(here.at('sub/b.txt'), roots)).folder.close();
    expect(openParentOf(here.at('a.txt'), roots)).toMatchObject({ code: 'root-changed' });
    expect(openParentOf(here.outside('x'), roots)).toMatchObject({ code: 'outside-roots' });
  });
});

describe('opening a file', () => {
  const open = openConfinedFile;

  test('reads what is inside', async () => {
    expect(await textOf(open, 'a.txt')).toBe('inside');
    expect(await textOf(open, 'sub/b.txt')).toBe('inside too');
  });

  test('D4 reads nothing through a link', async () => {
    for (const name of ['file', 'folder/x', 'within/b.txt'])
      expect(await textOf(open, name)).toBe('outside-roots');
    expect(await textOf(open, 'dangling')).toBe('outside-roots');
  });

  test('D1 reads nothing outside', async () => {
    for (const name of ['../outside/x', 'sub/../../outside/x', 'sub//b.txt'])
      expect(await textOf(open, name)).toBe('outside-roots');
    expect(isError(await open(here.outside('x'), here.roots))).toBe(true);
  });

  test('D3 reads nothing in a root that was replaced', async () => {
    fs.renameSync(here.app, path.join(here.world, 'old'));
    put(here.app, 'a.txt', 'another');
    expect(await textOf(open, 'a.txt')).toBe('root-changed');
  });

  test('D8 a pipe, a socket and a folder are no files, and none holds us up', async () => {
    execFileSync('mkfifo', [here.at('pipe')]);
    const server = net.createServer().listen(here.at('socket'));
    onTestFinished(() => void server.close());
    await expect.poll(() => fs.existsSync(here.at('socket'))).toBe(true);
    for (const name of ['pipe', 'socket', 'sub'])
      expect(await textOf(open, name), `at ${name}`).toBe('not-a-file');
  });

  test('leaves nothing open', async () => {
    await textOf(open, 'a.txt');
    const before = openDescriptors();
    for (const name of ['a.txt', 'file', 'folder/x', 'no/x', 'sub', 'sub/b.txt', 'a.txt/x', '..'])
      await textOf(open, name);
    expect(openDescriptors()).toBe(before);
  });
});

describe('D8 a device', () => {
  test('is not even opened: that alone can do something', async () => {
    const device = path.join('/dev', 'null');
    expect(await openConfinedFile(device, [rootAt('/dev')])).toMatchObject({ code: 'not-a-file' });
  });
});

describe('listing', () => {
  test('says what is there, by name', async () => {
    const { entries, truncated } = must(await listConfined(here.app, here.roots));
    expect(entries.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'a.txt file',
      'dangling link',
      'file link',
      'folder link',
      'sub folder',
      'within link',
    ]);
    expect(truncated).toBe(false);
    expect(must(await listConfined(here.at('sub'), here.roots)).entries).toHaveLength(1);
  });

  test('D11 shows a name that is no UTF-8, and goes on', async () => {
    fs.writeFileSync(Buffer.concat([Buffer.from(here.at('sub/caf')), Buffer.from([0xe9])]), '');
    put(here.app, 'sub/ä\nb');
    expect(must(await listConfined(here.at('sub'), here.roots)).entries).toEqual([
      { name: 'b.txt', kind: 'file', nameable: true },
      { name: 'caf\\xe9', kind: 'file', nameable: false },
      { name: 'ä\nb', kind: 'file', nameable: true },
    ]);
  });

  test('J9 is limited, and reports the limit', async () => {
    for (let nth = 0; nth < 600; nth += 1) put(here.app, `many/${nth}`);
    const some = must(await listConfined(here.at('many'), here.roots, 500));
    expect([some.entries.length, some.truncated]).toEqual([500, true]);
    const all = must(await listConfined(here.at('many'), here.roots, 600));
    expect([all.entries.length, all.truncated]).toEqual([600, false]);
  });

  test('D4 lists nothing through a link', async () => {
    for (const name of ['folder', 'within', 'folder/deep'])
      expect(await listConfined(here.at(name), here.roots)).toMatchObject({
        code: 'outside-roots',
      });
    expect(await listConfined(here.at('a.txt'), here.roots)).toMatchObject({
      code: 'not-a-folder',
    });
  });

  test('leaves nothing open', async () => {
    await listConfined(here.app, here.roots);
    const before = openDescriptors();
    await listConfined(here.app, here.roots, 1);
    await listConfined(here.at('folder'), here.roots);
    await listConfined(here.at('no'), here.roots);
    expect(openDescriptors()).toBe(before);
  });
});
