import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { Trash } from '../../src/workbench/files/trash.ts';
import { put } from '../fakes/scratch.ts';
import { codeOf, doneBy, openHandlers } from './workbench-fixture.ts';

describe('create_file', () => {
  test('creates missing folders, keeps the content for undo, and emits events', async () => {
    const { folder, handlers, task, emitted, blobs } = openHandlers(openAllHandlers);
    const file = path.join(folder, 'a/b/c.txt');
    const made = await handlers.create_file?.(
      { path: file, content: 'ü\n', overwrite: false },
      task(),
    );
    const { data, changes } = doneBy('create_file', made);
    expect(data).toMatchObject({ path: file, bytes: 3 });
    expect(fs.readFileSync(file, 'utf8')).toBe('ü\n');
    expect(changes).toEqual([{ path: file, before: null, after: expect.any(String) }]);
    expect((await blobs.get(changes[0]?.after ?? ''))?.toString()).toBe('ü\n');
    expect(emitted).toEqual([{ name: 'file_created', path: file }]);
  });

  test('an old file is left alone, or replaced with its rights kept and its content too', async () => {
    const { folder, handlers, task, blobs } = openHandlers(openAllHandlers);
    const file = put(folder, 'run.sh', 'old');
    fs.chmodSync(file, 0o750);
    const args = { path: file, content: 'new', overwrite: false };
    expect(codeOf(await handlers.create_file?.(args, task()))).toBe('already-there');
    expect(fs.readFileSync(file, 'utf8')).toBe('old');
    const { changes } = doneBy(
      'create_file',
      await handlers.create_file?.({ ...args, overwrite: true }, task()),
    );
    expect(fs.readFileSync(file, 'utf8')).toBe('new');
    expect(fs.statSync(file).mode & 0o777).toBe(0o750);
    expect((await blobs.get(changes[0]?.before ?? ''))?.toString()).toBe('old');
  });

  test('D2 not through a link, and nothing appears outside', async () => {
    const { folder, handlers, task } = openHandlers(openAllHandlers);
    const outside = fs.mkdtempSync(path.join(path.dirname(folder), 'out-'));
    fs.symlinkSync(outside, path.join(folder, 'link'));
    const args = { path: path.join(folder, 'link/x'), content: 'x', overwrite: true };
    expect(codeOf(await handlers.create_file?.(args, task()))).toBe('outside-roots');
    expect(fs.readdirSync(outside)).toEqual([]);
  });
});

describe('rename_file', () => {
  test('moves a file and reports both names', async () => {
    const { folder, handlers, task, emitted } = openHandlers(openAllHandlers);
    const from = put(folder, 'a.txt', 'a');
    const to = path.join(folder, 'deep/b.txt');
    const args = { path: from, new_path: to, overwrite: false };
    const { changes } = doneBy('rename_file', await handlers.rename_file?.(args, task()));
    expect(fs.readFileSync(to, 'utf8')).toBe('a');
    expect(fs.existsSync(from)).toBe(false);
    expect(changes.map(({ before, after }) => [before === null, after === null])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(emitted).toEqual([{ name: 'file_renamed', path: to, old_path: from }]);
  });

  test('replaced content can be restored', async () => {
    const { folder, handlers, task, blobs } = openHandlers(openAllHandlers);
    const from = put(folder, 'a.txt', 'a');
    const to = put(folder, 'b.txt', 'b');
    const args = { path: from, new_path: to, overwrite: true };
    const { changes } = doneBy('rename_file', await handlers.rename_file?.(args, task()));
    expect((await blobs.get(changes[1]?.before ?? ''))?.toString()).toBe('b');
  });

  test('a folder moves with everything in it', async () => {
    const { folder, handlers, task } = openHandlers(openAllHandlers);
    put(folder, 'old/x/y.txt', 'y');
    const args = {
      path: path.join(folder, 'old'),
      new_path: path.join(folder, 'new'),
      overwrite: false,
    };
    doneBy('rename_file', await handlers.rename_file?.(args, task()));
    expect(fs.readFileSync(path.join(folder, 'new/x/y.txt'), 'utf8')).toBe('y');
  });
});

describe('delete_file', () => {
  test('a file is moved to the trash and restored', async () => {
    const { context, folder, handlers, task, emitted } = openHandlers(openAllHandlers);
    const file = put(folder, 'src/a.ts', 'const a = 1;\n');
    const outcome = await handlers.delete_file?.({ path: file, recursive: false }, task());
    const { data, changes } = doneBy('delete_file', outcome);
    expect(fs.existsSync(file)).toBe(false);
    expect(changes).toEqual([{ path: file, before: expect.any(String), after: null }]);
    expect(emitted).toEqual([{ name: 'file_deleted', path: file }]);
    const trash = new Trash(context);
    expect(trash.list()).toMatchObject([{ path: file, agent_id: 'cursor', entry_id: 'e1' }]);
    const { roots } = task();
    expect(await trash.restore(String(data['trash_id']), roots)).toMatchObject({ path: file });
    expect(fs.readFileSync(file, 'utf8')).toBe('const a = 1;\n');
    expect(trash.list()).toEqual([]);
  });

  test('a folder only if requested, then completely, and never over something new', async () => {
    const { context, folder, handlers, task } = openHandlers(openAllHandlers);
    put(folder, 'lib/a/b.txt', 'b');
    const lib = path.join(folder, 'lib');
    expect(codeOf(await handlers.delete_file?.({ path: lib, recursive: false }, task()))).toBe(
      'not-a-file',
    );
    const outcome = await handlers.delete_file?.({ path: lib, recursive: true }, task());
    const id = String(doneBy('delete_file', outcome).data['trash_id']);
    put(folder, 'lib/new.txt', 'new');
    const { roots } = task();
    expect(await new Trash(context).restore(id, roots)).toMatchObject({ code: 'already-there' });
    fs.rmSync(lib, { recursive: true });
    await new Trash(context).restore(id, roots);
    expect(fs.readFileSync(path.join(lib, 'a/b.txt'), 'utf8')).toBe('b');
  });

  test('an id that is none finds nothing', async () => {
    const { context, task } = openHandlers(openAllHandlers);
    const found = await new Trash(context).restore('../../etc', task().roots);
    expect(found).toMatchObject({ code: 'not-found' });
  });
});

describe('search_files', () => {
  function project() {
    const opened = openHandlers(openAllHandlers);
    for (const name of [
      'src/a.ts',
      'src/deep/b.ts',
      'src/c.css',
      'dist/x.ts',
      '.env.ts',
      '.git/y.ts',
    ])
      put(opened.folder, name, '');
    put(opened.folder, '.gitignore', 'dist/\n');
    execFileSync('git', ['init', '-q'], { cwd: opened.folder });
    const search = async (glob: string, own: { limit?: number; skip?: string[] } = {}) => {
      const { limit = 100, skip = [] } = own;
      const outcome = await opened.handlers.search_files?.({ glob, limit }, opened.task({ skip }));
      const { data } = doneBy('search_files', outcome);
      const paths = data['paths'] as string[];
      return {
        paths: paths.map((one) => path.relative(opened.folder, one)),
        truncated: data['truncated'],
      };
    };
    return { ...opened, search };
  }

  test('by glob, without what is ignored', async () => {
    const { search } = project();
    const paths = ['.env.ts', 'src/a.ts', 'src/deep/b.ts'];
    expect(await search('**/*.ts')).toEqual({ paths, truncated: false });
    expect(await search('src/*')).toEqual({ paths: ['src/a.ts', 'src/c.css'], truncated: false });
    expect(await search('*.none')).toEqual({ paths: [], truncated: false });
  });

  test('says when there is more, and leaves out what it must', async () => {
    const { search, folder } = project();
    expect(await search('**/*.ts', { limit: 1 })).toEqual({ paths: ['.env.ts'], truncated: true });
    const skip = [path.join(folder, 'src/deep')];
    expect((await search('src/**/*.ts', { skip })).paths).toEqual(['src/a.ts']);
    expect((await search('**', { skip: [folder] })).paths).toEqual([]);
  });
});

describe('watch_file', () => {
  const eventsNamed = (all: readonly { readonly name: string }[], name: string) =>
    all.filter((one) => one.name === name);

  test('one file, replaced, deleted and back, until it is stopped', async () => {
    const { folder, handlers, task, emitted: all } = openHandlers(openAllHandlers);
    const file = put(folder, 'a.txt', '1');
    const args = { path: file, recursive: false, stop: false };
    const started = await handlers.watch_file?.(args, task());
    const id = doneBy('watch_file', started).data['watch_id'];
    put(folder, 'other.txt', '');
    put(folder, 'a.txt', '2');
    const watched = { name: 'file_watched', path: file, watch_id: id, session: 's1' };
    await expect
      .poll(() => eventsNamed(all, 'file_watched'))
      .toEqual([{ ...watched, change: 'changed' }]);
    fs.rmSync(file);
    await expect
      .poll(() => eventsNamed(all, 'file_watched').at(-1))
      .toEqual({ ...watched, change: 'deleted' });
    expect(eventsNamed(all, 'file_deleted')).toEqual([
      { name: 'file_deleted', path: file, session: 's1' },
    ]);
    doneBy('watch_file', await handlers.watch_file?.({ ...args, stop: true }, task()));
    const before = all.length;
    put(folder, 'a.txt', '3');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(all.length).toBe(before);
  });

  test('a whole tree, with folders made later', async () => {
    const { folder, handlers, task, emitted: all } = openHandlers(openAllHandlers);
    await handlers.watch_file?.({ path: folder, recursive: true, stop: false }, task());
    put(folder, 'new/deep/x.txt', 'x');
    const file = path.join(folder, 'new/deep/x.txt');
    await expect
      .poll(() => eventsNamed(all, 'file_created'))
      .toContainEqual({ name: 'file_created', path: file, session: 's1' });
    expect(eventsNamed(all, 'directory_changed').length).toBeGreaterThan(0);
  });

  test('ends with its session', async () => {
    const { folder, handlers, task, remaining, emitted: all } = openHandlers(openAllHandlers);
    await handlers.watch_file?.({ path: folder, recursive: false, stop: false }, task());
    await remaining.endSession?.('s1');
    put(folder, 'x.txt', 'x');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(all).toEqual([]);
  });
});
