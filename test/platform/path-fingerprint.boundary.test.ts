import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { put, scratch } from '../fakes/scratch.ts';

let folder: string;
let file: string;
const print = (...paths: readonly string[]) => realPaths.fingerprint(paths);

beforeEach(() => {
  folder = scratch();
  file = put(folder, 'a.txt', 'one');
});

describe('a fingerprint', () => {
  test('stays the same while nothing changes, and tells nothing of the content', async () => {
    expect(await print(file, folder)).toBe(await print(file, folder));
    expect(await print(file)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['other bytes of the same length', () => fs.writeFileSync(file, 'two')],
    ['more bytes', () => fs.appendFileSync(file, '!')],
    ['other rights', () => fs.chmodSync(file, 0o600)],
    ['a second name', () => fs.linkSync(file, `${file}2`)],
    ['gone', () => fs.rmSync(file)],
    [
      'a link in its place',
      () => {
        fs.renameSync(file, `${file}2`);
        fs.symlinkSync(`${file}2`, file);
      },
    ],
    [
      'a folder in its place',
      () => {
        fs.rmSync(file);
        fs.mkdirSync(file);
      },
    ],
  ])('is another with %s', async (_what, change) => {
    const before = await print(file);
    change();
    expect(await print(file)).not.toBe(before);
  });

  test('other bytes are seen even if the times were set back', async () => {
    const { atime, mtime } = fs.statSync(file);
    const before = await print(file);
    fs.writeFileSync(file, 'two');
    fs.utimesSync(file, atime, mtime);
    expect(await print(file)).not.toBe(before);
  });

  test('the same bytes saved again are the same file', async () => {
    const before = await print(file);
    fs.writeFileSync(`${file}2`, 'one');
    fs.renameSync(`${file}2`, file);
    expect(await print(file)).toBe(before);
  });

  test('a large file is not read whole, and still told apart', async () => {
    fs.truncateSync(file, 10 * 1024 ** 3);
    const before = await print(file);
    fs.truncateSync(file, 10 * 1024 ** 3 + 1);
    expect(await print(file)).not.toBe(before);
  });

  test('a folder changes with its entries, and what is missing with its coming', async () => {
    const before = await print(folder, path.join(folder, 'new'));
    put(folder, 'new');
    expect(await print(folder, path.join(folder, 'new'))).not.toBe(before);
  });

  test('the paths and their order count', async () => {
    const other = put(folder, 'b.txt', 'one');
    expect(await print(file)).not.toBe(await print(other));
    expect(await print(file, other)).not.toBe(await print(other, file));
  });
});
