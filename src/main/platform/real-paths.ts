/** Names become real places: links resolved, folders pinned by device and inode. */
import path from 'node:path';
import type { Paths } from '../core/needs.ts';
import { fingerprint } from './paths/fingerprint.ts';
import { nearestReal } from './paths/nearest-real.ts';
import { pin } from './paths/pinned-root.ts';
import { settle } from './paths/settle.ts';

export const realPaths: Paths = {
  pin: async (folder) => pin(folder),
  settle,
  fingerprint,
};

/** What a name of ours will lead to, there already or not. */
export function realPlace(name: string): string {
  const place = nearestReal(name);
  return place ? path.join(place.real, ...place.missing) : name;
}
