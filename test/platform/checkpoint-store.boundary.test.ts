import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FolderCheckpointStore } from '../../src/main/platform/checkpoints/checkpoint-store.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';
import { scratch } from '../fakes/scratch.ts';
import { listed, never, opened, valueOf } from './checkpoint-fixture.ts';

const everythingIn = (folder: string): readonly string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const stat = fs.lstatSync(file, { bigint: true });
      return [file, stat.ino, stat.mode, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
    })
    .toSorted();

describe('checkpoints', () => {
  test('N40 a folder without git is recorded without a change to any of its files', async () => {
    const { folder, write, take } = opened();
    write('a.txt');
    write('deep/er/b.txt');
    fs.symlinkSync('/etc/passwd', path.join(folder, 'link'));
    const before = everythingIn(folder);
    const { id } = await take();
    expect(await take()).toMatchObject({ id });
    expect(everythingIn(folder)).toEqual(before);
  });

  test('created, changed and deleted files are told apart', async () => {
    const { folder, write, take, changed } = opened();
    write('same.txt');
    write('changed.txt', 'one');
    write('deleted.txt');
    const { id } = await take();
    write('changed.txt', 'two');
    write('new/created.txt');
    fs.rmSync(path.join(folder, 'deleted.txt'));
    const after = await take();
    expect(listed(await changed(id, after.id))).toEqual([
      'A new/created.txt',
      'D deleted.txt',
      'M changed.txt',
    ]);
  });

  test('a change of the same size with its old time put back is seen', async () => {
    const { folder, write, take, changed } = opened();
    write('a.txt', 'one');
    const file = path.join(folder, 'a.txt');
    const { atime, mtime } = fs.statSync(file);
    const { id } = await take();
    write('a.txt', 'two');
    fs.utimesSync(file, atime, mtime);
    expect(listed(await changed(id, (await take()).id))).toEqual(['M a.txt']);
  });

  test('N41 contents are stored byte for byte whatever .gitattributes says', async () => {
    const { write, take, changed, contentOf } = opened();
    const odd = Buffer.from('a\r\nb\n$Id: x $\r\n\0\xff', 'latin1');
    const utf16 = Buffer.from('\ufeffhello\r\n', 'utf16le');
    write(
      '.gitattributes',
      '* text=auto eol=crlf ident filter=evil\n*.u16 working-tree-encoding=UTF-16\n[attr]binary text\n',
    );
    const { id } = await take();
    write('a.txt', odd);
    write('b.u16', utf16);
    const after = await take();
    expect(listed(await changed(id, after.id))).toEqual(['A a.txt', 'A b.u16']);
    expect(await contentOf(id, after.id, 'a.txt', 'after')).toEqual(odd);
    expect(await contentOf(id, after.id, 'b.u16', 'after')).toEqual(utf16);
  });

  test('N41 no program of the folder or of its repository is started', async () => {
    const { folder, write, take } = opened();
    const mark = path.join(scratch(), 'ran');
    const program = path.join(scratch(), 'evil.sh');
    fs.writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat\n`, { mode: 0o755 });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
    git('init');
    git('config', 'filter.evil.clean', program);
    git('config', 'filter.evil.process', program);
    git('config', 'core.fsmonitor', program);
    git('config', 'core.hooksPath', path.dirname(program));
    git('config', 'diff.evil.textconv', program);
    fs.copyFileSync(program, path.join(folder, '.git/hooks/post-index-change'));
    write('.gitattributes', '* filter=evil diff=evil\n');
    write('a.txt');
    await take();
    write('a.txt', 'changed');
    await take();
    expect(fs.existsSync(mark)).toBe(false);
  });

  test('names that are no UTF-8, have a line break, a backslash or a leading dash', async () => {
    const { write, take, changed } = opened();
    const { id } = await take();
    write(Buffer.from([0x61, 0xff, 0x62]), 'bytes');
    write('line\nbreak', 'x');
    write('back\\slash', 'x');
    write('-n', 'x');
    write('"quoted"', 'x');
    const changes = await changed(id, (await take()).id);
    expect(listed(changes)).toEqual([
      'A "quoted"',
      'A -n',
      'A back\\slash',
      'A line\nbreak',
      'A null',
    ]);
    expect(changes.some(({ name }) => name === 'a\xffb')).toBe(true);
  });

  test('links are recorded as links, and programs as programs', async () => {
    const { folder, write, take, changed, contentOf } = opened();
    const { id } = await take();
    fs.symlinkSync('/etc/passwd', path.join(folder, 'link'));
    write('run.sh', '#!/bin/sh\n');
    fs.chmodSync(path.join(folder, 'run.sh'), 0o755);
    const after = await take();
    const kinds = (await changed(id, after.id)).map((one) => [one.path, one.after?.kind]);
    expect(kinds).toEqual([
      ['link', 'link'],
      ['run.sh', 'program'],
    ]);
    expect(String(await contentOf(id, after.id, 'link', 'after'))).toBe('/etc/passwd');
  });

  test('repositories inside the folder are recorded with it', async () => {
    const { folder, write, take, changed } = opened();
    write('a.txt');
    write('sub/b.txt');
    write('sub/deeper/c.txt');
    for (const name of ['.', 'sub', 'sub/deeper'])
      execFileSync('git', ['init', '-q'], { cwd: path.join(folder, name) });
    const { id } = await take();
    write('sub/b.txt', 'changed');
    write('sub/deeper/new.txt');
    fs.rmSync(path.join(folder, 'sub/deeper/c.txt'));
    expect(listed(await changed(id, (await take()).id))).toEqual([
      'A sub/deeper/new.txt',
      'D sub/deeper/c.txt',
      'M sub/b.txt',
    ]);
  });

  test('files that are too large are left out and listed', async () => {
    const { write, take, changed } = opened({ fileBytes: 1000 });
    write('grows.txt', 'small');
    const { id } = await take();
    write('large.bin', Buffer.alloc(2000));
    write('grows.txt', Buffer.alloc(3000));
    const after = await take();
    expect(after.uncovered.tooLarge.toSorted()).toEqual(['grows.txt', 'large.bin']);
    expect(listed(await changed(id, after.id))).toEqual(['D grows.txt']);
    expect((await take()).id).toBe(after.id);
  });

  test('N44 a flood of new files or bytes does not keep recorded files out of a checkpoint', async () => {
    const { take, write, changed, contentOf } = opened({ newFiles: 5, newBytes: 1_000 });
    write('mine.txt', 'old');
    const before = await take();
    for (let nth = 0; nth < 20; nth += 1) write(`a/flood-${nth}`, 'x'.repeat(400));
    write('mine.txt', 'changed');
    const after = await take();
    expect(await changed(before.id, after.id)).toContainEqual(
      expect.objectContaining({ path: 'mine.txt' }),
    );
    expect((await contentOf(before.id, after.id, 'mine.txt', 'before'))?.toString()).toBe('old');
    expect(after.uncovered.tooLarge.length).toBeGreaterThan(10);
  });

  test('sockets and pipes are left alone', async () => {
    const { folder, write, take } = opened();
    write('a.txt');
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    const server = net.createServer().listen(path.join(folder, 'socket'));
    onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
    await new Promise((resolve) => server.once('listening', resolve));
    expect((await take()).uncovered).toEqual({
      ...{ tooLarge: [], unreadable: [], nested: [], rebuilt: [], rebuiltByName: [] },
    });
  });

  test('N42 a folder that took the place of the granted one is not recorded', async () => {
    const { folder, root, store, write, take } = opened();
    write('a.txt');
    await take();
    fs.renameSync(folder, `${folder}-moved`);
    onTestFinished(() => fs.rmSync(`${folder}-moved`, { recursive: true }));
    fs.mkdirSync(folder);
    expect(await store.take(root, 's1')).toMatchObject({ code: 'root-changed' });
  });

  test('a content is found by its digest', async () => {
    const { root, store, write, take, changed } = opened();
    const { id } = await take();
    write('a.txt', 'hello');
    const changes = await changed(id, (await take()).id);
    const digests = valueOf(await store.of(root).digestsOf(changes, 1e6, never));
    const digest = digests.get(changes[0]?.after?.blob ?? '') ?? '';
    expect(String(await store.content(digest))).toBe('hello');
    expect(await store.content('0'.repeat(64))).toBe(null);
  });

  test('old checkpoints are dropped with their contents, but none of a live session', async () => {
    let now = 1_000;
    const { data, root, store, write, take } = opened({ keptMs: 500 }, () => now);
    write('a.txt', 'first');
    const first = await take('live');
    write('a.txt', 'second');
    await take('ended');
    now = 2_000;
    write('a.txt', 'third');
    const third = await take('ended');
    store.endSession('ended');
    await store.expire((session) => session === 'live');
    const ids = store.of(root).records.all.map(({ id }) => id);
    expect(ids).toEqual([first.id, third.id]);
    store.endSession('live');
    await store.expire(() => false);
    expect(store.of(root).records.all.map(({ id }) => id)).toEqual([third.id]);
    now = 9_000;
    await store.expire(() => false);
    expect(fs.readdirSync(path.join(data, 'folder-checkpoints'))).toEqual([]);
  });

  test('beyond its size the oldest checkpoints go first', async () => {
    let now = 0;
    const { root, store, write, take } = opened({ storeBytes: 600_000 }, () => (now += 1));
    for (let at = 0; at < 6; at += 1) {
      write(
        'a.bin',
        Buffer.from(Array.from({ length: 200_000 }, () => Math.floor(Math.random() * 256))),
      );
      await take('ended');
    }
    store.endSession('ended');
    await store.expire(() => false);
    const left = store.of(root).records.all;
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(4);
    expect(left.at(-1)?.at).toBe(6);
  });

  test('a checkpoint after an interrupted one works, also with its lock left behind', async () => {
    const { data, root, write, take } = opened();
    write('a.txt');
    await take();
    const [key = ''] = fs.readdirSync(path.join(data, 'folder-checkpoints'));
    fs.writeFileSync(path.join(data, 'folder-checkpoints', key, 'parts/folder/index.lock'), '');
    write('b.txt');
    const again = new FolderCheckpointStore(data);
    expect(isError(await again.take(root, 's1'))).toBe(false);
  });
});
