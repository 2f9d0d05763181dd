/** Lists a folder level by level, without ignored files. */
import fs from 'node:fs';
import path from 'node:path';
import { mountsBelow } from '../../main/platform/files/mounts.ts';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { isInside } from '../../shared/files/inside.ts';
import { done, type Outcome } from '../../shared/actions/outcomes.ts';
import { findNames } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { openFolderAt } from '../confined/folder.ts';
import type { ListedEntry } from '../confined/list.ts';
import { isError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';

interface TreeEntry {
  readonly path: string;
  readonly kind: ListedEntry['kind'];
  readonly depth: number;
  readonly bytes?: number;
}

export async function exploreTree(
  context: WorkbenchContext,
  { path: requested, depth, limit }: ActionArgs<'explore_tree'>,
  task: Task,
): Promise<Outcome> {
  const top = oneFolder(requested, task);
  if (typeof top !== 'string') return top;
  const listing = await findNames({ folder: top }, task);
  if (isError(listing)) return listing;
  const known = new Set(listing.names);
  const closed = [...task.skip, ...mountsBelow(top)];
  const foldersWithFiles = parentsOf(listing.names);
  const isShown = (file: string, kind: ListedEntry['kind'], here: string): boolean => {
    if (path.basename(file) === '.git' || closed.some((folder) => isInside(file, folder)))
      return false;
    const name = path.relative(top, file);
    if (kind === 'file') return known.has(name);
    return kind === 'folder' ? foldersWithFiles.has(name) || isEmptyFolder(here) : true;
  };
  const entries: TreeEntry[] = [];
  let level: readonly string[] = [top];
  let truncated = listing.truncated;
  for (let at = 1; at <= depth && level.length > 0 && entries.length < limit; at += 1) {
    const next: string[] = [];
    for (const folder of level) {
      const listed = await levelOf(context, folder, task, isShown);
      truncated ||= listed.truncated;
      for (const entry of listed.entries) {
        if (entries.length === limit) return done({ path: top, entries, truncated: true });
        entries.push({ ...entry, depth: at });
        if (entry.kind === 'folder') next.push(entry.path);
      }
    }
    level = next;
  }
  return done({ path: top, entries, truncated });
}

function parentsOf(names: readonly string[]): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const name of names) {
    let end = name.lastIndexOf(path.sep);
    while (end !== -1 && !parents.has(name.slice(0, end))) {
      parents.add(name.slice(0, end));
      end = name.lastIndexOf(path.sep, end - 1);
    }
  }
  return parents;
}

async function levelOf(
  context: WorkbenchContext,
  folder: string,
  task: Task,
  isShown: (file: string, kind: ListedEntry['kind'], here: string) => boolean,
): Promise<{ readonly entries: readonly Omit<TreeEntry, 'depth'>[]; readonly truncated: boolean }> {
  const listed = await context.files.list(folder, task.roots);
  const openFolder = openFolderAt(folder, task.roots);
  if (isError(openFolder)) return { entries: [], truncated: true };
  try {
    if (isError(listed)) return { entries: [], truncated: true };
    const entries = listed.entries.flatMap(({ name, kind, nameable }) => {
      const file = path.join(folder, name);
      if (!nameable || !isShown(file, kind, openFolder.at(name))) return [];
      const bytes = kind === 'file' ? openFolder.lstat(name)?.size : undefined;
      return [{ path: file, kind, ...(bytes === undefined ? {} : { bytes: Number(bytes) }) }];
    });
    return { entries, truncated: listed.truncated };
  } finally {
    openFolder.close();
  }
}

function isEmptyFolder(here: string): boolean {
  try {
    const folder = fs.opendirSync(here);
    try {
      return folder.readSync() === null;
    } finally {
      folder.closeSync();
    }
  } catch {
    return false;
  }
}
