import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { put, scratch } from '../fakes/scratch.ts';
import { errno, FaultyDisk } from '../faults/lib/faulty-disk.ts';
import { ledgerOn, openFile, segment, textOf, verified } from './audit-fixture.ts';

describe('K3 a disk that takes only part', () => {
  test('the part is cut off again before the next line', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const file = await openFile(folder, disk);
    await file.append('one\n');
    disk.next('write', 15, errno('ENOSPC'));
    await expect(file.append('two, but not whole\n')).rejects.toThrow('ENOSPC');
    expect(textOf(segment(folder))).toBe('one\ntwo, but not wh');
    await file.append('three\n');
    expect(textOf(segment(folder))).toBe('one\nthree\n');
  });

  test('what is longer than the part before is gone as well', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const file = await openFile(folder, disk);
    disk.next('write', 15, errno('ENOSPC'), errno('ENOSPC'));
    await expect(file.append('two, but not whole\n')).rejects.toThrow('ENOSPC');
    await expect(file.append('again\n')).rejects.toThrow('ENOSPC');
    await file.append('1\n');
    expect(textOf(segment(folder))).toBe('1\n');
  });

  test('a short write is written on from where it stopped', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const file = await openFile(folder, disk);
    disk.next('write', 2, 1);
    await file.append('one, two\n');
    expect(textOf(segment(folder))).toBe('one, two\n');
  });

  test('a write of zero bytes without an error does not loop forever', async () => {
    const disk = new FaultyDisk();
    const file = await openFile(scratch(), disk);
    disk.next('write', 0);
    await expect(file.append('one\n')).rejects.toThrow('no more bytes');
  });

  test('the chain has no gap afterwards', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const { write } = await ledgerOn(folder, disk);
    expect(await write('one')).toBe(true);
    disk.next('write', 40, errno('ENOSPC'));
    expect(await write('lost')).toBe(false);
    expect(await write('two')).toBe(true);
    expect(verified(folder)).toEqual(['one', 'two']);
  });

  test('a line that was told when written is not cut off with one that failed', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const { write, ledger } = await ledgerOn(folder, disk);
    expect(await write('read', 'soon')).toBe(true);
    disk.next('write', 40, errno('ENOSPC'));
    expect(await write('lost')).toBe(false);
    expect(await write('two')).toBe(true);
    await ledger.drain();
    expect(verified(folder)).toEqual(['read', 'two']);
  });
});

describe('K4 a sync that fails', () => {
  test('the descriptor is never trusted again: a new segment goes on with the chain', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const { file, ledger, write } = await ledgerOn(folder, disk);
    expect(await write('one')).toBe(true);
    disk.next('datasync', errno('EIO'));
    expect(await write('two')).toBe(true);
    expect(textOf(segment(folder)).split('\n')).toHaveLength(2);
    expect(textOf(segment(folder, 2)).split('\n')).toHaveLength(3);
    expect(verified(folder)).toEqual(['one', 'two']);
    await ledger.dispose();
    await file.dispose();
    await (await ledgerOn(folder)).write('three');
    expect(verified(folder)).toEqual(['one', 'two', 'three']);
  });

  test('once failed, the file itself says no until a new segment is begun', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const file = await openFile(folder, disk);
    await file.append('one\n', { sync: 'later' });
    disk.next('datasync', errno('EIO'));
    await expect(file.sync()).rejects.toThrow('EIO');
    await expect(file.sync()).rejects.toThrow('has failed');
    await expect(file.append('two\n')).rejects.toThrow('has failed');
    await file.append('again: one, two\n', { segment: 'new' });
    expect([textOf(segment(folder)), textOf(segment(folder, 2))]).toEqual([
      '',
      'again: one, two\n',
    ]);
  });

  test('already at the start: what is there is read, and the rest goes into a new segment', async () => {
    const folder = scratch();
    const { file, ledger, write } = await ledgerOn(folder);
    await write('one');
    await ledger.dispose();
    await file.dispose();
    const disk = new FaultyDisk();
    disk.next('datasync', errno('EIO'));
    const again = await ledgerOn(folder, disk);
    expect(await again.write('two')).toBe(true);
    expect(fs.existsSync(segment(folder, 2))).toBe(true);
    expect(verified(folder)).toEqual(['one', 'two']);
  });

  test('a new segment that cannot be opened at first can be later', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const { write, clock } = await ledgerOn(folder, disk);
    await write('one');
    disk.plan((step) => (step === 'datasync' || step === 'open' ? errno('EIO') : null));
    expect(await write('lost')).toBe(false);
    disk.plan(() => null);
    expect(await write('lost too')).toBe(false);
    await clock.advance(100);
    expect(await write('two')).toBe(true);
    expect(verified(folder)).toEqual(['one', 'two']);
  });

  test.each([
    ['empty', ''],
    ['torn', '{"seq":'],
  ])(
    'stopped while the new segment is still %s, the next start finds the chain',
    async (_how, left) => {
      const folder = scratch();
      const { file, ledger, write } = await ledgerOn(folder);
      await write('one');
      await ledger.dispose();
      await file.dispose();
      put(folder, 'audit/000002.jsonl', left);
      await (await ledgerOn(folder)).write('two');
      expect(verified(folder)).toEqual(['one', 'two']);
    },
  );

  test('lines that were moved and could not be cut off are set aside by the next start', async () => {
    const folder = scratch();
    const disk = new FaultyDisk();
    const { file, ledger, write } = await ledgerOn(folder, disk);
    await write('one');
    await write('read', 'soon');
    let failed = false;
    disk.plan((step) => {
      if (step === 'truncate') return errno('EIO');
      if (step !== 'datasync' || failed) return null;
      failed = true;
      return errno('EIO');
    });
    expect(await write('two')).toBe(true);
    await ledger.dispose();
    await file.dispose();
    expect(textOf(segment(folder)).split('\n')).toHaveLength(4);
    await (await ledgerOn(folder)).write('three');
    expect(verified(folder)).toEqual(['one', 'read', 'two', 'three']);
    expect(textOf(`${segment(folder)}.torn`).split('\n')).toHaveLength(3);
  });
});
