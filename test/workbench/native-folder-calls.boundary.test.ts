/** The folder calls of macOS against those of Linux, call by call, on the same files. */
import fs, { constants } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FolderCalls } from '../../src/workbench/confined/folder-calls.ts';
import { nativeFolderCalls } from '../../src/workbench/confined/native-folder-calls.ts';
import { procFolderCalls } from '../../src/workbench/confined/proc-folder-calls.ts';
import { put, scratch } from '../fakes/scratch.ts';

interface OpenScratch {
  readonly path: string;
  readonly folder: number;
}

function openScratch(calls: FolderCalls): OpenScratch {
  const folder = scratch();
  put(folder, 'a.txt', 'text');
  fs.mkdirSync(path.join(folder, 'sub'));
  fs.symlinkSync('a.txt', path.join(folder, 'link'));
  const fd = calls.openFolder({ folder: null, name: folder });
  onTestFinished(() => fs.closeSync(fd));
  return { path: folder, folder: fd };
}

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

describe.each([
  ['Linux', procFolderCalls],
  ['macOS', nativeFolderCalls()],
])('the folder calls of %s', (_system, calls) => {
  test('D5 stay with the folder when its name leads elsewhere', () => {
    const { path: folder, folder: fd } = openScratch(calls);
    const moved = `${folder}-moved`;
    fs.renameSync(folder, moved);
    onTestFinished(() => fs.rmSync(moved, { recursive: true, force: true }));
    fs.mkdirSync(folder);
    calls.makeFolder({ folder: fd, name: 'new' }, 0o700);
    const file = calls.openFile(
      { folder: fd, name: 'new.txt' },
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
      0o640,
    );
    fs.closeSync(file);
    calls.rename({ folder: fd, name: 'a.txt' }, { folder: fd, name: 'b.txt' });
    calls.removeFolder({ folder: fd, name: 'sub' });
    calls.unlink({ folder: fd, name: 'link' });
    expect(fs.readdirSync(moved).toSorted()).toEqual(['b.txt', 'new', 'new.txt']);
    expect(fs.statSync(path.join(moved, 'new.txt')).mode & 0o777).toBe(0o640 & ~process.umask());
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('follow no link at the name, and say what the system says', () => {
    const { folder } = openScratch(calls);
    const at = (name: string) => ({ folder, name });
    expect(calls.lstat(at('link'))?.isSymbolicLink()).toBe(true);
    expect(calls.lstat(at('missing'))).toBeUndefined();
    expect(calls.readLink(at('link')).toString()).toBe('a.txt');
    expect(['ELOOP', 'ENOTDIR']).toContain(codeOf(() => calls.openFolder(at('link'))));
    expect(codeOf(() => calls.openFile(at('link'), constants.O_RDONLY, 0))).toBe('ELOOP');
    expect(codeOf(() => calls.openFolder(at('missing')))).toBe('ENOENT');
    expect(codeOf(() => calls.makeFolder(at('sub'), 0o700))).toBe('EEXIST');
    expect(codeOf(() => calls.removeFolder(at('a.txt')))).toBe('ENOTDIR');
  });

  test('list every name with its kind, also one that is not UTF-8', async () => {
    const { path: folder, folder: fd } = openScratch(calls);
    fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0x41])]), '');
    const listed = await calls.list(fd, 100);
    const names = listed.map(({ name, kind }) => `${name.toString('latin1')} ${kind}`);
    expect(names.toSorted()).toEqual(['a.txt file', 'link link', 'sub folder', 'ÿA file']);
    expect(await calls.list(fd, 2)).toHaveLength(2);
    expect(await calls.list(fd, 100)).toHaveLength(4);
  });

  test('a pinned file is read by its path, whatever has its name', () => {
    const { path: folder, folder: fd } = openScratch(calls);
    const pinned = calls.pin({ folder: fd, name: 'a.txt' });
    onTestFinished(() => fs.closeSync(pinned));
    calls.checkWritable({ folder: fd, name: 'a.txt' }, pinned);
    put(folder, 'other', 'other');
    fs.renameSync(path.join(folder, 'other'), path.join(folder, 'a.txt'));
    expect(fs.readFileSync(calls.pinnedPath(pinned), 'utf8')).toBe('text');
  });
});

test('the calls of macOS take one whole name: C would end it at a NUL', () => {
  const calls = nativeFolderCalls();
  const { folder } = openScratch(calls);
  for (const name of ['a.txt\0.png', 'sub/x', '..', ''])
    expect(codeOf(() => calls.unlink({ folder, name }))).toBe('EINVAL');
  expect(calls.lstat({ folder, name: 'a.txt' })?.isFile()).toBe(true);
});
