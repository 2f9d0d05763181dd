/**
 * Reads whole lines from the ledger's segments. It relies only on the segments' names and on lines
 * that end with a newline.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The offset after the last line that was read. */
export interface ReadPosition {
  readonly segment: number;
  readonly offset: number;
  /**
   * The length of that line with its newline, and the digest of its bytes, to check that it is
   * unchanged.
   */
  readonly lineBytes: number;
  readonly digest: string;
}

export const beginning: ReadPosition = { segment: 0, offset: 0, lineBytes: 0, digest: '' };

export interface LineRange {
  readonly segment: number;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Returns false to stop after this line. `below` is the first number of the next segment: a line
 * that is not below it was copied there and does not count here.
 */
export type TakeLine = (text: string, place: LineRange, below: number) => boolean;

const segmentName = /^(\d{6,})\.jsonl$/;
const leadingSeq = /^\{"seq":(\d{1,15}),/;
const newline = 0x0a;
const maxLineLength = 16 * 1024 * 1024;

export class Segments {
  readonly #folder: string;
  #buffer: Buffer;
  /** The segment that was read last; reading usually continues in it. */
  #open: { readonly segment: number; readonly handle: number } | null = null;
  readonly #firstSeqs = new Map<number, number>();

  constructor(folder: string, chunkBytes = 256 * 1024) {
    this.#folder = folder;
    this.#buffer = Buffer.allocUnsafe(chunkBytes);
  }

  dispose(): void {
    if (this.#open) fs.closeSync(this.#open.handle);
    this.#open = null;
  }

  list(): readonly number[] {
    const numbers = namesIn(this.#folder).map((name) => Number(segmentName.exec(name)?.[1] ?? 0));
    return numbers.filter((number) => number > 0).toSorted((a, b) => a - b);
  }

  sizeOf(segment: number): number {
    return fs.statSync(this.#file(segment), { throwIfNoEntry: false })?.size ?? 0;
  }

  bytesBehind({ segment, offset }: ReadPosition): number {
    const later = this.list().filter((item) => item >= segment);
    return later.reduce((sum, item) => sum + this.sizeOf(item), 0) - offset;
  }

  stillHolds({ segment, offset, lineBytes, digest }: ReadPosition): boolean {
    if (lineBytes === 0) return segment === 0 || this.sizeOf(segment) >= offset;
    const line = this.#bytesAt({ segment, offset: offset - lineBytes, bytes: lineBytes });
    return line !== null && digestOf(line) === digest;
  }

  /** One chunk of whole lines; null if there is no more. */
  readChunk(from: ReadPosition, take: TakeLine): ReadPosition | null {
    // List the segments before reading this one to its end: a segment with a successor no longer
    // grows.
    const next = this.list().find((item) => item > from.segment);
    const below = next === undefined ? Infinity : this.#firstSeqOf(next);
    const read = from.segment === 0 ? null : this.#readWithin(from, below, take);
    if (read || next === undefined) return read;
    return this.readChunk({ ...beginning, segment: next }, take);
  }

  lineAt(place: LineRange): string | null {
    const line = this.#bytesAt(place);
    return line?.at(-1) === newline ? line.toString('utf8', 0, line.length - 1) : null;
  }

  #readWithin(from: ReadPosition, below: number, take: TakeLine): ReadPosition | null {
    const { segment, offset } = from;
    const handle = this.#handleOf(segment);
    if (handle === null) return null;
    const filled = fs.readSync(handle, this.#buffer, 0, this.#buffer.length, offset);
    const chunk = this.#buffer.subarray(0, filled);
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > 0) return takeLines(chunk.subarray(0, end), from, below, take);
    if (filled < this.#buffer.length) return null;
    // Gatehouse writes no line of this length, so it is skipped.
    if (filled >= maxLineLength) return { ...beginning, segment, offset: offset + filled };
    this.#buffer = Buffer.allocUnsafe(this.#buffer.length * 4);
    return this.#readWithin(from, below, take);
  }

  #firstSeqOf(segment: number): number {
    const known = this.#firstSeqs.get(segment);
    if (known !== undefined) return known;
    const start = this.#bytesAt({ segment, offset: 0, bytes: 32 })?.toString('latin1') ?? '';
    const claimed = leadingSeq.exec(start)?.[1];
    if (claimed === undefined) return Infinity;
    this.#firstSeqs.set(segment, Number(claimed));
    return Number(claimed);
  }

  #bytesAt({ segment, offset, bytes }: LineRange): Buffer | null {
    const handle = offset < 0 || bytes > maxLineLength ? null : this.#handleOf(segment);
    if (handle === null) return null;
    const line = Buffer.allocUnsafe(bytes);
    return fs.readSync(handle, line, 0, bytes, offset) === bytes ? line : null;
  }

  #handleOf(segment: number): number | null {
    if (this.#open?.segment === segment) return this.#open.handle;
    try {
      const handle = fs.openSync(this.#file(segment), 'r');
      this.dispose();
      this.#open = { segment, handle };
      return handle;
    } catch {
      return null;
    }
  }

  #file(segment: number): string {
    return path.join(this.#folder, `${String(segment).padStart(6, '0')}.jsonl`);
  }
}

function takeLines(chunk: Buffer, from: ReadPosition, below: number, take: TakeLine): ReadPosition {
  const { segment } = from;
  let start = 0;
  let last = { start: 0, end: 0 };
  while (start < chunk.length) {
    const end = chunk.indexOf(newline, start) + 1;
    last = { start, end };
    const place = { segment, offset: from.offset + start, bytes: end - start };
    start = end;
    if (!take(chunk.toString('utf8', last.start, end - 1), place, below)) break;
  }
  return {
    segment,
    offset: from.offset + last.end,
    lineBytes: last.end - last.start,
    digest: digestOf(chunk.subarray(last.start, last.end)),
  };
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
