/** Identifies one state of a file: the inode, and when its content or permissions last changed. */
import type { BigIntStats } from 'node:fs';

export interface FileVersion {
  readonly device: string;
  readonly inode: string;
  readonly bytes: number;
  readonly modified: string;
  readonly changed: string;
}

export const versionOf = (stat: BigIntStats): FileVersion => ({
  device: String(stat.dev),
  inode: String(stat.ino),
  bytes: Number(stat.size),
  modified: String(stat.mtimeNs),
  changed: String(stat.ctimeNs),
});

/** Compares identity only, not content. */
export const isSame = (
  { dev, ino }: BigIntStats,
  { device, inode }: Pick<FileVersion, 'device' | 'inode'>,
): boolean => String(dev) === device && String(ino) === inode;

export function isVersion(stat: BigIntStats, expected: FileVersion): boolean {
  const { device, inode, bytes, modified, changed } = versionOf(stat);
  return (
    device === expected.device &&
    inode === expected.inode &&
    bytes === expected.bytes &&
    modified === expected.modified &&
    changed === expected.changed
  );
}
