/**
 * The ledger's files. Lines are appended to a segment until a new one is started, which appears
 * under its name only when it is complete and durable. What a crash left half-written is set
 * aside, never deleted; a descriptor whose sync failed is never used again.
 */
import path from 'node:path';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { AppendHow, LedgerStore, LedgerTail } from '../../core/dependencies.ts';
import {
  appendToFile,
  cutFile,
  realDisk,
  writeAside,
  writeAtOnce,
  type Disk,
  type DiskFile,
} from './disk.ts';
import type { FolderId } from './still-there.ts';
import { setUnfinishedAside } from './unfinished-segment.ts';
import { linesOf, movedLinesStart, wholeLinesEnd } from './whole-lines.ts';

const segmentName = /^(\d{6})\.jsonl$/;
/** How much of the previous segment is read for the views. */
const olderBytes = 1_048_576;
/** In characters; longer writes do not run on the main thread. */
const maxConcurrent = 65_536;
const bytesPerCharacter = 3;
const slowSyncMs = 20;
const starvedSyncMs = 2;

export class AuditFile implements LedgerStore, Disposable {
  readonly #folder: string;
  readonly #disk: Disk;
  /** Why this process may no longer write here at all, whatever the files say. */
  readonly #whyNotOurs: () => string | null;
  readonly #scratch = Buffer.allocUnsafeSlow(maxConcurrent * bytesPerCharacter);
  #segment = 1;
  #file: DiskFile | null = null;
  #written = 0;
  #synced = 0;
  #syncingSince: number | null = null;
  #loopTurned = true;
  #suspect: 'no' | 'cut-back' | 'new-segment' = 'no';
  /** Bytes after the last complete line that could not be moved aside yet. */
  #torn: Buffer | null = null;
  #closed = false;
  #folderId: FolderId | null = null;
  /** The path of the segment, checked before every write. */
  #checked = { segment: 0, path: '' };
  /** Bytes that a write off the main thread may or may not have written yet. */
  #underWay = 0;

  constructor(dataDir: string, disk = realDisk, whyNotOurs: () => string | null = () => null) {
    this.#folder = path.join(dataDir, 'audit');
    this.#disk = disk;
    this.#whyNotOurs = whyNotOurs;
  }

  async start(): Promise<void> {
    await this.#disk.makeFolder(this.#folder);
    await this.#disk.syncFolder(path.dirname(this.#folder));
    this.#folderId = this.#disk.folderId?.(this.#folder) ?? null;
    const [newest = 1] = await this.#segmentsNewestFirst();
    await this.#openSegment(newest);
  }

  /** Why lines written now would be lost; null while the ledger is where it belongs. */
  whyLost(): string | null {
    const notOurs = this.#whyNotOurs();
    if (notOurs !== null) return notOurs;
    if (!this.#file || !this.#folderId) return null;
    const least = this.#written;
    const size = this.#suspect === 'cut-back' ? null : ([least, least + this.#underWay] as const);
    if (this.#checked.segment !== this.#segment)
      this.#checked = { segment: this.#segment, path: this.#name(this.#segment) };
    const expected = { path: this.#checked.path, folder: this.#folderId, size };
    return this.#file.whyMoved?.(expected) ?? null;
  }

  async append(text: string, { sync = 'now', segment = 'same' }: AppendHow = {}): Promise<void> {
    const bytes = Buffer.from(text);
    this.#refuseIfLost();
    if (segment === 'new') return this.#begin(bytes);
    const file = this.#opened();
    if (this.#suspect === 'new-segment') throw new Error('a sync of this segment has failed');
    if (this.#suspect === 'cut-back') await this.#cutBack(file);
    this.#underWay = bytes.length;
    try {
      await writeAside(file, bytes, this.#written);
    } catch (error) {
      throw this.#failedToWrite(error);
    } finally {
      this.#underWay = 0;
    }
    this.#written += bytes.length;
    if (sync === 'now') await this.sync();
  }

  appendAtOnce(text: string): boolean {
    const file = this.#file;
    const can = file && this.#suspect === 'no' && text.length <= maxConcurrent;
    if (!can || this.#mayWaitForSync()) return false;
    this.#refuseIfLost();
    this.#writeAtOnce(file, text);
    return true;
  }

  async sync(): Promise<void> {
    if (this.#suspect === 'new-segment') throw new Error('a sync of this segment has failed');
    const upTo = this.#written;
    if (upTo === this.#synced) return;
    const file = this.#opened();
    this.#syncingSince = performance.now();
    this.#loopTurned = false;
    setImmediate(() => (this.#loopTurned = true));
    try {
      await file.datasync();
      // Moved during the write: durable, but not where anyone looks.
      this.#refuseIfLost();
      if (file === this.#file) this.#synced = upTo;
    } catch (error) {
      // Never retried on this descriptor: the kernel may report success for lost pages.
      this.#suspect = 'new-segment';
      throw error;
    } finally {
      this.#syncingSince = null;
    }
  }

  async tail(): Promise<LedgerTail> {
    const leftOver = await setUnfinishedAside(this.#disk, this.#folder);
    const bytes = await this.#opened().read();
    const end = wholeLinesEnd(bytes);
    const tornBytes = leftOver + bytes.length - end;
    if (end < bytes.length) await this.#tearOff(bytes.subarray(end), end);
    const before = (await this.#segmentsNewestFirst()).find((item) => item < this.#segment);
    if (end === 0 && before !== undefined) {
      // The segment has no complete line, so the chain continues in the previous one.
      await this.#openSegment(before);
      const tail = await this.tail();
      return { ...tail, tornBytes: tail.tornBytes + tornBytes };
    }
    const lines = linesOf(bytes.subarray(0, end));
    const damage = await this.#closeOldSegment();
    const found = { lines, tornBytes, ...(damage === null ? {} : { damage }) };
    if (before === undefined) return found;
    return { ...found, older: await this.#olderLines(before, lines[0] ?? '') };
  }

  freeBytes(): Promise<number> {
    return this.#disk.freeBytes(this.#folder);
  }

  async dispose(): Promise<void> {
    this.#closed = true;
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }

  #refuseIfLost(): void {
    const why = this.whyLost();
    if (why !== null) throw new Error(why);
  }

  #writeAtOnce(file: DiskFile, text: string): void {
    const length = this.#scratch.write(text);
    try {
      writeAtOnce(file, this.#scratch.subarray(0, length), this.#written);
    } catch (error) {
      throw this.#failedToWrite(error);
    }
    this.#written += length;
  }

  #failedToWrite(error: unknown): unknown {
    if (this.#suspect === 'no') this.#suspect = 'cut-back';
    return error;
  }

  /**
   * A write during a sync takes no longer than another, unless the sync takes long. A caller that
   * never yields to the event loop would not learn that the sync is over; an asynchronous write
   * lets it.
   */
  #mayWaitForSync(): boolean {
    if (this.#syncingSince === null) return false;
    const most = this.#loopTurned ? slowSyncMs : starvedSyncMs;
    return performance.now() - this.#syncingSince > most;
  }

  /** May fail, and is then tried again before the next write. */
  async #cutBack(file: DiskFile): Promise<void> {
    if (this.#torn) await this.#keepTorn(this.#segment, this.#torn);
    this.#torn = null;
    await file.truncate(this.#written);
    this.#suspect = 'no';
  }

  /**
   * On a full disk this fails for now. The ledger can still be read, and writes report the error.
   */
  async #tearOff(torn: Buffer, offset: number): Promise<void> {
    this.#written = offset;
    this.#synced = offset;
    this.#suspect = 'cut-back';
    this.#torn = torn;
    await this.#cutBack(this.#opened()).catch(() => undefined);
  }

  /** The last lines of another run may not have been synced; sync them before appending. */
  async #closeOldSegment(): Promise<string | null> {
    try {
      await this.#opened().datasync();
      return null;
    } catch (error) {
      this.#suspect = 'new-segment';
      return `the start: ${String(error)}`;
    }
  }

  /**
   * Under a temporary name until it is durable: after a crash the previous segment is still the
   * newest.
   */
  async #begin(bytes: Buffer): Promise<void> {
    if (this.#closed) throw new Error('the ledger file is closed');
    const number = this.#segment + 1;
    const name = this.#name(number);
    const file = await this.#disk.open(`${name}.new`, 'empty');
    try {
      await writeAside(file, bytes, 0);
      await file.datasync();
      await this.#disk.rename(`${name}.new`, name);
      await this.#disk.syncFolder(this.#folder);
    } catch (error) {
      await file.close();
      throw error;
    }
    const old = { name: this.#name(this.#segment), file: this.#file, suspect: this.#suspect };
    const trusted = old.suspect === 'new-segment' ? this.#synced : this.#written;
    this.#segment = number;
    this.#file = file;
    this.#written = bytes.length;
    this.#synced = bytes.length;
    this.#suspect = 'no';
    await old.file?.close().catch(() => undefined);
    if (old.suspect !== 'no') await this.#forget(old.name, trusted);
    this.#torn = null;
  }

  /**
   * Removes lines that were copied to the new segment. If this fails, the next start sets them
   * aside.
   */
  async #forget(name: string, size: number): Promise<void> {
    try {
      if (this.#torn) await this.#keepTorn(this.#segment - 1, this.#torn);
      await cutFile(this.#disk, name, size);
    } catch {
      // The new segment records what it continues from.
    }
  }

  async #olderLines(segment: number, nextFirstLine: string): Promise<readonly string[]> {
    const bytes = await this.#disk.read(this.#name(segment));
    const moved = movedLinesStart(bytes, nextFirstLine);
    if (moved >= 0)
      await this.#setAside(segment, bytes.subarray(moved), moved).catch(() => undefined);
    const own = moved >= 0 ? bytes.subarray(0, moved) : bytes;
    const end = own.subarray(Math.max(0, own.length - olderBytes));
    return linesOf(end).slice(end.length < own.length ? 1 : 0);
  }

  async #setAside(segment: number, torn: Buffer, offset: number): Promise<void> {
    await this.#keepTorn(segment, torn);
    await cutFile(this.#disk, this.#name(segment), offset);
  }

  #keepTorn(segment: number, torn: Buffer): Promise<void> {
    return appendToFile(this.#disk, `${this.#name(segment)}.torn`, torn);
  }

  async #openSegment(segment: number): Promise<void> {
    const old = this.#file;
    this.#file = null;
    await old?.close();
    this.#segment = segment;
    const file = await this.#disk.open(this.#name(segment), 'as-is');
    this.#file = file;
    this.#written = await file.size();
    this.#synced = this.#written;
    this.#suspect = 'no';
    this.#torn = null;
    await this.#disk.syncFolder(this.#folder);
  }

  async #segmentsNewestFirst(): Promise<readonly number[]> {
    const names = await this.#disk.list(this.#folder);
    const numbers = names.map((name) => Number(segmentName.exec(name)?.[1] ?? 0));
    return numbers.filter((number) => number > 0).toSorted((a, b) => b - a);
  }

  #opened(): DiskFile {
    if (!this.#file) throw new Error('the ledger file is closed');
    return this.#file;
  }

  #name(segment: number): string {
    return path.join(this.#folder, `${String(segment).padStart(6, '0')}.jsonl`);
  }
}
