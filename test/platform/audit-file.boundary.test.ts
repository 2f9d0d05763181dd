import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { FaultyDisk } from '../faults/lib/faulty-disk.ts';
import { openFile, segment, textOf } from './audit-fixture.ts';

describe('the file of the ledger', () => {
  test('only the user can look into it', async () => {
    const folder = scratch();
    const file = await openFile(folder);
    await file.append('one\n');
    await file.append('two\n', { segment: 'new' });
    expect(fs.statSync(path.join(folder, 'audit')).mode & 0o777).toBe(0o700);
    for (const number of [1, 2]) {
      expect(fs.statSync(segment(folder, number)).mode & 0o777).toBe(0o600);
    }
  });

  test('goes on in the newest segment, whatever else lies there', async () => {
    const folder = scratch();
    put(folder, 'audit/000001.jsonl', 'old\n');
    put(folder, 'audit/000002.jsonl', 'new\n');
    put(folder, 'audit/000003.jsonl.torn', 'torn');
    put(folder, 'audit/9.jsonl', 'not ours\n');
    const file = await openFile(folder);
    expect(await file.tail()).toEqual({ lines: ['new'], older: ['old'], tornBytes: 0 });
    await file.append('next\n');
    expect(textOf(segment(folder, 2))).toBe('new\nnext\n');
  });

  test('of the segment before only the end is read, in whole lines', async () => {
    const folder = scratch();
    const line = '€'.repeat(333);
    put(folder, 'audit/000001.jsonl', `${line}\n`.repeat(3000));
    put(folder, 'audit/000002.jsonl', 'new\n');
    const { older = [] } = await (await openFile(folder)).tail();
    expect(older.length).toBeGreaterThan(1000);
    expect(older.length).toBeLessThan(1100);
    expect(new Set(older)).toEqual(new Set([line]));
  });

  test('a link in the place of a segment is not followed', async () => {
    const folder = scratch();
    const elsewhere = put(folder, 'elsewhere', 'mine\n');
    fs.mkdirSync(path.join(folder, 'audit'));
    fs.symlinkSync(elsewhere, segment(folder));
    await expect(new AuditFile(folder).start()).rejects.toThrow('ELOOP');
    expect(textOf(elsewhere)).toBe('mine\n');
  });

  test('once closed it takes nothing more', async () => {
    const folder = scratch();
    const file = await openFile(folder);
    await file.dispose();
    await expect(file.append('late\n')).rejects.toThrow('closed');
    await expect(file.append('late\n', { segment: 'new' })).rejects.toThrow('closed');
    expect(textOf(segment(folder))).toBe('');
  });

  test('a line can be read before it is synced, and the write returns the free space', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const file = await openFile(folder, disk);
    disk.steps.length = 0;
    await file.append('one\n', { sync: 'later' });
    await file.append('two\n', { sync: 'later' });
    expect(disk.steps).toEqual(['write', 'write']);
    await file.sync();
    await file.sync();
    expect(disk.steps).toEqual(['write', 'write', 'datasync']);
    expect(textOf(segment(folder))).toBe('one\ntwo\n');
    expect(await file.freeBytes()).toBeGreaterThan(0);
  });
});
