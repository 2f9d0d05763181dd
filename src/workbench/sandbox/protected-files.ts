/**
 * Finds the files of a folder that would run by themselves later. Folders that are unchanged since the
 * last search are not read again, links are not followed, and others get their turn in between.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { HomeAndOwnPaths } from '../../main/core/roots/grantable.ts';
import {
  heldBackRule,
  namedByGitRule,
  type HeldBackRule,
} from '../../main/core/roots/held-back.ts';
import { mayBeProtected } from '../../main/core/roots/protected-paths.ts';
import { namedByGit } from '../../main/platform/git/git-facts.ts';
import { isInside } from '../../shared/files/inside.ts';
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

interface SearchResult extends FoundProtected {
  /** Folders that have a repository or are one. */
  readonly repositories: readonly string[];
}

interface KnownFolder {
  readonly stamp: string;
  readonly folders: readonly string[];
  readonly candidates: readonly string[];
  readonly isGitDir: boolean;
  readonly isRepository: boolean;
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
const maxRepositories = 500;
/** A folder that changed so recently may change again without a new time. */
const stableNs = 50_000_000n;
/** Git opens them in every folder; a pipe in such a place would keep it, and every checkpoint, waiting. */
const readByGit: ReadonlySet<string> = new Set(['.gitignore', '.gitattributes']);
const blocking: HeldBackRule = { effect: 'Git waits for ever when it reads this.', look: 'name' };

const isSpecial = (stat: fs.BigIntStats): boolean =>
  !stat.isFile() && !stat.isDirectory() && !stat.isSymbolicLink();

export class ProtectedFiles {
  readonly #root: string;
  readonly #places: HomeAndOwnPaths;
  readonly #limits: Partial<SearchLimits>;
  #known = new Map<string, KnownFolder>();
  /** What git takes settings and hooks from; decided before the command, which could change the settings. */
  #named: readonly string[] = [];
  /** Folders that could not be looked into before the command; they are the user's own. */
  readonly #closed = new ClosedFolders();

  constructor(root: string, places: HomeAndOwnPaths, limits: Partial<SearchLimits> = {}) {
    this.#root = root;
    this.#places = places;
    this.#limits = limits;
  }

  async find(kind: SearchKind = 'first'): Promise<FoundProtected> {
    if (kind !== 'first') return this.#search(kind);
    this.#closed.forget();
    const found = await this.#search(kind);
    const named = namedByGit(this.#root, found.repositories);
    if (named.join('\0') === this.#named.join('\0')) return found;
    this.#named = named;
    return this.#search(kind);
  }

  async #search(kind: SearchKind): Promise<SearchResult> {
    const limits = { ...usual[kind], ...this.#limits };
    const files = new Map<string, ProtectedFile>();
    const folders: string[] = [];
    const repositories: string[] = [];
    const known = new Map<string, KnownFolder>();
    const until = performance.now() + limits.ms;
    let sliceEnd = performance.now() + sliceMs;
    let level: readonly ToSearch[] = [{ folder: this.#root, takesAll: false, gitDir: null }];
    while (level.length > 0) {
      const next: ToSearch[] = [];
      for (const item of level) {
        const now = performance.now();
        if (now > until || folders.length >= limits.folders)
          return { files, folders, repositories, isPartial: true };
        if (now > sliceEnd) {
          await setImmediate();
          sliceEnd = performance.now() + sliceMs;
        }
        this.#look(item, kind, { files, folders, repositories, known, next });
      }
      level = next;
    }
    this.#known = known;
    return { files, folders, repositories, isPartial: false };
  }

  #look(
    { folder, takesAll, gitDir: around }: ToSearch,
    kind: SearchKind,
    found: {
      readonly files: Map<string, ProtectedFile>;
      readonly folders: string[];
      readonly repositories: string[];
      readonly known: Map<string, KnownFolder>;
      readonly next: ToSearch[];
    },
  ): void {
    const seen = this.#entriesOf(folder, takesAll || around !== null, kind);
    if (!seen) return;
    found.folders.push(folder);
    found.known.set(folder, seen);
    if (seen.isRepository && found.repositories.length < maxRepositories)
      found.repositories.push(folder);
    const gitDir = seen.isGitDir ? folder : around;
    for (const name of seen.candidates) {
      const file = path.join(folder, name);
      const isRead = readByGit.has(name);
      const rule =
        heldBackRule(file, gitDir, this.#places) ??
        (this.#isNamed(file) ? namedByGitRule : isRead ? blocking : null);
      const stat = rule && statOf(file);
      if (rule === blocking && stat && !isSpecial(stat)) continue;
      if (rule && stat && !stat.isDirectory())
        found.files.set(file, { path: file, rule, gitDir, stat });
    }
    for (const name of seen.folders) {
      const below = path.join(folder, name);
      const isAll =
        takesAll ||
        this.#isNamed(below) ||
        (mayBeProtected(name) && heldBackRule(`${below}/x`, null, this.#places) !== null);
      // What lies in `hooks` belongs to the repository; a submodule's folder is one of its own.
      found.next.push({ folder: below, takesAll: isAll, gitDir: name === 'hooks' ? gitDir : null });
    }
  }

  #isNamed(file: string): boolean {
    return this.#named.some((place) => isInside(file, place));
  }

  #entriesOf(folder: string, takesAll: boolean, kind: SearchKind): KnownFolder | null {
    try {
      const found = fs.lstatSync(folder, { bigint: true });
      if (!found.isDirectory()) return null;
      const stat = this.#closed.opened(folder, found, kind !== 'first');
      if (!stat) return null;
      const named = this.#named.filter((place) => path.dirname(place) === folder);
      const stamp = [takesAll, ...named, stat.dev, stat.ino, stat.mtimeNs, stat.ctimeNs].join(':');
      const before = this.#known.get(folder);
      if (before?.stamp === stamp && !before.isOdd) return before;
      const also = new Set(named.map((place) => path.basename(place)));
      const seen = this.#read(folder, { stamp, takesAll, also }, kind);
      const isStable = BigInt(Date.now()) * 1_000_000n - stat.ctimeNs > stableNs;
      return isStable ? seen : { ...seen, stamp: '' };
    } catch {
      return null;
    }
  }

  #read(folder: string, wanted: Wanted, kind: SearchKind): KnownFolder {
    const seen = read(folder, wanted);
    if (!seen.isOdd || kind === 'running') return seen;
    if (kind === 'first') this.#closed.keepOddNames(folder);
    else this.#closed.renameOddNames(folder);
    return read(folder, wanted);
  }
}

interface Wanted {
  readonly stamp: string;
  readonly takesAll: boolean;
  /** Names that count here besides the protected ones. */
  readonly also: ReadonlySet<string>;
}

function statOf(file: string): fs.BigIntStats | null {
  try {
    return fs.lstatSync(file, { bigint: true });
  } catch {
    return null;
  }
}

function read(folder: string, { stamp, takesAll, also }: Wanted): KnownFolder {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  const isGitDir = path.basename(folder) === '.git' || looksLikeGitDir(names);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const candidates = entries
    .filter(
      (entry) =>
        !entry.isDirectory() &&
        (takesAll ||
          isGitDir ||
          readByGit.has(entry.name) ||
          also.has(entry.name) ||
          mayBeProtected(entry.name)),
    )
    .map(({ name }) => name);
  const isOdd = folders.some((name) => name.includes('\ufffd'));
  const isRepository = looksLikeGitDir(names) || names.has('.git');
  return { stamp, folders, candidates, isGitDir, isRepository, isOdd };
}

const looksLikeGitDir = (names: ReadonlySet<string>): boolean =>
  names.has('HEAD') && (names.has('commondir') || (names.has('objects') && names.has('refs')));
