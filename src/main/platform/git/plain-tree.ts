/**
 * Searches a git folder for links and special files. A link inside it would let git read or write
 * elsewhere (git writes through a linked `COMMIT_EDITMSG`), and a named pipe would block git.
 * Results are cached per folder until it changes.
 */
import type { Stats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isWhole } from './git-folders.ts';

export interface OddEntry {
  readonly path: string;
  /** Null if the link cannot be resolved. */
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
/** A change this soon after the check may leave the folder's timestamps unchanged. */
const stableAfterMs = 2_000;
const together = 64;

/** Not opened by git: hooks and rerere are off, and submodules are never entered. */
const unvisited: ReadonlySet<string> = new Set(['hooks', 'modules', 'rr-cache']);
/** Our notes about a workspace. Git does not use this name, and our reader follows no links. */
const ownNotes = 'gatehouse.json';

/** Whether a link may point to this real path. */
export type LinkTargetCheck = (real: string) => boolean;

/**
 * The first entry that is neither a plain file or folder nor a link to an allowed path; null if
 * there is none.
 */
export async function oddEntryIn(
  top: string,
  mayLeadTo: LinkTargetCheck,
): Promise<OddEntry | null> {
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

/** The subfolders to search next, or the offending entry. */
async function scanFolder(
  folder: string,
  isTop: boolean,
  mayLeadTo: LinkTargetCheck,
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

async function follow(link: string, mayLeadTo: LinkTargetCheck): Promise<Subfolders | OddEntry> {
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
  // We never open a file monitor's socket.
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
