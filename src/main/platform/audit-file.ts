/**
 * The ledger's file. `append` resolves only when the bytes are on disk; after any
 * failure the file is cut back to what was acknowledged before it is used again.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../../shared/base/disposable.ts';
import type { LedgerStore } from '../core/needs.ts';

const segmentName = /^(\d{6})\.jsonl$/;
const tailBytes = 1_048_576;
const newline = 0x0a;

export class AuditFile implements LedgerStore, Disposable {
  readonly #folder: string;
  #segment = 1;
  #handle: fs.FileHandle | null = null;
  #acknowledged = 0;
  #suspect: 'no' | 'cut-back' | 'new-segment' = 'no';
  #closed = false;

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, 'audit');
  }

  async start(): Promise<void> {
    await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const [newest = 1] = await this.#segmentsNewestFirst();
    await this.#openWhole(newest);
  }

  async append(text: string): Promise<void> {
    if (this.#suspect !== 'no' && !this.#closed) await this.#recover();
    const handle = this.#opened();
    const bytes = Buffer.from(text);
    await this.#orSuspect('cut-back', () => writeWhole(handle, bytes, this.#acknowledged));
    // A failed sync is never retried on the same descriptor: the kernel may report success for lost pages.
    await this.#orSuspect('new-segment', () => handle.datasync());
    this.#acknowledged += bytes.length;
  }

  async tail(): Promise<{ lines: readonly string[]; tornBytes: number }> {
    const own = await this.#ownTail();
    const older = (await this.#segmentsNewestFirst()).find((one) => one < this.#segment);
    if (own.lines.length > 0 || older === undefined) return own;
    // A segment was begun and nothing whole was written to it: the chain goes on from the one before.
    await this.#close();
    await this.#openWhole(older);
    const { lines, tornBytes } = await this.tail();
    return { lines, tornBytes: tornBytes + own.tornBytes };
  }

  dispose(): Promise<void> {
    this.#closed = true;
    return this.#close();
  }

  async #close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }

  async #segmentsNewestFirst(): Promise<readonly number[]> {
    const names = await fs.readdir(this.#folder);
    const numbers = names.map((name) => Number(segmentName.exec(name)?.[1] ?? 0));
    return numbers.filter((number) => number > 0).toSorted((one, other) => other - one);
  }

  async #ownTail(): Promise<{ lines: readonly string[]; tornBytes: number }> {
    const handle = this.#opened();
    const from = Math.max(0, this.#acknowledged - tailBytes);
    const bytes = Buffer.alloc(this.#acknowledged - from);
    await handle.read(bytes, 0, bytes.length, from);
    const wholeEnd = bytes.lastIndexOf(newline) + 1;
    const torn = bytes.subarray(wholeEnd);
    if (torn.length > 0) await this.#setAside(torn, from + wholeEnd);
    const lines = bytes.subarray(0, wholeEnd).toString('utf8').split('\n').slice(0, -1);
    return { lines: from === 0 ? lines : lines.slice(1), tornBytes: torn.length };
  }

  async #openWhole(segment: number): Promise<void> {
    this.#segment = segment;
    const { size } = await (await this.#open()).stat();
    this.#acknowledged = size;
  }

  async #open(): Promise<fs.FileHandle> {
    // Not O_APPEND: after a cut-back, writes must go to the acknowledged offset.
    this.#handle = await fs.open(this.#file(), fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    return this.#handle;
  }

  #opened(): fs.FileHandle {
    if (!this.#handle) throw new Error('the ledger file is closed');
    return this.#handle;
  }

  #file(): string {
    return path.join(this.#folder, `${String(this.#segment).padStart(6, '0')}.jsonl`);
  }

  async #orSuspect(next: 'cut-back' | 'new-segment', run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.#suspect = next;
      throw error;
    }
  }

  /** Each step may fail and is then tried again before the next write. */
  async #recover(): Promise<void> {
    await this.#close();
    if (this.#suspect === 'new-segment') {
      await fs.truncate(this.#file(), this.#acknowledged);
      this.#segment += 1;
      this.#acknowledged = 0;
      this.#suspect = 'cut-back';
    }
    await (await this.#open()).truncate(this.#acknowledged);
    this.#suspect = 'no';
  }

  async #setAside(torn: Buffer, offset: number): Promise<void> {
    await fs.appendFile(`${this.#file()}.torn`, torn, { mode: 0o600 });
    await this.#opened().truncate(offset);
    await this.#opened().sync();
    this.#acknowledged = offset;
  }
}

/** A full disk can take part of a write without an error: count the bytes. */
async function writeWhole(handle: fs.FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(
      bytes,
      written,
      bytes.length - written,
      position + written,
    );
    if (bytesWritten === 0) throw new Error('the disk took no more bytes');
    written += bytesWritten;
  }
}
