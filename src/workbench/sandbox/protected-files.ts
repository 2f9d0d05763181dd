/**
 * Finds the files of a folder that would run by themselves later. Folders that are unchanged since the
 * last search are not read again, links are not followed, and others get their turn in between.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Places } from '../../main/core/roots/grantable.ts';
import { heldBackRule, type HeldBackRule } from '../../main/core/roots/held-back.ts';
import { mayBeProtected } from '../../main/core/roots/protected-paths.ts';

export interface ProtectedFile {
  readonly path: string;
  readonly rule: HeldBackRule;
  readonly gitDir: string | null;
  readonly stat: fs.BigIntStats;
}

export interface FoundProtected {
  readonly files: ReadonlyMap<string, ProtectedFile>;
  /** Every folder that was looked into, those nearest to the top first. */
  readonly folders: readonly string[];
  /** Some folders were left out. */
  readonly isPartial: boolean;
}

interface KnownFolder {
  readonly stamp: string;
  readonly folders: readonly string[];
  readonly candidates: readonly string[];
  readonly isGitDir: boolean;
}

interface ToSearch {
  readonly folder: string;
  /** All files below are candidates. */
  readonly takesAll: boolean;
  readonly gitDir: string | null;
}

export interface SearchLimits {
  readonly folders: number;
  readonly ms: number;
}

const usual: SearchLimits = { folders: 100_000, ms: 3_000 };
const sliceMs = 8;
/** A folder that changed so recently may change again without a new time. */
const stableNs = 50_000_000n;
/** Of a git directory; its objects and references run nothing. */
const gitFolders: ReadonlySet<string> = new Set(['hooks', 'modules', 'worktrees']);

export class ProtectedFiles {
  readonly #root: string;
  readonly #places: Places;
  readonly #limits: SearchLimits;
  #known = new Map<string, KnownFolder>();

  constructor(root: string, places: Places, limits: Partial<SearchLimits> = {}) {
    this.#root = root;
    this.#places = places;
    this.#limits = { ...usual, ...limits };
  }

  async find(): Promise<FoundProtected> {
    const files = new Map<string, ProtectedFile>();
    const folders: string[] = [];
    const known = new Map<string, KnownFolder>();
    const until = performance.now() + this.#limits.ms;
    let sliceEnd = performance.now() + sliceMs;
    let level: readonly ToSearch[] = [{ folder: this.#root, takesAll: false, gitDir: null }];
    while (level.length > 0) {
      const next: ToSearch[] = [];
      for (const item of level) {
        const now = performance.now();
        if (now > until || folders.length >= this.#limits.folders)
          return { files, folders, isPartial: true };
        if (now > sliceEnd) {
          await setImmediate();
          sliceEnd = performance.now() + sliceMs;
        }
        this.#look(item, { files, folders, known, next });
      }
      level = next;
    }
    this.#known = known;
    return { files, folders, isPartial: false };
  }

  #look(
    { folder, takesAll, gitDir: around }: ToSearch,
    found: {
      readonly files: Map<string, ProtectedFile>;
      readonly folders: string[];
      readonly known: Map<string, KnownFolder>;
      readonly next: ToSearch[];
    },
  ): void {
    const seen = this.#entriesOf(folder, takesAll || around !== null);
    if (!seen) return;
    found.folders.push(folder);
    found.known.set(folder, seen);
    const gitDir = seen.isGitDir ? folder : around;
    for (const name of seen.candidates) {
      const file = path.join(folder, name);
      const rule = heldBackRule(file, gitDir, this.#places);
      const stat = rule && fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
      if (rule && stat && !stat.isDirectory())
        found.files.set(file, { path: file, rule, gitDir, stat });
    }
    for (const name of seen.folders) {
      if (seen.isGitDir && !gitFolders.has(name)) continue;
      const below = path.join(folder, name);
      const isAll =
        takesAll ||
        (gitDir === null &&
          mayBeProtected(name) &&
          heldBackRule(`${below}/x`, null, this.#places) !== null);
      // What lies in `hooks` belongs to the repository; a submodule's folder is one of its own.
      found.next.push({ folder: below, takesAll: isAll, gitDir: name === 'hooks' ? gitDir : null });
    }
  }

  #entriesOf(folder: string, takesAll: boolean): KnownFolder | null {
    try {
      const stat = fs.lstatSync(folder, { bigint: true });
      if (!stat.isDirectory()) return null;
      const stamp = [takesAll, stat.dev, stat.ino, stat.mtimeNs, stat.ctimeNs].join(':');
      const before = this.#known.get(folder);
      if (before?.stamp === stamp) return before;
      const seen = read(folder, stamp, takesAll);
      const isStable = BigInt(Date.now()) * 1_000_000n - stat.ctimeNs > stableNs;
      return isStable ? seen : { ...seen, stamp: '' };
    } catch {
      return null;
    }
  }
}

function read(folder: string, stamp: string, takesAll: boolean): KnownFolder {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  const isGitDir = path.basename(folder) === '.git' || looksLikeGitDir(names);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const candidates = entries
    .filter((entry) => !entry.isDirectory() && (takesAll || isGitDir || mayBeProtected(entry.name)))
    .map(({ name }) => name);
  return { stamp, folders, candidates, isGitDir };
}

const looksLikeGitDir = (names: ReadonlySet<string>): boolean =>
  names.has('HEAD') && (names.has('commondir') || (names.has('objects') && names.has('refs')));
