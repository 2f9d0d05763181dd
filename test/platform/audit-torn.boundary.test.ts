import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { errno, FaultyDisk } from '../faults/lib/faulty-disk.ts';
import { ledgerOn, openFile, segment, textOf, verified } from './audit-fixture.ts';

describe('K2 a torn tail', () => {
  const whole = ['{"a":1}', '{"b":"ü"}', '{"c":3}', '{"last":"🚀"}'];
  const bytes = Buffer.from(`${whole.join('\n')}\n`);
  const from = Buffer.byteLength(`${whole[0]}\n`);
  const cuts = Array.from({ length: bytes.length - from }, (_, at) => from + at);

  test('cut at every byte of the last three lines: whole lines stay, the rest is set aside', async () => {
    for (const cut of cuts) {
      const folder = scratch();
      put(folder, 'audit/000001.jsonl', bytes.subarray(0, cut));
      const file = new AuditFile(folder);
      await file.start();
      const { lines, tornBytes } = await file.tail();
      const kept = bytes.subarray(0, cut).lastIndexOf('\n') + 1;
      expect(lines, `cut at ${cut}`).toEqual(whole.slice(0, lines.length));
      expect(tornBytes).toBe(cut - kept);
      if (tornBytes > 0) {
        const aside = fs.readFileSync(`${segment(folder)}.torn`);
        expect(aside.equals(bytes.subarray(kept, cut))).toBe(true);
      }
      await file.append('next\n');
      expect(textOf(segment(folder))).toBe(`${bytes.subarray(0, kept).toString()}next\n`);
      await file.dispose();
    }
  });

  test('torn a second time, both pieces are kept', async () => {
    const folder = scratch();
    for (const piece of ['first', 'second']) {
      fs.mkdirSync(path.dirname(segment(folder)), { recursive: true });
      fs.appendFileSync(segment(folder), piece);
      const file = await openFile(folder);
      expect(await file.tail()).toEqual({ lines: [], tornBytes: piece.length });
      await file.dispose();
    }
    expect(textOf(`${segment(folder)}.torn`)).toBe('firstsecond');
    expect(fs.statSync(`${segment(folder)}.torn`).mode & 0o777).toBe(0o600);
  });

  test('the chain goes on behind what was whole', async () => {
    const folder = scratch();
    const { file, ledger, write } = await ledgerOn(folder);
    await write('one');
    await write('two');
    await ledger.dispose();
    await file.dispose();
    fs.truncateSync(segment(folder), fs.statSync(segment(folder)).size - 10);
    await (await ledgerOn(folder)).write('three');
    expect(verified(folder)).toEqual(['one', 'three']);
  });

  test('on a disk too full to set it aside, lines are read, and written once there is space', async () => {
    const folder = scratch();
    const { file, ledger, write } = await ledgerOn(folder);
    await write('one');
    await ledger.dispose();
    await file.dispose();
    fs.appendFileSync(segment(folder), '{"seq":2,');
    const disk = new FaultyDisk();
    disk.plan((step) => (step === 'write' ? errno('ENOSPC') : null));
    const again = await ledgerOn(folder, disk);
    expect(again.ledger.recent()).toMatchObject([{ detail: 'one' }]);
    expect(await again.write('lost')).toBe(false);
    expect(textOf(segment(folder))).toMatch(/\n\{"seq":2,$/);
    disk.plan(() => null);
    expect(await again.write('two')).toBe(true);
    expect(verified(folder)).toEqual(['one', 'two']);
    expect(textOf(`${segment(folder)}.torn`)).toBe('{"seq":2,');
  });

  test('the same when the newest segment is nothing but torn: the numbers go on', async () => {
    const folder = scratch();
    const { file, ledger, write } = await ledgerOn(folder);
    await write('one');
    await ledger.dispose();
    await file.dispose();
    put(folder, 'audit/000002.jsonl', '{"seq":2,');
    const disk = new FaultyDisk();
    disk.plan((step) => (step === 'write' ? errno('ENOSPC') : null));
    const again = await ledgerOn(folder, disk);
    disk.plan(() => null);
    expect(await again.write('two')).toBe(true);
    expect(verified(folder)).toEqual(['one', 'two']);
    await again.ledger.dispose();
    await again.file.dispose();
    await (await ledgerOn(folder)).write('three');
    expect(verified(folder)).toEqual(['one', 'two', 'three']);
    expect(textOf(`${segment(folder, 2)}.torn`)).toBe('{"seq":2,');
  });

  test('a hole that a power cut left is torn too, and what stands behind it', async () => {
    const folder = scratch();
    put(folder, 'audit/000001.jsonl', 'one\ntwo\n\0\0\0\0e"}\nfour\n');
    const file = await openFile(folder);
    expect(await file.tail()).toEqual({ lines: ['one', 'two'], tornBytes: 13 });
    expect(textOf(segment(folder))).toBe('one\ntwo\n');
  });

  test('a hole far from the end is damage, and nothing is cut', async () => {
    const folder = scratch();
    const history = `one\nt\0o\n${'x'.repeat(9 * 1024 ** 2)}\n`;
    put(folder, 'audit/000001.jsonl', history);
    expect((await (await openFile(folder)).tail()).tornBytes).toBe(0);
    expect(fs.statSync(segment(folder)).size).toBe(history.length);
  });
});
