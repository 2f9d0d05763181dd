/**
 * Walks a folder that somebody else filled: links are named but never followed, the event loop is
 * free between folders, and the walk ends after so many entries, levels or milliseconds.
 */
import fs from 'node:fs/promises';
import path from 'node:path';

export interface WalkLimits {
  readonly entries: number;
  readonly depth: number;
  readonly ms: number;
}

export interface Walked {
  readonly paths: readonly string[];
  /** Something was left out. */
  readonly truncated: boolean;
}

const usual: WalkLimits = { entries: 1_000, depth: 64, ms: 2_000 };

/** What lies below, level by level; nothing when it is no folder or a link to one. */
export async function walkBelow(folder: string, limits: Partial<WalkLimits> = {}): Promise<Walked> {
  const { entries, depth, ms } = { ...usual, ...limits };
  const until = performance.now() + ms;
  const paths: string[] = [];
  const stat = await fs.lstat(folder).catch(() => null);
  let level: readonly string[] = stat?.isDirectory() ? [folder] : [];
  for (let at = 0; at < depth && level.length > 0; at += 1) {
    const next: string[] = [];
    for (const item of level) {
      const mayContinue = await addEntriesOf(item, { paths, folders: next, most: entries, until });
      if (!mayContinue) return { paths, truncated: true };
    }
    level = next;
  }
  return { paths, truncated: level.length > 0 };
}

interface WalkState {
  readonly paths: string[];
  readonly folders: string[];
  readonly most: number;
  readonly until: number;
}

/** False when the limit of entries or of time is reached. */
async function addEntriesOf(folder: string, found: WalkState): Promise<boolean> {
  try {
    for await (const entry of await fs.opendir(folder, { bufferSize: 128 })) {
      if (found.paths.length >= found.most || performance.now() > found.until) return false;
      const file = path.join(folder, entry.name);
      found.paths.push(file);
      if (entry.isDirectory()) found.folders.push(file);
    }
  } catch {
    // Gone again, or not ours to look into.
  }
  return true;
}
