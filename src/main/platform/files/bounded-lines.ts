/**
 * Reads a file of lines that another program writes, in pieces. It stops at the size the file had
 * when it was opened, so that a growing file comes to an end, and keeps no line longer than
 * `longest` bytes.
 */
import fs from 'node:fs';
import { withRegularFile } from './bounded-read.ts';

export interface LineLimits {
  /** Size of the whole file in bytes. */
  readonly most: number;
  readonly longest: number;
}

export interface ReadLines {
  readonly bytes: number;
  /** How many lines were too long. */
  readonly tooLong: number;
  /** The file is larger than `most`, so its beginning, the oldest part, was left out. */
  readonly isCut: boolean;
}

const pieceBytes = 256 * 1024;
const newline = 10;

/**
 * Null if the file is missing, a link, or not a regular file. `onLine` returns false to stop.
 */
export function readLines(
  file: string,
  { most, longest }: LineLimits,
  onLine: (line: string) => boolean,
): ReadLines | null {
  return withRegularFile(file, (fd, { size }) => {
    const start = Math.max(0, size - most);
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    // The first bytes are the end of a line whose beginning was left out.
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
      // The file was truncated meanwhile.
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
