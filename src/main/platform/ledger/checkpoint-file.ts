/**
 * The checkpoint file: outside the data folder, it records the end of the ledger from time to
 * time. It lags behind and is synced at most once a second.
 */
import path from 'node:path';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { checkpointFileName } from '../../../shared/ledger/checkpoint.ts';
import type { CheckpointStore } from '../../core/dependencies.ts';
import { realDisk, writeAside, type Disk, type DiskFile } from './disk.ts';
import type { FolderId } from './still-there.ts';

const syncEveryMs = 1_000;
const newline = 0x0a;
/** Far more than one checkpoint needs. */
const lastBytes = 4_096;

export class CheckpointFile implements CheckpointStore, Disposable {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #monotonic: () => number;
  #file: DiskFile | null = null;
  #folderId: FolderId | null = null;
  #length = 0;
  /** Bytes of a write that has not finished. */
  #underWay = 0;
  #lost: string | null = null;
  #syncedAt = -Infinity;
  #closed = false;

  constructor(folder: string, monotonic: () => number, disk: Disk = realDisk) {
    this.#folder = folder;
    this.#monotonic = monotonic;
    this.#disk = disk;
  }

  async append(line: string): Promise<void> {
    const lost = this.whyLost();
    this.#lost ??= lost;
    if (lost !== null) await this.#release();
    const file = await this.#opened();
    const bytes = Buffer.from(line);
    this.#underWay = bytes.length;
    await writeAside(file, bytes, this.#length).finally(() => (this.#underWay = 0));
    this.#length += bytes.length;
    if (lost === null && this.#monotonic() - this.#syncedAt < syncEveryMs) return;
    this.#syncedAt = this.#monotonic();
    await this.#orReopen(file.datasync());
  }

  takeLost(): string | null {
    const lost = this.#lost;
    this.#lost = null;
    return lost;
  }

  whyLost(): string | null {
    if (!this.#file || !this.#folderId) return null;
    const size = [this.#length, this.#length + this.#underWay] as const;
    return this.#file.whyMoved?.({ path: this.#path, folder: this.#folderId, size }) ?? null;
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

  get #path(): string {
    return path.join(this.#folder, checkpointFileName);
  }

  async #opened(): Promise<DiskFile> {
    if (this.#closed) throw new Error('the file of checkpoints is closed');
    return (this.#file ??= await this.#open());
  }

  async #open(): Promise<DiskFile> {
    await this.#disk.makeFolder(this.#folder);
    this.#folderId = this.#disk.folderId?.(this.#folder) ?? null;
    const file = await this.#disk.open(this.#path, 'as-is');
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
      await this.#release();
      throw error;
    }
  }

  async #release(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }
}
