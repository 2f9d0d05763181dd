/** Names become real places: links resolved, folders pinned by device and inode. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Root } from '../../shared/access.ts';
import { isInside } from '../../shared/inside.ts';
import { refused, type Refused } from '../../shared/outcomes.ts';
import type { Paths, SettledPath } from '../core/needs.ts';
import { isMissing } from './private-file.ts';

export const realPaths: Paths = { pin, settle };

async function pin(folder: string): Promise<Root | Refused> {
  if (!isPlainAbsolute(folder)) return refused('root-not-found', 'Give an absolute path.');
  try {
    const real = await fs.realpath(folder);
    const stat = await fs.stat(real, { bigint: true });
    if (!stat.isDirectory()) return refused('root-not-found', 'It is not a folder.');
    return Object.freeze({ path: real, device: String(stat.dev), inode: String(stat.ino) });
  } catch {
    return refused('root-not-found');
  }
}

async function settle(wanted: string, roots: readonly Root[]): Promise<SettledPath | Refused> {
  if (!isPlainAbsolute(wanted)) return refused('outside-roots', 'Give an absolute path.');
  const place = await nearestReal(path.normalize(wanted));
  const root = place && roots.find((one) => isInside(place.real, one.path));
  if (!place || !root) return refused('outside-roots');
  if (!(await isStill(root))) return refused('root-changed');
  // Said only inside a root: elsewhere it would tell which files exist.
  return place.exists ? { path: place.real, root } : refused('not-found');
}

const isPlainAbsolute = (name: string): boolean => path.isAbsolute(name) && !name.includes('\0');

/** The real path, or that of the nearest ancestor that exists. */
async function nearestReal(name: string): Promise<{ real: string; exists: boolean } | null> {
  try {
    return { real: await fs.realpath(name), exists: true };
  } catch (error) {
    const parent = path.dirname(name);
    if (!isMissing(error) || parent === name || (await isLink(name))) return null;
    const above = await nearestReal(parent);
    return above && { real: above.real, exists: false };
  }
}

/** A dangling link must not pass for a missing file. */
async function isLink(name: string): Promise<boolean> {
  return fs.lstat(name).then(
    (stat) => stat.isSymbolicLink(),
    () => false,
  );
}

async function isStill(root: Root): Promise<boolean> {
  try {
    const stat = await fs.lstat(root.path, { bigint: true });
    return String(stat.dev) === root.device && String(stat.ino) === root.inode;
  } catch {
    return false;
  }
}
