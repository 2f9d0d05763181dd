/**
 * Reads a small regular file as text. Pipes and devices are not opened, because that could block.
 */
import fs, { constants } from 'node:fs';

const maxBytes = 64 * 1024;
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

const bytes = Buffer.alloc(maxBytes);

/** Null if it is missing, not a regular file or not readable; a long file is truncated. */
export function readSmallFile(name: string): string | null {
  try {
    // Check before opening: opening a device can have an effect.
    if (!fs.statSync(name, { throwIfNoEntry: false })?.isFile()) return null;
    const fd = fs.openSync(name, flags);
    try {
      if (!fs.fstatSync(fd).isFile()) return null;
      return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, maxBytes, 0));
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null;
  }
}
