/**
 * Where another file system is mounted. A granted folder is what lies on its own mount: what is
 * mounted below it, before or after the grant, is not part of it. A bind mount of the same disk has
 * the same device number, so mounts are told apart by the number that the kernel gives each of them.
 * Linux only; elsewhere nothing is known, and the device numbers of folders are compared alone.
 */
import fs, { constants } from 'node:fs';
import path from 'node:path';

const isLinux = process.platform === 'linux';
// Node does not export it; the value is the same on every processor that Electron runs on.
const O_PATH = 0o10000000;
const buffer = Buffer.alloc(512);

/** Null where the system does not tell. */
export function mountOfDescriptor(fd: number): string | null {
  if (!isLinux) return null;
  const info = fs.openSync(`/proc/self/fdinfo/${fd}`, constants.O_RDONLY);
  try {
    const text = buffer.toString('latin1', 0, fs.readSync(info, buffer, 0, buffer.length, 0));
    return /^mnt_id:\s*(\d+)$/m.exec(text)?.[1] ?? null;
  } finally {
    fs.closeSync(info);
  }
}

/** Of a real path; null where it is gone or the system does not tell. */
export function mountOf(real: string): string | null {
  if (!isLinux) return null;
  try {
    const fd = fs.openSync(real, O_PATH | constants.O_NOFOLLOW);
    try {
      return mountOfDescriptor(fd);
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** Whether a file or folder that is there lies on another mount or file system than a folder above it. */
export function isMountedApart(real: string, folder: string): boolean {
  if (real === folder) return false;
  if (mountOf(real) !== mountOf(folder)) return true;
  // On an overlay only folders have the device number of their file system.
  const own = fs.lstatSync(real, { throwIfNoEntry: false });
  const nearest = own?.isDirectory() ? own : statIfThere(path.dirname(real));
  return nearest?.dev !== statIfThere(folder)?.dev;
}

const statIfThere = (name: string): fs.Stats | undefined =>
  fs.lstatSync(name, { throwIfNoEntry: false });

/** The places below a folder where something is mounted, by path. */
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

/** Spaces, tabs, line ends and backslashes are written as octal numbers. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 8)),
  );
