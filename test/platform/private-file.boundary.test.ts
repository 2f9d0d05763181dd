import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readIfThere, writePrivateFile } from '../../src/main/platform/files/private-file.ts';
import { put, scratch } from '../fakes/scratch.ts';

describe('C1 a private file', () => {
  test('is readable only by the user, whatever the umask says', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const file = path.join(scratch(), 'token');
    await writePrivateFile(file, 'secret');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(file, 'utf8')).toBe('secret');
  });

  test('takes the place of one that others could read', async () => {
    const file = put(scratch(), 'token', 'old');
    fs.chmodSync(file, 0o644);
    await writePrivateFile(file, 'new');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  test('takes the place of a planted link and leaves what it points to alone', async () => {
    const folder = scratch();
    const target = put(folder, 'target', 'theirs');
    const file = path.join(folder, 'token');
    fs.symlinkSync(target, file);
    await writePrivateFile(file, 'secret');
    expect(fs.readFileSync(target, 'utf8')).toBe('theirs');
    expect(fs.lstatSync(file).isFile()).toBe(true);
  });

  test('leaves nothing beside it', async () => {
    const folder = scratch();
    await writePrivateFile(path.join(folder, 'a'), Buffer.from([0, 255]));
    expect(fs.readdirSync(folder)).toEqual(['a']);
  });

  test('that cannot be put in place leaves the old thing whole and nothing beside it', async () => {
    const folder = scratch();
    put(folder, 'a/keep', 'kept');
    await expect(writePrivateFile(path.join(folder, 'a'), 'new')).rejects.toThrow('EISDIR');
    expect(fs.readdirSync(folder)).toEqual(['a']);
    expect(fs.readFileSync(path.join(folder, 'a/keep'), 'utf8')).toBe('kept');
  });

  test('is written although a crash left a half-written one behind', async () => {
    const folder = scratch();
    put(folder, 'a', 'old');
    put(folder, 'a.0123456789ab.tmp', 'ha');
    await writePrivateFile(path.join(folder, 'a'), 'new');
    expect(fs.readFileSync(path.join(folder, 'a'), 'utf8')).toBe('new');
  });

  test('written by many at once is one of them, whole', async () => {
    const file = path.join(scratch(), 'a');
    const texts = Array.from({ length: 20 }, (_, at) => `${at}`.repeat(10_000));
    await Promise.all(texts.map((text) => writePrivateFile(file, text)));
    expect(texts).toContain(fs.readFileSync(file, 'utf8'));
  });
});

describe('reading', () => {
  test('what is not there is null; what cannot be read is an error', async () => {
    const folder = scratch();
    const file = put(folder, 'a', 'text');
    expect(await readIfThere(path.join(folder, 'nothing'))).toBeNull();
    expect(await readIfThere(path.join(file, 'below a file'))).toBeNull();
    expect((await readIfThere(file))?.toString()).toBe('text');
    await expect(readIfThere(folder)).rejects.toThrow('EISDIR');
  });
});
