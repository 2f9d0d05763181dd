/**
 * Reads files whose path or content is untrusted: only regular files, never more than the given
 * number of bytes, and never blocking. On Linux, a pipe, terminal or device put in place of a file
 * is not even opened (it is checked through O_PATH first); elsewhere it is opened without
 * blocking.
 */
import fs, { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { systemErrorCode } from '../../../shared/base/system-error.ts';

/** Linux: names a file without opening it. Node has no constant for it. */
const O_PATH = 0o10000000;
const isLinux = process.platform === 'linux';
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const noFollow = constants.O_NOFOLLOW ?? 0;

/** Null if the file is missing, a link, not a regular file, or larger than `most` bytes. */
export function readRegularFile(file: string, most: number): Buffer | null {
  return withRegularFile(file, (fd, { size }) => {
    if (size > most) return null;
    const bytes = readUpTo(fd, most + 1, 0);
    return bytes.length > most ? null : bytes;
  });
}

/** Returns trimmed text; empty wherever the file cannot be read. */
export const readSmallText = (file: string, most = 64 * 1024): string =>
  readRegularFile(file, most)?.toString('utf8').trim() ?? '';

/** Returns the last `most` bytes of a regular file of any size. */
export function readEndOf(file: string, most: number): Buffer | null {
  return withRegularFile(file, (fd, { size }) => readUpTo(fd, most, Math.max(0, size - most)));
}

/** Reads an open file; null if it has more than `most` bytes, even if it grows meanwhile. */
export async function readHandle(handle: FileHandle, most: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  while (length <= most) {
    const buffer = Buffer.allocUnsafe(Math.min(most + 1 - length, 1024 * 1024));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, length);
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return null;
}

export function withRegularFile<T>(
  file: string,
  read: (fd: number, stat: fs.Stats) => T | null,
): T | null {
  let pinned: number | null = null;
  let fd: number | null = null;
  try {
    if (isLinux) {
      pinned = fs.openSync(file, O_PATH | noFollow);
      if (!fs.fstatSync(pinned).isFile()) return null;
      fd = fs.openSync(`/proc/self/fd/${pinned}`, readFlags);
    } else {
      if (!fs.lstatSync(file).isFile()) return null;
      fd = fs.openSync(file, readFlags | noFollow);
    }
    const stat = fs.fstatSync(fd);
    return stat.isFile() ? read(fd, stat) : null;
  } catch {
    return null;
  } finally {
    if (fd !== null) fs.closeSync(fd);
    if (pinned !== null) fs.closeSync(pinned);
  }
}

function readUpTo(fd: number, most: number, from: number): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  while (length < most) {
    const buffer = Buffer.allocUnsafe(Math.min(most - length, 64 * 1024));
    const bytesRead = fs.readSync(fd, buffer, 0, buffer.length, from + length);
    if (bytesRead === 0) break;
    pieces.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(pieces);
}

/**
 * The type of what is at a path, without following a link there; `other` if it cannot be
 * determined.
 */
export function fileStateAt(file: string): 'file' | 'missing' | 'other' {
  try {
    return fs.lstatSync(file).isFile() ? 'file' : 'other';
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT' ? 'missing' : 'other';
  }
}
