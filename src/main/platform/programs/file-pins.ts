/**
 * Pins a file by identity and content, and later checks whether an open descriptor is still that
 * file.
 */
import { createHash } from 'node:crypto';
import fs, { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { FilePin } from '../../../shared/files/file-pin.ts';

/** Larger files are compared by device, inode, size and times only. */
const maxHashedBytes = 512n * 1024n * 1024n;
const pieceBytes = 1024 * 1024;
const maxStored = 256;

/**
 * Keyed by device, inode, size and times, so that a large program is read once, not with every
 * call.
 */
const digests = new Map<string, string>();

/** Null if there is no regular file at the path. */
export async function pinFile(path: string): Promise<FilePin | null> {
  try {
    const stat = await fs.promises.stat(path, { bigint: true });
    if (!stat.isFile()) return null;
    const facts = factsOf(stat);
    return Object.freeze({ path, ...facts, sha256: await digestAt(path, facts) });
  } catch {
    return null;
  }
}

/**
 * Whether an open file is the pinned one; its content is compared only if its metadata differs.
 */
export async function isPinned(fd: number, pin: FilePin): Promise<boolean> {
  const facts = factsOf(fs.fstatSync(fd, { bigint: true }));
  if (sameFacts(facts, pin)) return true;
  if (pin.sha256 === null) return false;
  return (await digestAt(ownPath(fd), facts)) === pin.sha256;
}

/** The same for a file that is opened briefly by its path. */
export async function isPinnedAt(pin: FilePin): Promise<boolean> {
  const now = await pinFile(pin.path);
  return (
    now !== null && (sameFacts(now, pin) || (pin.sha256 !== null && now.sha256 === pin.sha256))
  );
}

type FileStamp = Pick<FilePin, 'device' | 'inode' | 'size' | 'modified' | 'changed'>;

const factsOf = (stat: fs.BigIntStats): FileStamp => ({
  device: String(stat.dev),
  inode: String(stat.ino),
  size: String(stat.size),
  modified: String(stat.mtimeNs),
  changed: String(stat.ctimeNs),
});

const keyOf = ({ device, inode, size, modified, changed }: FileStamp): string =>
  [device, inode, size, modified, changed].join(' ');

const sameFacts = (some: FileStamp, others: FileStamp): boolean => keyOf(some) === keyOf(others);

const ownPath = (fd: number): string => `/proc/self/fd/${fd}`;

/** Null if it cannot be read, is too large, or was replaced while it was read. */
async function digestAt(path: string, facts: FileStamp): Promise<string | null> {
  const key = keyOf(facts);
  const known = digests.get(key);
  if (known !== undefined) return known;
  if (BigInt(facts.size) > maxHashedBytes) return null;
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (!handle) return null;
  try {
    const digest = await digestOf(handle);
    if (!sameFacts(factsOf(await handle.stat({ bigint: true })), facts)) return null;
    keep(key, digest);
    return digest;
  } finally {
    await handle.close();
  }
}

async function digestOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(pieceBytes);
  for (;;) {
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, null);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(piece.subarray(0, bytesRead));
  }
}

function keep(key: string, digest: string): void {
  digests.set(key, digest);
  const [oldest] = digests.keys();
  if (digests.size > maxStored && oldest !== undefined) digests.delete(oldest);
}
