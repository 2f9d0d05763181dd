/** Names become real places: links resolved, folders pinned by device and inode. */
import type { Paths } from '../core/needs.ts';
import { fingerprint } from './paths/fingerprint.ts';
import { pin } from './paths/pinned-root.ts';
import { settle } from './paths/settle.ts';

export const realPaths: Paths = {
  pin: async (folder) => pin(folder),
  settle: async (path, roots, use) => settle(path, roots, use),
  fingerprint,
};
