import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listed, opened } from './checkpoint-fixture.ts';

describe('N55 files that git ignores', () => {
  test('are recorded, with what happens to them later', async () => {
    const { folder, write, take, changed, contentOf } = opened();
    write('.gitignore', '*.db\nnotes/\n.env\n');
    write('local.db', 'rows');
    write('.env', 'KEY=1');
    write('notes/deep/plan.txt', 'plan');
    const before = await take();
    expect(before.uncovered).toMatchObject({ rebuilt: [], tooLarge: [] });
    expect(await take()).toMatchObject({ id: before.id });
    write('notes/new.txt', 'new');
    const between = await take();
    expect(listed(await changed(before.id, between.id))).toEqual(['A notes/new.txt']);
    fs.rmSync(path.join(folder, 'notes'), { recursive: true });
    write('local.db', '');
    const after = await take();
    expect(listed(await changed(between.id, after.id))).toEqual([
      'D notes/deep/plan.txt',
      'D notes/new.txt',
      'M local.db',
    ]);
    expect(String(await contentOf(between.id, after.id, 'local.db', 'before'))).toBe('rows');
  });

  test('are recorded in repositories inside, and in ignored ones', async () => {
    const { folder, write, take, changed } = opened();
    write('.gitignore', 'vendor/\n');
    for (const name of ['sub', 'vendor/lib']) {
      write(`${name}/.gitignore`, '*.db\n');
      write(`${name}/local.db`, 'rows');
      execFileSync('git', ['init', '-q'], { cwd: path.join(folder, name) });
    }
    const before = await take();
    for (const name of ['sub', 'vendor/lib']) fs.rmSync(path.join(folder, name, 'local.db'));
    expect(listed(await changed(before.id, (await take()).id))).toEqual([
      'D sub/local.db',
      'D vendor/lib/local.db',
    ]);
  });

  test.each(['', '1'])('odd names of both kinds are told apart (no sandbox: "%s")', async (off) => {
    vi.stubEnv('GATEHOUSE_NO_SANDBOX', off);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { folder, write, take, changed } = opened();
    const odd = ['=', '=\n', "it's $(touch made)", '-n'];
    write('.gitignore', 'ignored-*\n');
    const names = odd.flatMap((name) => [name, `ignored-${name}`, `in/${name}`]);
    for (const name of names) write(name);
    const before = await take();
    for (const name of names) fs.rmSync(path.join(folder, name));
    const changes = listed(await changed(before.id, (await take()).id));
    expect(changes).toEqual(names.map((name) => `D ${name}`).toSorted());
    expect(fs.readdirSync(folder)).toEqual(['.gitignore', 'in']);
  });

  test('a name that is no UTF-8 is recorded too', async () => {
    const { folder, write, take, changed } = opened();
    write('.gitignore', 'data/\n');
    fs.mkdirSync(path.join(folder, 'data'));
    const name = Buffer.from('data/\xff.bin', 'latin1');
    write(name, 'bytes');
    const before = await take();
    fs.rmSync(Buffer.concat([Buffer.from(`${folder}/`), name]));
    const changes = await changed(before.id, (await take()).id);
    expect(changes).toMatchObject([{ path: null, name: 'data/\xff.bin', after: null }]);
  });

  test('folders that tools make again are left out and named; without git nothing is', async () => {
    const { root, store, write, take } = opened();
    write('node_modules/x/index.js');
    write('package.json');
    write('dist/out.js');
    write('old/dist/mine.txt');
    expect((await take()).uncovered.rebuilt).toEqual([]);
    write('.gitignore', 'node_modules\ndist\n.venv\nhidden\n');
    write('.venv/pyvenv.cfg');
    write('hidden/node_modules/y.js');
    write('hidden/dist/mine.txt');
    write('app/node_modules/z.js');
    const taken = await take();
    expect(taken.uncovered.rebuilt.toSorted()).toEqual([
      '.venv',
      'app/node_modules',
      'hidden/node_modules',
    ]);
    const lostWith = (name: string) => store.of(root).lostWith(name, taken);
    expect(lostWith('app')).toEqual([]);
    // Recorded before git ignored it.
    expect(lostWith('dist')).toEqual([]);
  });

  test('a folder with an ordinary name counts as lost, though a tool may make it again', async () => {
    const { root, store, write, take } = opened();
    write('.gitignore', 'dist\n');
    write('package.json');
    write('dist/out.js');
    write('other/dist/mine.txt');
    const taken = await take();
    expect(taken.uncovered).toMatchObject({ rebuilt: ['dist'], rebuiltByName: [] });
    expect(store.of(root).lostWith('dist', taken)).toEqual(['dist']);
    expect(store.of(root).lostWith('other', taken)).toEqual([]);
  });

  test('a folder over the limits is left out completely, listed, and known to be lost', async () => {
    const { root, store, write, take } = opened({
      ignoredFiles: 3,
      ignoredBytes: 50,
      fileBytes: 40,
    });
    write('.gitignore', 'many/\nheavy/\nfew/\n');
    for (let nth = 0; nth < 5; nth += 1) write(`many/${nth}`, '');
    for (let nth = 0; nth < 3; nth += 1) write(`heavy/${nth}`, 'x'.repeat(20));
    write('few/small', 'x');
    write('few/large', 'x'.repeat(41));
    const taken = await take();
    expect(taken.uncovered.tooLarge.toSorted()).toEqual(['few/large', 'heavy', 'many']);
    const lostWith = (name: string) => store.of(root).lostWith(name, taken);
    expect([lostWith('many/1'), lostWith('few'), lostWith('few/small')]).toEqual([
      ['many'],
      ['few/large'],
      [],
    ]);
  });

  test('more names than an entry lists are still known to be lost', async () => {
    const { root, store, write, take } = opened({ fileBytes: 1 });
    for (let nth = 0; nth < 150; nth += 1) write(`f${nth}`, 'xx');
    const taken = await take();
    expect(store.of(root).lostWith('f149', taken)).toEqual(['f149']);
  });

  test('a flood of ignored files keeps no other file out', async () => {
    const { write, take, changed } = opened({ newFiles: 5 });
    write('.gitignore', '*.log\n');
    for (let nth = 0; nth < 20; nth += 1) write(`a${nth}.log`, '');
    const before = await take();
    expect(before.uncovered.tooLarge).toHaveLength(15);
    write('mine.txt', 'mine');
    expect(listed(await changed(before.id, (await take()).id))).toContain('A mine.txt');
  });

  test('the store is closed to other users', async () => {
    const { data, write, take } = opened();
    write('.gitignore', '.env\n');
    write('.env', 'KEY=1');
    await take();
    const open = fs
      .readdirSync(path.join(data, 'folder-checkpoints'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.parentPath.endsWith('folder-checkpoints'))
      .filter(({ parentPath, name }) => fs.statSync(path.join(parentPath, name)).mode & 0o077);
    expect(open).toEqual([]);
  });
});
