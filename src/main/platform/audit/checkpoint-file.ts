/**
 * The second place: a file outside the data folder with the end of the ledger, written now and
 * then. It follows behind and is synced at most once a second.
 */
import path from 'node:path';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { checkpointFileName } from '../../../shared/audit-checkpoint.ts';
import type { CheckpointStore } from '../../core/needs.ts';
import { realDisk, writeAside, type Disk, type DiskFile } from './disk.ts';

const syncEveryMs = 1_000;
const newline = 0x0a;
/** Far more than one checkpoint takes. */
const lastBytes = 4_096;

export class CheckpointFile implements CheckpointStore, Disposable {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #monotonic: () => number;
  #file: DiskFile | null = null;
  #length = 0;
  #syncedAt = -Infinity;
  #closed = false;

  constructor(folder: string, monotonic: () => number, disk: Disk = realDisk) {
    this.#folder = folder;
    this.#monotonic = monotonic;
    this.#disk = disk;
  }

  async append(line: string): Promise<void> {
    const file = await this.#opened();
    const bytes = Buffer.from(line);
    await writeAside(file, bytes, this.#length);
    this.#length += bytes.length;
    if (this.#monotonic() - this.#syncedAt < syncEveryMs) return;
    this.#syncedAt = this.#monotonic();
    await this.#orReopen(file.datasync());
  }

  async last(): Promise<string | null> {
    const file = await this.#opened();
    const end = await file.read(Math.max(0, this.#length - lastBytes));
    const lines = end.toString('utf8').trimEnd().split('\n');
    return lines.at(-1) || null;
  }

  async dispose(): Promise<void> {
    this.#closed = true;
    const file = this.#file;
    this.#file = null;
    await file?.datasync().catch(() => undefined);
    await file?.close();
  }

  async #opened(): Promise<DiskFile> {
    if (this.#closed) throw new Error('the file of checkpoints is closed');
    return (this.#file ??= await this.#open());
  }

  async #open(): Promise<DiskFile> {
    await this.#disk.makeFolder(this.#folder);
    const file = await this.#disk.open(path.join(this.#folder, checkpointFileName), 'as-is');
    this.#length = await file.size();
    const [last] = await file.read(Math.max(0, this.#length - 1));
    if (last !== undefined && last !== newline) {
      await writeAside(file, Buffer.from('\n'), this.#length);
      this.#length += 1;
    }
    await this.#disk.syncFolder(this.#folder);
    return file;
  }

  /** A descriptor whose sync failed is not used again. */
  async #orReopen(syncing: Promise<void>): Promise<void> {
    try {
      await syncing;
    } catch (error) {
      const file = this.#file;
      this.#file = null;
      await file?.close();
      throw error;
    }
  }
}
