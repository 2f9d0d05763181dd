/**
 * Pins a granted folder by device and inode, so that another folder of the same name is not
 * granted.
 */
import fs from 'node:fs';
import type { Root } from '../../../shared/access/access.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { plainPath } from './path-text.ts';

export function pin(folder: string): Root | Refused {
  const plain = plainPath(folder);
  if (typeof plain !== 'string') return refused('root-not-found', 'Give an absolute path.');
  try {
    const real = fs.realpathSync.native(plain);
    const stat = fs.statSync(real, { bigint: true });
    // The same text as for a missing file, so that it reveals nothing about files outside.
    if (!stat.isDirectory()) return refused('root-not-found');
    return Object.freeze({ path: real, device: String(stat.dev), inode: String(stat.ino) });
  } catch {
    return refused('root-not-found');
  }
}

export function isStill(root: Root): boolean {
  try {
    const stat = fs.lstatSync(root.path, { bigint: true });
    return String(stat.dev) === root.device && String(stat.ino) === root.inode;
  } catch {
    return false;
  }
}

/** Null if the file system does not record creation times. */
export function birthTimeOf(folder: string): string | null {
  try {
    const { birthtimeNs } = fs.lstatSync(folder, { bigint: true });
    return birthtimeNs > 0n ? String(birthtimeNs) : null;
  } catch {
    return null;
  }
}
