/**
 * Lists a folder tree with untrusted content: links are reported but never followed, the event
 * loop is free between folders, and it stops at a limit of entries, levels or milliseconds.
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
  /** Some entries were left out. */
  readonly truncated: boolean;
}

const usual: WalkLimits = { entries: 1_000, depth: 64, ms: 2_000 };

/**
 * The entries below the folder, level by level; empty if it is not a folder or is a link to one.
 */
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
    // The folder is gone, or may not be read.
  }
  return true;
}
