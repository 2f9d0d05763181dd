import fs from 'node:fs';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { folderCalls } from '../../src/workbench/confined/system-folder-calls.ts';
import {
  putInConfined,
  removeConfined,
  renameConfined,
  takeOutConfined,
} from '../../src/workbench/confined/move.ts';
import { isError } from '../../src/workbench/confined/errors.ts';
import { versionOf } from '../../src/workbench/confined/version.ts';
import { put } from '../fakes/scratch.ts';
import {
  confinedWorld,
  expectOutsideUntouched,
  openDescriptors,
  type ConfinedWorld,
} from './confined-world.ts';

let here: ConfinedWorld;
beforeEach(() => {
  here = confinedWorld();
});

const rename = (from: string, to: string, options = {}) =>
  renameConfined(here.at(from), here.at(to), here.roots, options);
const remove = (name: string, options = {}) => removeConfined(here.at(name), here.roots, options);
const read = (name: string): string => fs.readFileSync(here.at(name), 'utf8');
const stat = (name: string) => fs.statSync(here.at(name), { bigint: true });

describe('renaming', () => {
  test('moves files and folders, also into folders that are made', async () => {
    expect(await rename('a.txt', 'x/b.txt', { makeFolders: true })).toBeNull();
    expect(read('x/b.txt')).toBe('inside');
    expect(await rename('sub', 'x/sub')).toBeNull();
    expect(read('x/sub/b.txt')).toBe('inside too');
  });

  test('replaces only what it may', async () => {
    put(here.app, 'b.txt', 'old');
    expect(await rename('a.txt', 'b.txt')).toMatchObject({ code: 'already-there' });
    expect(await rename('sub', 'b.txt', { mayReplace: true })).toMatchObject({
      code: 'not-a-folder',
    });
    expect(await rename('a.txt', 'b.txt', { mayReplace: true })).toBeNull();
    expect(read('b.txt')).toBe('inside');
  });

  test('D7 cuts off no second name unless the user knows', async () => {
    fs.linkSync(here.outside('x'), here.at('hard'));
    expect(await rename('a.txt', 'hard', { mayReplace: true })).toMatchObject({
      code: 'hard-link',
    });
    const known = { mayReplace: true, mayBreakHardLink: true };
    expect(await rename('a.txt', 'hard', known)).toBeNull();
    expectOutsideUntouched(here);
  });

  test('D4 moves nothing out of a link, into one or onto one', async () => {
    for (const from of ['folder/x', 'within/b.txt'])
      expect(await rename(from, 'new')).toMatchObject({ code: 'outside-roots' });
    for (const to of ['folder/new', 'folder/x', 'within/new', 'dangling/new'])
      expect(await rename('a.txt', to, { makeFolders: true, mayReplace: true })).toMatchObject({
        code: 'outside-roots',
      });
    for (const link of ['file', 'folder', 'dangling', 'within']) {
      expect(await rename(link, 'new')).toMatchObject({ code: 'is-a-link' });
      expect(await rename('a.txt', link, { mayReplace: true })).toMatchObject({
        code: 'is-a-link',
      });
    }
    expect(read('a.txt')).toBe('inside');
    expectOutsideUntouched(here);
  });

  test('D1 gives no odd names, and does not touch the granted folder', async () => {
    expect(await rename('a.txt', 'a\nb')).toMatchObject({ code: 'bad-path' });
    expect(await rename('a.txt', '../b')).toMatchObject({ code: 'outside-roots' });
    expect(await renameConfined(here.app, here.at('x'), here.roots)).toMatchObject({
      code: 'outside-roots',
    });
  });

  test('gives the claimed name back when the move fails', async () => {
    const spy = vi.spyOn(folderCalls(), 'rename').mockImplementationOnce(() => {
      throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    });
    onTestFinished(() => spy.mockRestore());
    expect(await rename('a.txt', 'b.txt')).toMatchObject({ kind: 'failed' });
    expect(fs.existsSync(here.at('b.txt'))).toBe(false);
    expect(read('a.txt')).toBe('inside');
  });

  test('claims the new name first, and leaves what another has put there since', async () => {
    const claimed: bigint[] = [];
    meanwhile(() => {
      claimed.push(stat('b.txt').size);
      put(here.app, 'theirs', 'of another');
      fs.renameSync(here.at('theirs'), here.at('b.txt'));
    });
    expect(await rename('a.txt', 'b.txt')).toMatchObject({ kind: 'failed' });
    expect(claimed).toEqual([0n]);
    expect(read('b.txt')).toBe('of another');
  });
});

/** Does this in place of the move, which fails. */
function meanwhile(run: () => void): void {
  const spy = vi.spyOn(folderCalls(), 'rename').mockImplementationOnce(() => {
    run();
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  onTestFinished(() => spy.mockRestore());
}

describe('taking out, and putting back', () => {
  const kept = (): string => `${here.world}/kept`;
  const takeOut = (name: string, options = {}) =>
    takeOutConfined(here.at(name), here.roots, kept, { mayBeFolder: false, ...options });
  const putIn = (name: string) => putInConfined(kept(), here.at(name), here.roots);

  test('moves a file or a whole folder out, and back to where nothing is', async () => {
    expect(await takeOut('sub', { mayBeFolder: true })).toEqual({ target: kept(), isFolder: true });
    expect(await putIn('x/sub')).toBeNull();
    expect(read('x/sub/b.txt')).toBe('inside too');
    expect(await takeOut('a.txt')).toEqual({ target: kept(), isFolder: false });
    expect(await putIn('a.txt')).toBeNull();
    expect(read('a.txt')).toBe('inside');
  });

  test('is not done when it is another than the one that was seen', async () => {
    const seen = versionOf(stat('a.txt'));
    put(here.app, 'new', 'meanwhile');
    fs.renameSync(here.at('new'), here.at('a.txt'));
    expect(await takeOut('a.txt', { expected: seen })).toMatchObject({ code: 'stale' });
    expect(await takeOut('a.txt', { only: seen })).toMatchObject({ code: 'stale' });
    expect(isError(await takeOut('a.txt', { only: versionOf(stat('a.txt')) }))).toBe(false);
  });

  test('D4 takes out neither a link nor anything behind one', async () => {
    for (const name of ['file', 'folder', 'dangling', 'within'])
      expect(await takeOut(name, { mayBeFolder: true })).toMatchObject({ code: 'is-a-link' });
    expect(await takeOut('folder/x')).toMatchObject({ code: 'outside-roots' });
    expect(await takeOut('sub')).toMatchObject({ code: 'not-a-file' });
    expectOutsideUntouched(here);
  });

  test('puts nothing in the place of what is there, or through a link', async () => {
    put(here.world, 'kept', 'old');
    expect(await putIn('a.txt')).toMatchObject({ code: 'already-there' });
    expect(await putIn('dangling')).toMatchObject({ code: 'already-there' });
    expect(await putIn('folder/new')).toMatchObject({ code: 'outside-roots' });
    expect(read('a.txt')).toBe('inside');
    expectOutsideUntouched(here);
  });

  test.each(['file', 'folder'])('claims the name for a %s, and gives it back', async (kind) => {
    put(here.world, kind === 'folder' ? 'kept/x' : 'kept', 'old');
    const claimed: boolean[] = [];
    meanwhile(() => claimed.push(fs.existsSync(here.at('back'))));
    expect(await putIn('back')).toMatchObject({ kind: 'failed' });
    expect(claimed).toEqual([true]);
    expect(fs.existsSync(here.at('back'))).toBe(false);
  });
});

describe('removing', () => {
  test('takes away files and empty folders', async () => {
    expect(await remove('sub')).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('not empty'),
    });
    expect(await remove('sub/b.txt')).toBeNull();
    expect(await remove('sub')).toBeNull();
    expect(await remove('sub')).toMatchObject({ code: 'not-found' });
  });

  test('is not done when it is another than the one that was seen', async () => {
    const expected = versionOf(stat('a.txt'));
    put(here.app, 'a.txt', 'meanwhile');
    expect(await remove('a.txt', { expected })).toMatchObject({ code: 'stale' });
  });

  test('is not done when other bytes of the same length were put in with the old time', async () => {
    fs.utimesSync(here.at('a.txt'), 1_000, 1_000);
    const expected = versionOf(stat('a.txt'));
    fs.writeFileSync(here.at('a.txt'), 'edisni');
    fs.utimesSync(here.at('a.txt'), 1_000, 1_000);
    expect(versionOf(stat('a.txt'))).toMatchObject({ modified: expected.modified, bytes: 6 });
    expect(await remove('a.txt', { expected })).toMatchObject({ code: 'stale' });
    expect(await remove('a.txt', { expected: versionOf(stat('a.txt')) })).toBeNull();
  });

  test('D4 removes neither a link nor anything behind one', async () => {
    for (const name of ['file', 'folder', 'dangling', 'within'])
      expect(await remove(name)).toMatchObject({ code: 'is-a-link' });
    for (const name of ['folder/x', 'within/b.txt'])
      expect(await remove(name)).toMatchObject({ code: 'outside-roots' });
    expect(await removeConfined(here.app, here.roots)).toMatchObject({ code: 'outside-roots' });
    expectOutsideUntouched(here);
  });
});

test('no descriptor stays open, whatever the end', async () => {
  await rename('a.txt', 'warm');
  const before = openDescriptors();
  for (const name of ['a.txt', 'warm', 'file', 'folder/x', 'no/x', 'sub', 'a\nb', '..']) {
    await rename(name, 'n2');
    await rename('sub/b.txt', name);
    await remove(name);
  }
  await removeConfined(here.app, here.roots);
  expect(openDescriptors()).toBe(before);
});
