/** A folder and what is below it, level by level, without what is ignored. */
import fs from 'node:fs';
import path from 'node:path';
import type { ActionArgs } from '../../shared/actions.ts';
import { isInside } from '../../shared/inside.ts';
import { done, type Outcome } from '../../shared/outcomes.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import type { Bench } from '../bench.ts';
import { holdFolder } from '../confined-folder.ts';
import type { ListedEntry } from '../confined-list.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';

interface TreeEntry {
  readonly path: string;
  readonly kind: ListedEntry['kind'];
  readonly depth: number;
  readonly bytes?: number;
}

const mostFiles = 1_000_000;

export async function exploreTree(
  bench: Bench,
  { path: wanted, depth, limit }: ActionArgs<'explore_tree'>,
  task: Task,
): Promise<Outcome> {
  const top = oneFolder(wanted, task);
  if (typeof top !== 'string') return top;
  const found = await findFiles({ folder: top, limit: mostFiles }, task);
  if (isTrouble(found)) return found;
  const known = new Set(found.paths);
  const foldersWithFiles = parentsOf(found.paths, top);
  const isShown = (file: string, kind: ListedEntry['kind'], isEmpty: () => boolean): boolean => {
    if (path.basename(file) === '.git' || task.skip.some((one) => isInside(file, one)))
      return false;
    if (kind === 'file') return known.has(file);
    return kind === 'folder' ? foldersWithFiles.has(file) || isEmpty() : true;
  };
  const entries: TreeEntry[] = [];
  let level: readonly string[] = [top];
  let truncated = found.truncated;
  for (let at = 1; at <= depth && level.length > 0 && entries.length < limit; at += 1) {
    const next: string[] = [];
    for (const folder of level) {
      const listed = await levelOf(bench, folder, task);
      truncated ||= listed.truncated;
      for (const entry of listed.entries) {
        const file = path.join(folder, entry.name);
        if (!isShown(file, entry.kind, entry.isEmpty)) continue;
        if (entries.length === limit) return done({ path: top, entries, truncated: true });
        const { kind, bytes } = entry;
        entries.push({ path: file, kind, depth: at, ...(bytes === undefined ? {} : { bytes }) });
        if (kind === 'folder') next.push(file);
      }
    }
    level = next;
  }
  return done({ path: top, entries, truncated });
}

function parentsOf(files: readonly string[], top: string): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const file of files) {
    for (let at = path.dirname(file); at !== top && !parents.has(at); at = path.dirname(at))
      parents.add(at);
  }
  return parents;
}

async function levelOf(bench: Bench, folder: string, task: Task) {
  const listed = await bench.files.list(folder, task.roots);
  const held = holdFolder(folder, task.roots);
  if (isTrouble(held)) return { entries: [], truncated: true };
  try {
    if (isTrouble(listed)) return { entries: [], truncated: true };
    const entries = listed.entries
      .filter((entry) => entry.nameable)
      .map((entry) => {
        const here = held.at(entry.name);
        const bytes =
          entry.kind === 'file' ? fs.lstatSync(here, { throwIfNoEntry: false })?.size : undefined;
        const empty = entry.kind === 'folder' && isEmptyFolder(here);
        return { name: entry.name, kind: entry.kind, bytes, isEmpty: () => empty };
      });
    return { entries, truncated: listed.truncated };
  } finally {
    held.letGo();
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
