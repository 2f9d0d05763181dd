/**
 * Detects where other file systems are mounted. A grant covers the granted folder's own mount
 * only; whatever is mounted below it, before or after the grant, is not part of it. A bind mount
 * of the same disk has the same device number, so mounts are compared by the kernel's mount id.
 * Linux only; elsewhere only device numbers are compared.
 */
import fs, { constants } from 'node:fs';
import path from 'node:path';
import type { Root } from '../../../shared/access/access.ts';

const isLinux = process.platform === 'linux';
// Node does not export it; the value is the same on every processor that Electron runs on.
const O_PATH = 0o10000000;
const buffer = Buffer.alloc(512);

/**
 * Open files of /proc/self/fdinfo, by the descriptor that they describe. Each read describes the
 * file that has this descriptor at that moment, so they stay open: opening one is slower than the
 * rest of the check, and short-lived descriptors reuse the same few numbers.
 */
const openInfos = new Map<number, number>();
const maxOpenInfos = 8;

/** Null where the system does not provide it. */
export function mountOfDescriptor(fd: number): string | null {
  if (!isLinux) return null;
  const open = openInfos.get(fd);
  if (open !== undefined) return mountIn(open);
  const info = fs.openSync(`/proc/self/fdinfo/${fd}`, constants.O_RDONLY);
  const isKept = openInfos.size < maxOpenInfos;
  if (isKept) openInfos.set(fd, info);
  try {
    return mountIn(info);
  } finally {
    if (!isKept) fs.closeSync(info);
  }
}

function mountIn(info: number): string | null {
  const text = buffer.toString('latin1', 0, fs.readSync(info, buffer, 0, buffer.length, 0));
  return /^mnt_id:\s*(\d+)$/m.exec(text)?.[1] ?? null;
}

interface Mounted {
  readonly mount: string | null;
  readonly stat: fs.BigIntStats;
}

/** Facts of a real path, which is opened once for both; null if it does not exist. */
function mountedAt(real: string): Mounted | null {
  try {
    if (!isLinux) return { mount: null, stat: fs.lstatSync(real, { bigint: true }) };
    const fd = fs.openSync(real, O_PATH | constants.O_NOFOLLOW);
    try {
      return { mount: mountOfDescriptor(fd), stat: fs.fstatSync(fd, { bigint: true }) };
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null;
  }
}

/**
 * The last known state. Mounting over the folder changes the mount id of everything in it, so this
 * is never too permissive.
 */
const mountOfRoot = new WeakMap<Root, string | null>();

function isOnMountOf(root: Root, mount: string | null): boolean {
  if (mountOfRoot.get(root) === mount) return true;
  const now = mountedAt(root.path)?.mount;
  if (now === undefined) return false;
  mountOfRoot.set(root, now);
  return now === mount;
}

/**
 * Whether an existing file or folder is on another mount or file system than the granted folder
 * above it, which must still be the folder that was granted.
 */
export function isMountedApart(real: string, root: Root): boolean {
  if (real === root.path) return false;
  const own = mountedAt(real);
  if (!own || !isOnMountOf(root, own.mount)) return true;
  if (String(own.stat.dev) === root.device) return false;
  // On overlayfs only folders have the device number of their file system.
  if (own.stat.isDirectory()) return true;
  const folder = fs.lstatSync(path.dirname(real), { bigint: true, throwIfNoEntry: false });
  return String(folder?.dev) !== root.device;
}

/** The mount points below a folder, by path. */
export function mountsBelow(folder: string): readonly string[] {
  if (!isLinux) return [];
  const below = folder.endsWith('/') ? folder : `${folder}/`;
  const points = fs
    .readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => unescaped(line.split(' ')[4] ?? ''))
    .filter((point) => point.startsWith(below));
  return [...new Set(points)].toSorted();
}

/** Spaces, tabs, newlines and backslashes are written as octal escapes. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 8)),
  );
