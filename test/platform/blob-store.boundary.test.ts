import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BlobStore } from '../../src/main/platform/files/blob-store.ts';
import { put, scratch } from '../fakes/scratch.ts';

const digestOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

const filesUnder = (folder: string): readonly string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

describe('contents kept by their digest', () => {
  test('are given back byte for byte, and lie where their name says', async () => {
    const dataDir = scratch();
    const blobs = new BlobStore(dataDir);
    for (const content of [Buffer.alloc(0), Buffer.from('hello'), Buffer.alloc(3_000_000, 7)]) {
      const digest = await blobs.put(content);
      expect(digest).toBe(digestOf(content));
      expect((await blobs.get(digest))?.equals(content)).toBe(true);
      const file = path.join(dataDir, 'blobs', digest.slice(0, 2), digest.slice(2));
      expect(fs.statSync(file).mode & 0o777).toBe(0o600);
      expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    }
  });

  test('the same content is kept once, even when it comes many times at once', async () => {
    const dataDir = scratch();
    const blobs = new BlobStore(dataDir);
    const content = Buffer.from('the same');
    const digests = await Promise.all(Array.from({ length: 20 }, () => blobs.put(content)));
    await blobs.put(content);
    expect(new Set(digests).size).toBe(1);
    expect(filesUnder(path.join(dataDir, 'blobs'))).toHaveLength(1);
  });

  test('content that was changed on disk is not given out, and is made whole by the next put', async () => {
    const dataDir = scratch();
    const blobs = new BlobStore(dataDir);
    const digest = await blobs.put(Buffer.from('true'));
    put(dataDir, `blobs/${digest.slice(0, 2)}/${digest.slice(2)}`, 'fals');
    await expect(blobs.get(digest)).rejects.toThrow('was changed');
    await blobs.put(Buffer.from('true'));
    expect((await blobs.get(digest))?.toString()).toBe('true');
  });

  test.each(['0'.repeat(64), 'nonsense', '../../install.key', '', `ab/${'c'.repeat(61)}`])(
    'there is nothing under %j',
    async (digest) => {
      expect(await new BlobStore(scratch()).get(digest)).toBeNull();
    },
  );

  test('a link in the place of a content is not followed', async () => {
    const dataDir = scratch();
    const blobs = new BlobStore(dataDir);
    const digest = digestOf('elsewhere');
    const elsewhere = put(dataDir, 'elsewhere', 'elsewhere');
    const file = path.join(dataDir, 'blobs', digest.slice(0, 2), digest.slice(2));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.symlinkSync(elsewhere, file);
    await expect(blobs.get(digest)).rejects.toThrow('ELOOP');
    await blobs.put(Buffer.from('elsewhere'));
    expect(fs.lstatSync(file).isFile()).toBe(true);
  });

  test('a failed write leaves nothing behind', async () => {
    const dataDir = scratch();
    const blobs = new BlobStore(dataDir);
    const digest = digestOf('x');
    fs.mkdirSync(path.join(dataDir, 'blobs', digest.slice(0, 2), digest.slice(2)), {
      recursive: true,
    });
    await expect(blobs.put(Buffer.from('x'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
    expect(filesUnder(path.join(dataDir, 'blobs'))).toEqual([]);
  });
});
