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
import { ClosedFolders } from './closed-folders.ts';

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
  /** Some names are perhaps no UTF-8. */
  readonly isOdd: boolean;
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

/**
 * `first`: before a command; nothing is changed. `running`: while it runs. `last`: after its end, when
 * there is time to look at everything.
 */
export type SearchKind = 'first' | 'running' | 'last';

const usual: Readonly<Record<SearchKind, SearchLimits>> = {
  first: { folders: 100_000, ms: 3_000 },
  running: { folders: 100_000, ms: 3_000 },
  last: { folders: 2_000_000, ms: 60_000 },
};
const sliceMs = 8;
/** A folder that changed so recently may change again without a new time. */
const stableNs = 50_000_000n;
/** Git opens them in every folder; a pipe in such a place would keep it, and every checkpoint, waiting. */
const readByGit: ReadonlySet<string> = new Set(['.gitignore', '.gitattributes']);
const blocking: HeldBackRule = { effect: 'Git waits for ever when it reads this.', look: 'name' };

const isSpecial = (stat: fs.BigIntStats): boolean =>
  !stat.isFile() && !stat.isDirectory() && !stat.isSymbolicLink();

export class ProtectedFiles {
  readonly #root: string;
  readonly #places: Places;
  readonly #limits: Partial<SearchLimits>;
  #known = new Map<string, KnownFolder>();
  /** Folders that could not be looked into before the command; they are the user's own. */
  readonly #closed = new ClosedFolders();

  constructor(root: string, places: Places, limits: Partial<SearchLimits> = {}) {
    this.#root = root;
    this.#places = places;
    this.#limits = limits;
  }

  async find(kind: SearchKind = 'first'): Promise<FoundProtected> {
    const limits = { ...usual[kind], ...this.#limits };
    if (kind === 'first') this.#closed.forget();
    const files = new Map<string, ProtectedFile>();
    const folders: string[] = [];
    const known = new Map<string, KnownFolder>();
    const until = performance.now() + limits.ms;
    let sliceEnd = performance.now() + sliceMs;
    let level: readonly ToSearch[] = [{ folder: this.#root, takesAll: false, gitDir: null }];
    while (level.length > 0) {
      const next: ToSearch[] = [];
      for (const item of level) {
        const now = performance.now();
        if (now > until || folders.length >= limits.folders)
          return { files, folders, isPartial: true };
        if (now > sliceEnd) {
          await setImmediate();
          sliceEnd = performance.now() + sliceMs;
        }
        this.#look(item, kind, { files, folders, known, next });
      }
      level = next;
    }
    this.#known = known;
    return { files, folders, isPartial: false };
  }

  #look(
    { folder, takesAll, gitDir: around }: ToSearch,
    kind: SearchKind,
    found: {
      readonly files: Map<string, ProtectedFile>;
      readonly folders: string[];
      readonly known: Map<string, KnownFolder>;
      readonly next: ToSearch[];
    },
  ): void {
    const seen = this.#entriesOf(folder, takesAll || around !== null, kind);
    if (!seen) return;
    found.folders.push(folder);
    found.known.set(folder, seen);
    const gitDir = seen.isGitDir ? folder : around;
    for (const name of seen.candidates) {
      const file = path.join(folder, name);
      const isRead = readByGit.has(name);
      const rule = heldBackRule(file, gitDir, this.#places) ?? (isRead ? blocking : null);
      const stat = rule && statOf(file);
      if (rule === blocking && stat && !isSpecial(stat)) continue;
      if (rule && stat && !stat.isDirectory())
        found.files.set(file, { path: file, rule, gitDir, stat });
    }
    for (const name of seen.folders) {
      const below = path.join(folder, name);
      const isAll =
        takesAll ||
        (mayBeProtected(name) && heldBackRule(`${below}/x`, null, this.#places) !== null);
      // What lies in `hooks` belongs to the repository; a submodule's folder is one of its own.
      found.next.push({ folder: below, takesAll: isAll, gitDir: name === 'hooks' ? gitDir : null });
    }
  }

  #entriesOf(folder: string, takesAll: boolean, kind: SearchKind): KnownFolder | null {
    try {
      const found = fs.lstatSync(folder, { bigint: true });
      if (!found.isDirectory()) return null;
      const stat = this.#closed.opened(folder, found, kind !== 'first');
      if (!stat) return null;
      const stamp = [takesAll, stat.dev, stat.ino, stat.mtimeNs, stat.ctimeNs].join(':');
      const before = this.#known.get(folder);
      if (before?.stamp === stamp && !before.isOdd) return before;
      const seen = this.#read(folder, stamp, takesAll, kind);
      const isStable = BigInt(Date.now()) * 1_000_000n - stat.ctimeNs > stableNs;
      return isStable ? seen : { ...seen, stamp: '' };
    } catch {
      return null;
    }
  }

  #read(folder: string, stamp: string, takesAll: boolean, kind: SearchKind): KnownFolder {
    const seen = read(folder, stamp, takesAll);
    if (!seen.isOdd || kind === 'running') return seen;
    if (kind === 'first') this.#closed.keepOddNames(folder);
    else this.#closed.renameOddNames(folder);
    return read(folder, stamp, takesAll);
  }
}

function statOf(file: string): fs.BigIntStats | null {
  try {
    return fs.lstatSync(file, { bigint: true });
  } catch {
    return null;
  }
}

function read(folder: string, stamp: string, takesAll: boolean): KnownFolder {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  const isGitDir = path.basename(folder) === '.git' || looksLikeGitDir(names);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const candidates = entries
    .filter(
      (entry) =>
        !entry.isDirectory() &&
        (takesAll || isGitDir || readByGit.has(entry.name) || mayBeProtected(entry.name)),
    )
    .map(({ name }) => name);
  const isOdd = folders.some((name) => name.includes('\ufffd'));
  return { stamp, folders, candidates, isGitDir, isOdd };
}

const looksLikeGitDir = (names: ReadonlySet<string>): boolean =>
  names.has('HEAD') && (names.has('commondir') || (names.has('objects') && names.has('refs')));
