/** Files and folders that somebody else filled. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  readEndOf,
  readHandle,
  readRegularFile,
  readSmallText,
} from '../../src/main/platform/files/bounded-read.ts';
import { walkBelow } from '../../src/main/platform/files/walk.ts';
import { put, scratch } from '../fakes/scratch.ts';

describe('J13 only regular files are read, and no more of them than wanted', () => {
  test('a regular file within its bound, its end, and its text', () => {
    const file = put(scratch(), 'a', ' 0123456789\n');
    expect(readRegularFile(file, 12)?.length).toBe(12);
    expect(readRegularFile(file, 11)).toBeNull();
    expect(readSmallText(file)).toBe('0123456789');
    expect(readEndOf(file, 4)?.toString()).toBe('789\n');
    expect(readEndOf(file, 400)?.toString()).toBe(' 0123456789\n');
  });

  test('a pipe, a terminal, a device, a folder and a link are nothing, at once', () => {
    const folder = scratch();
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const link = path.join(folder, 'link');
    fs.symlinkSync(put(folder, 'there', 'x'), link);
    const began = performance.now();
    for (const file of [pipe, '/dev/ptmx', '/dev/zero', '/dev/tty', folder, link]) {
      expect([file, readRegularFile(file, 1_000)]).toEqual([file, null]);
      expect([file, readEndOf(file, 1_000)]).toEqual([file, null]);
      expect([file, readSmallText(file)]).toEqual([file, '']);
    }
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test('an open file that is larger than its size says', async () => {
    // Its size is told as 0, and it has more.
    const handle = await fs.promises.open('/proc/self/status');
    try {
      expect(await readHandle(handle, 100)).toBeNull();
    } finally {
      await handle.close();
    }
    const small = await fs.promises.open(put(scratch(), 'small', 'abc'));
    try {
      expect((await readHandle(small, 3))?.toString()).toBe('abc');
      expect(await readHandle(small, 2)).toBeNull();
    } finally {
      await small.close();
    }
  });
});

describe('J13 a walk follows no link and ends', () => {
  test('links into itself, to the root and to outside are named only', async () => {
    const folder = scratch();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      fs.symlinkSync('.', path.join(folder, name));
    fs.symlinkSync('/', path.join(folder, 'root'));
    put(folder, 'in/file', 'x');
    const began = performance.now();
    const { paths, truncated } = await walkBelow(folder);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(paths.length).toBe(11);
    expect(truncated).toBe(false);
    expect((await walkBelow(path.join(folder, 'root'))).paths).toEqual([]);
  });

  test('so many entries, so deep and so long', async () => {
    const folder = scratch();
    for (let at = 0; at < 20; at += 1) put(folder, `f${at}`);
    put(folder, Array.from({ length: 20 }, () => 'd').join('/'));
    expect(await walkBelow(folder, { entries: 5 })).toMatchObject({ truncated: true });
    expect((await walkBelow(folder, { depth: 3 })).paths.length).toBe(23);
    expect((await walkBelow(folder, { ms: -1 })).truncated).toBe(true);
  });
});
