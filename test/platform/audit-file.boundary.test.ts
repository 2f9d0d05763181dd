import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { firstHead, follow, type ChainHead } from '../../src/main/core/audit/chain.ts';
import { Ledger } from '../../src/main/core/audit/ledger.ts';
import { AuditFile } from '../../src/main/platform/audit-file.ts';
import { sha256 } from '../../src/main/platform/tokens.ts';
import { needsWith } from '../core/core-fixture.ts';
import { put, scratch } from '../fakes/scratch.ts';

async function openFile(folder: string): Promise<AuditFile> {
  const file = new AuditFile(folder);
  onTestFinished(() => file.dispose());
  await file.start();
  return file;
}

const segment = (folder: string, number = 1): string =>
  path.join(folder, 'audit', `00000${number}.jsonl`);
const textOf = (file: string): string => fs.readFileSync(file, 'utf8');

/** The handles that the file opens from now on, to make one of them fail. */
function caughtHandles(): fsPromises.FileHandle[] {
  const handles: fsPromises.FileHandle[] = [];
  const open = fsPromises.open;
  const spy = vi.spyOn(fsPromises, 'open').mockImplementation(async (...args) => {
    const handle = await open(...args);
    handles.push(handle);
    return handle;
  });
  onTestFinished(() => spy.mockRestore());
  return handles;
}

const errno = (code: string): Error => Object.assign(new Error(code), { code });

async function ledgerOn(folder: string) {
  const file = await openFile(folder);
  const ledger = new Ledger({ ...needsWith(), sha256, ledgerStore: file });
  await ledger.start();
  const write = (detail: string): Promise<boolean> =>
    ledger.record({ phase: 'note', entry: detail, actor: 'a', action: 'a', detail });
  return { file, write };
}

/** The details of all lines of all segments, if they form one unbroken chain. */
function verified(folder: string): string[] {
  let head: ChainHead = firstHead;
  const names = fs.readdirSync(path.join(folder, 'audit')).filter((name) => name.endsWith('jsonl'));
  const text = names.toSorted().map((name) => textOf(path.join(folder, 'audit', name)));
  const lines = text.join('').split('\n').slice(0, -1);
  for (const line of lines) {
    const next = follow(line, head, sha256);
    if ('broken' in next) throw new Error(`line ${head.seq + 1}: ${next.broken}`);
    head = next;
  }
  return lines.map((line) => (JSON.parse(line) as { detail: string }).detail);
}

describe('the file of the ledger', () => {
  test('only the person can look into it', async () => {
    const folder = scratch();
    const file = await openFile(folder);
    await file.append('one\n');
    expect(fs.statSync(path.join(folder, 'audit')).mode & 0o777).toBe(0o700);
    expect(fs.statSync(segment(folder)).mode & 0o777).toBe(0o600);
  });

  test('goes on in the newest segment, whatever else lies there', async () => {
    const folder = scratch();
    put(folder, 'audit/000001.jsonl', 'old\n');
    put(folder, 'audit/000002.jsonl', 'new\n');
    put(folder, 'audit/000003.jsonl.torn', 'torn');
    put(folder, 'audit/9.jsonl', 'not ours\n');
    const file = await openFile(folder);
    expect(await file.tail()).toEqual({ lines: ['new'], tornBytes: 0 });
    await file.append('next\n');
    expect(textOf(segment(folder, 2))).toBe('new\nnext\n');
  });

  test('of a long history only the end is read, in whole lines', async () => {
    const folder = scratch();
    const line = '€'.repeat(333);
    put(folder, 'audit/000001.jsonl', `${line}\n`.repeat(3000));
    const { lines, tornBytes } = await (await openFile(folder)).tail();
    expect(tornBytes).toBe(0);
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.length).toBeLessThan(1100);
    expect(new Set(lines)).toEqual(new Set([line]));
  });

  test('once closed it takes nothing more', async () => {
    const folder = scratch();
    const file = await openFile(folder);
    await file.dispose();
    await expect(file.append('late\n')).rejects.toThrow('closed');
    expect(textOf(segment(folder))).toBe('');
  });
});

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
    const { file, write } = await ledgerOn(folder);
    await write('one');
    await write('two');
    await file.dispose();
    fs.truncateSync(segment(folder), fs.statSync(segment(folder)).size - 10);
    await (await ledgerOn(folder)).write('three');
    expect(verified(folder)).toEqual(['one', 'three']);
  });
});

describe('K3 a disk that takes only part', () => {
  test('the part is cut off again before the next line', async () => {
    const folder = scratch();
    const handles = caughtHandles();
    const file = await openFile(folder);
    await file.append('one\n');
    const [handle] = handles;
    if (!handle) throw new Error('nothing was opened');
    const { fd } = handle;
    vi.spyOn(handle, 'write').mockImplementationOnce(async () => {
      const bytesWritten = fs.writeSync(fd, 'two, but not wh', 4);
      return { bytesWritten, buffer: '' };
    });
    vi.spyOn(handle, 'write').mockRejectedValueOnce(errno('ENOSPC'));
    await expect(file.append('two, but not whole\n')).rejects.toThrow('ENOSPC');
    await file.append('three\n');
    expect(textOf(segment(folder))).toBe('one\nthree\n');
  });

  test('a short write is written on from where it stopped', async () => {
    const folder = scratch();
    const handles = caughtHandles();
    const file = await openFile(folder);
    const [handle] = handles;
    if (!handle) throw new Error('nothing was opened');
    vi.spyOn(handle, 'write').mockImplementationOnce(async () => {
      const bytesWritten = fs.writeSync(handle.fd, 'on', 0);
      return { bytesWritten, buffer: '' };
    });
    await file.append('one\n');
    expect(textOf(segment(folder))).toBe('one\n');
  });

  test('a write that takes nothing without an error does not spin for ever', async () => {
    const handles = caughtHandles();
    const file = await openFile(scratch());
    const [handle] = handles;
    if (!handle) throw new Error('nothing was opened');
    vi.spyOn(handle, 'write').mockResolvedValue({ bytesWritten: 0, buffer: '' });
    await expect(file.append('one\n')).rejects.toThrow('no more bytes');
  });

  test('the chain has no gap afterwards', async () => {
    const folder = scratch();
    const handles = caughtHandles();
    const { write } = await ledgerOn(folder);
    expect(await write('one')).toBe(true);
    vi.spyOn(handles[0] ?? expect.fail(), 'write').mockRejectedValueOnce(errno('ENOSPC'));
    expect(await write('lost')).toBe(false);
    expect(await write('two')).toBe(true);
    expect(verified(folder)).toEqual(['one', 'two']);
  });
});

describe('K4 a sync that fails', () => {
  test('the descriptor is never trusted again: a new segment goes on with the chain', async () => {
    const folder = scratch();
    const handles = caughtHandles();
    const { file, write } = await ledgerOn(folder);
    expect(await write('one')).toBe(true);
    const [handle] = handles;
    if (!handle) throw new Error('nothing was opened');
    const sync = vi.spyOn(handle, 'datasync').mockRejectedValueOnce(errno('EIO'));
    expect(await write('lost')).toBe(false);
    expect(await write('two')).toBe(true);
    expect(sync).toHaveBeenCalledTimes(1);
    expect(handle.fd).toBe(-1);
    expect(textOf(segment(folder)).split('\n')).toHaveLength(2);
    expect(verified(folder)).toEqual(['one', 'two']);
    await file.dispose();
    await (await ledgerOn(folder)).write('three');
    expect(verified(folder)).toEqual(['one', 'two', 'three']);
  });

  test('a new segment that cannot be opened at first can be later', async () => {
    const folder = scratch();
    const handles = caughtHandles();
    const { write } = await ledgerOn(folder);
    await write('one');
    vi.spyOn(handles[0] ?? expect.fail(), 'datasync').mockRejectedValueOnce(errno('EIO'));
    expect(await write('lost')).toBe(false);
    vi.mocked(fsPromises.open).mockRejectedValueOnce(errno('EMFILE'));
    expect(await write('lost too')).toBe(false);
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
      const { file, write } = await ledgerOn(folder);
      await write('one');
      await file.dispose();
      put(folder, 'audit/000002.jsonl', left);
      await (await ledgerOn(folder)).write('two');
      expect(verified(folder)).toEqual(['one', 'two']);
    },
  );
});
