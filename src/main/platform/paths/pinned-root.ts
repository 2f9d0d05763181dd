/** A granted folder is what it is, not what it is called: device and inode are kept with its name. */
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
    // The same words as for what is not there: a file outside is nobody's business.
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
