/**
 * Lists the protected names, secrets and repositories in a granted folder, a few levels deep. An
 * unchanged folder is not read again, so this can run before every command.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { FolderPatterns } from '../../core/dependencies.ts';
import type { FolderFacts } from '../../../shared/sandbox/machine-facts.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { namedByGit } from '../git/git-facts.ts';
import { gitPlaceAt } from './git-places.ts';

const maxDepth = 4;
const maxFolders = 500;
/** A change right after a check may carry the same timestamp. */
const unsureNs = 50_000_000n;

/** Large folders created by installers; nothing in them is protected by name. */
const passedOver = new Set(['node_modules', '.git']);

interface FolderListing {
  readonly changed: bigint;
  readonly readAt: bigint;
  readonly protectedPaths: readonly string[];
  readonly secretFiles: readonly string[];
  readonly git: string | null;
  readonly folders: readonly string[];
}

export class FolderScanner {
  readonly #known = new Map<string, FolderListing>();
  #protectedNames = '';

  /** Throws if the folder does not exist. */
  scan(root: string, patterns: FolderPatterns): FolderFacts {
    const found = {
      protectedPaths: [] as string[],
      secretFiles: [] as string[],
      git: [] as string[],
    };
    const names = patterns.protectedNames.join('\0');
    // The folders themselves are unchanged, but the list of protected names is not.
    if (names !== this.#protectedNames) this.#known.clear();
    this.#protectedNames = names;
    let level: readonly string[] = [root];
    let seen = 0;
    for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
      const next: string[] = [];
      for (const folder of level.slice(0, maxFolders - seen)) {
        seen += 1;
        const listing = this.#list(folder, patterns, folder === root);
        if (!listing) continue;
        found.protectedPaths.push(...listing.protectedPaths);
        found.secretFiles.push(...listing.secretFiles);
        if (listing.git !== null) found.git.push(listing.git);
        next.push(...listing.folders);
      }
      level = next;
    }
    const git = found.git
      .filter((place) => isInside(place, root))
      .flatMap((place) => gitPlaceAt(place) ?? []);
    const repositories = found.git.map((place) => path.dirname(place));
    const named = namedByGit(root, repositories).filter(isFileOrFolder);
    return { path: root, ...found, protectedPaths: [...found.protectedPaths, ...named], git };
  }

  #list(folder: string, patterns: FolderPatterns, mustBeThere: boolean): FolderListing | null {
    try {
      const { mtimeNs, ctimeNs } = fs.statSync(folder, { bigint: true });
      const changed = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
      const known = this.#known.get(folder);
      if (known?.changed === changed && known.readAt - changed > unsureNs) return known;
      const readAt = BigInt(Date.now()) * 1_000_000n;
      const listing = { changed, readAt, ...read(folder, patterns) };
      this.#known.set(folder, listing);
      return listing;
    } catch (error) {
      if (mustBeThere) throw error;
      return null;
    }
  }
}

function read(folder: string, patterns: FolderPatterns): Omit<FolderListing, 'changed' | 'readAt'> {
  const protectedPaths: string[] = [];
  const secretFiles: string[] = [];
  const folders: string[] = [];
  let git: string | null = null;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.name === '.git') git = entry.isSymbolicLink() ? realOf(file) : file;
    // A link's target is judged where it is; the link itself cannot be mounted over.
    if (entry.isSymbolicLink() || entry.name === '.git') continue;
    if (entry.isFile() && patterns.isSecret(entry.name)) secretFiles.push(file);
    else if ((entry.isFile() || entry.isDirectory()) && patterns.isProtected(file))
      protectedPaths.push(file);
    else if (entry.isDirectory() && !passedOver.has(entry.name)) folders.push(file);
  }
  return { protectedPaths, secretFiles, git, folders };
}

/** A link cannot be mounted over, so its target is added to the list too. */
function isFileOrFolder(place: string): boolean {
  const stat = fs.lstatSync(place, { throwIfNoEntry: false });
  return stat !== undefined && (stat.isFile() || stat.isDirectory());
}

function realOf(file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    return null;
  }
}
