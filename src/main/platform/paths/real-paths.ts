/**
 * Implements core's `Paths` on the real disk: links resolved, folders pinned by device and inode.
 */
import path from 'node:path';
import type { Paths } from '../../core/dependencies.ts';
import { mountsBelow } from '../files/mounts.ts';
import { fingerprint } from './fingerprint.ts';
import { nearestReal } from './nearest-real.ts';
import { birthTimeOf, pin } from './pinned-root.ts';
import { resolve } from './resolve-path.ts';
import { hasSecretsBelow } from './secrets-below.ts';

export const realPaths: Paths = {
  pin: async (folder) => pin(folder),
  resolve,
  fingerprint,
  mountsBelow,
  hasSecretsBelow,
  birthTimeOf,
};

/** Where a path of ours will lead, whether it exists yet or not. */
export function realPlace(name: string): string {
  const place = nearestReal(name);
  return place ? path.join(place.real, ...place.missing) : name;
}
