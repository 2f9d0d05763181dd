/**
 * Looks through a git folder for links and special files. A link inside of it would let git read or
 * write somewhere else (`COMMIT_EDITMSG` as a link is written through), and a named pipe would hold
 * git up. What was seen of a folder is kept as long as the folder itself is unchanged.
 */
import type { Stats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isWhole } from './git-folders.ts';

export interface OddEntry {
  readonly path: string;
  /** Null where it cannot be followed. */
  readonly leadsTo: string | null;
}

interface FolderScan {
  readonly identity: string;
  readonly folders: readonly string[];
  readonly links: readonly string[];
  readonly special: string | null;
}

const kept = new Map<string, FolderScan>();
const maxStored = 20_000;
const maxFolders = 50_000;
/** A change so soon after our look may leave the folder's times as they were. */
const stableAfterMs = 2_000;
const together = 64;

/** What git does not open: hooks and rerere are off, and submodules are never entered. */
const unvisited: ReadonlySet<string> = new Set(['hooks', 'modules', 'rr-cache']);
/** Our notes about a workspace. Git does not use this name, and our reader follows no links. */
const ownNotes = 'gatehouse.json';

/** Whether a link may lead to this real path. */
export type MayLeadTo = (real: string) => boolean;

/** The first entry that is no plain file or folder, nor a link to an allowed one; null without. */
export async function oddEntryIn(top: string, mayLeadTo: MayLeadTo): Promise<OddEntry | null> {
  const visited = new Set<string>();
  let level = [top];
  while (level.length > 0) {
    if (visited.size + level.length > maxFolders) return { path: top, leadsTo: null };
    const next: string[] = [];
    for (let at = 0; at < level.length; at += together) {
      const some = level.slice(at, at + together).filter((item) => !visited.has(item));
      for (const item of some) visited.add(item);
      const scans = await Promise.all(
        some.map((item) => scanFolder(item, item === top, mayLeadTo)),
      );
      for (const found of scans) {
        if ('path' in found) return found;
        next.push(...found.folders);
      }
    }
    level = next;
  }
  return null;
}

interface Subfolders {
  readonly folders: readonly string[];
}

/** What lies below and has to be looked through as well, or the odd entry. */
async function scanFolder(
  folder: string,
  isTop: boolean,
  mayLeadTo: MayLeadTo,
): Promise<Subfolders | OddEntry> {
  const seen = await entriesOf(folder);
  if (seen === null) return { folders: [] };
  if (seen.special !== null) return { path: path.join(folder, seen.special), leadsTo: null };
  const isVisited = (name: string): boolean =>
    name !== ownNotes && (!isTop || !unvisited.has(name));
  const folders = seen.folders.filter(isVisited).map((name) => path.join(folder, name));
  for (const link of seen.links.filter(isVisited)) {
    const linkTarget = await follow(path.join(folder, link), mayLeadTo);
    if ('path' in linkTarget) return linkTarget;
    folders.push(...linkTarget.folders);
  }
  return { folders };
}

async function follow(link: string, mayLeadTo: MayLeadTo): Promise<Subfolders | OddEntry> {
  try {
    const real = await fs.realpath(link);
    const stat = await fs.stat(real);
    const isPlain = stat.isDirectory() || stat.isFile();
    if (!mayLeadTo(real) || !isPlain || !isWhole(real)) return { path: link, leadsTo: real };
    return { folders: stat.isDirectory() ? [real] : [] };
  } catch {
    return { path: link, leadsTo: null };
  }
}

const identityOf = (stat: Stats): string =>
  `${stat.dev}:${stat.ino}:${stat.mtimeMs}:${stat.ctimeMs}`;

async function entriesOf(folder: string): Promise<FolderScan | null> {
  const stat = await fs.lstat(folder).catch(() => null);
  if (!stat?.isDirectory()) return null;
  const identity = identityOf(stat);
  const before = kept.get(folder);
  if (before?.identity === identity) return before;
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((item) => item.isDirectory()).map(({ name }) => name);
  const links = entries.filter((item) => item.isSymbolicLink()).map(({ name }) => name);
  // The socket of a file monitor is never opened by us.
  const odd = entries.find(
    (item) =>
      item.isFIFO() ||
      item.isCharacterDevice() ||
      item.isBlockDevice() ||
      (!isWhole(item.name) && !item.isFile()),
  );
  const seen = { identity, folders, links, special: odd?.name ?? null };
  if (Date.now() - stat.ctimeMs > stableAfterMs) keep(folder, seen);
  return seen;
}

function keep(folder: string, seen: FolderScan): void {
  if (kept.size >= maxStored) kept.clear();
  kept.set(folder, seen);
}
