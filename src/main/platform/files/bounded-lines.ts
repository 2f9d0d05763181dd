/**
 * Reads a file of lines that somebody else writes, piece by piece: not beyond its size when it was opened,
 * so that a file that grows comes to an end, and no line longer than `longest` bytes is kept in memory.
 */
import fs from 'node:fs';
import { withRegularFile } from './bounded-read.ts';

export interface LineLimits {
  /** Bytes of the whole file. */
  readonly most: number;
  readonly longest: number;
}

export interface ReadLines {
  readonly bytes: number;
  /** Lines that were too long. */
  readonly tooLong: number;
  /** The file is larger than `most`; its beginning was left out, which is the oldest part. */
  readonly isCut: boolean;
}

const pieceBytes = 256 * 1024;
const newline = 10;

/** Null when it is missing, a link, or no regular file. `onLine` returns false to stop. */
export function readLines(
  file: string,
  { most, longest }: LineLimits,
  onLine: (line: string) => boolean,
): ReadLines | null {
  return withRegularFile(file, (fd, { size }) => {
    const start = Math.max(0, size - most);
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    // What is read first is the end of a line whose beginning was left out.
    let isSkipping = start > 0;
    let tooLong = 0;
    let at = start;
    const add = (bytes: Buffer): void => {
      if (isSkipping) return;
      pendingBytes += bytes.length;
      if (pendingBytes <= longest) return void pending.push(bytes);
      pending = [];
      isSkipping = true;
      tooLong += 1;
    };
    const end = (): boolean => {
      const line = isSkipping || pendingBytes === 0 ? null : Buffer.concat(pending);
      pending = [];
      pendingBytes = 0;
      isSkipping = false;
      return line === null || onLine(line.toString('utf8'));
    };
    while (at < size) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - at));
      const length = fs.readSync(fd, piece, 0, piece.length, at);
      // It became shorter meanwhile.
      if (length === 0) break;
      at += length;
      let from = 0;
      for (;;) {
        const to = piece.indexOf(newline, from);
        if (to === -1 || to >= length) break;
        add(piece.subarray(from, to));
        from = to + 1;
        if (!end()) return { bytes: at - start, tooLong, isCut: start > 0 };
      }
      add(piece.subarray(from, length));
    }
    end();
    return { bytes: at - start, tooLong, isCut: start > 0 };
  });
}
