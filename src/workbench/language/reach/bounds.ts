/** What a language server may read for a session: one granted folder without its closed parts. */
import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';

export interface ReachBounds {
  /** The folder the language server works in; each granted folder has its own server. */
  readonly root: string;
  /** Folders closed by rules, as mounts or as our own data. */
  readonly skip: readonly string[];
}

/** A read outside the bounds and the file that causes it. */
export interface OutsideRead {
  readonly file: string;
  readonly names: string;
}

export const isWithin = (name: string, { root, skip }: ReachBounds): boolean =>
  isInside(name, root) && !skip.some((closed) => isInside(name, closed));

/** By name or through a link. A missing path is judged by its nearest existing parent. */
export const leadsOutside = (name: string, bounds: ReachBounds): boolean =>
  !isWithin(name, bounds) || !isWithin(nearestReal(name), bounds);

function nearestReal(name: string): string {
  try {
    return fs.realpathSync.native(name);
  } catch {
    const parent = path.dirname(name);
    if (parent === name) return name;
    const link = linkTarget(name);
    return link === null ? path.join(nearestReal(parent), path.basename(name)) : nearestReal(link);
  }
}

/** The target of a dangling link. */
function linkTarget(name: string): string | null {
  try {
    const target = path.resolve(path.dirname(name), fs.readlinkSync(name));
    // A link cycle.
    return target === name ? null : path.join(path.dirname(target), path.basename(target));
  } catch {
    return null;
  }
}

/** The folders from a file's own up to the granted one. */
export function foldersUpTo(file: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = path.dirname(file); isInside(folder, root); folder = path.dirname(folder)) {
    folders.push(folder);
    if (folder === path.dirname(folder)) break;
  }
  return folders;
}

/** The folders above the granted one. */
export function foldersAbove(root: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = root; folder !== path.dirname(folder);) {
    folder = path.dirname(folder);
    folders.push(folder);
  }
  return folders;
}
