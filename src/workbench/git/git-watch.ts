/**
 * Watches the repositories that sessions use for new commits, branch switches, staged files,
 * conflicts and pushes by anyone. Reads a few small files and never starts git. Their content is
 * untrusted: only regular files are read, in part, and only valid commit and branch names are
 * passed on.
 */
import fs from 'node:fs';
import path from 'node:path';
import { readEndOf, readSmallText } from '../../main/platform/files/bounded-read.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import { checkRepository } from '../../main/platform/git/check-repository.ts';
import { isError } from '../confined/errors.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { Repository } from './repository.ts';

const batchMs = 100;
const maxRepositories = 32;
/** Further remotes and branches are ignored. */
const maxEntries = 64;
const maxPackedBytes = 4 * 1024 * 1024;
const maxLogLineLength = 4_096;
const pushMessage = 'update by push';
/** Files that exist while a merge, rebase or similar is in progress. */
const inProgressFiles = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'rebase-merge',
  'rebase-apply',
];

interface RepositoryState {
  readonly head: string;
  readonly commit: string;
  readonly index: string;
  readonly conflict: boolean;
  readonly pushed: string;
}

export class GitWatch implements Disposable {
  readonly #emit: WorkbenchContext['emit'];
  readonly #watched = new Map<string, WatchedRepository>();

  constructor({ emit }: Pick<WorkbenchContext, 'emit'>) {
    this.#emit = emit;
  }

  add(repository: Repository): void {
    if (this.#watched.has(repository.top) || this.#watched.size >= maxRepositories) return;
    this.#watched.set(repository.top, new WatchedRepository(repository, this.#emit));
  }

  dispose(): void {
    for (const item of this.#watched.values()) item.dispose();
    this.#watched.clear();
  }
}

class WatchedRepository implements Disposable {
  readonly #where: Omit<Repository, 'cwd'>;
  readonly #emit: WorkbenchContext['emit'];
  readonly #watchers: fs.FSWatcher[] = [];
  #state: RepositoryState;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor({ cwd: _handle, ...where }: Repository, emit: WorkbenchContext['emit']) {
    const { gitDir, commonDir } = where;
    this.#where = where;
    this.#emit = emit;
    this.#state = stateOf(this.#where);
    const remotes = path.join(commonDir, 'logs', 'refs', 'remotes');
    const folders = new Set([gitDir, commonDir, path.join(commonDir, 'refs', 'heads'), remotes]);
    for (const folder of [...folders, ...foldersIn(remotes)]) this.#watch(folder);
  }

  dispose(): void {
    this.#isOver = true;
    for (const watcher of this.#watchers) watcher.close();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #watch(folder: string): void {
    try {
      // A link could lead the watch out of the repository.
      if (!fs.lstatSync(folder).isDirectory()) return;
      const watcher = fs.watch(folder, () => {
        this.#timer ??= setTimeout(() => void this.#update(), batchMs);
      });
      watcher.on('error', () => watcher.close());
      this.#watchers.push(watcher);
    } catch {
      // The folder does not exist yet.
    }
  }

  /**
   * Whether the repository still uses the same folders; its files may have been redirected since.
   */
  async #isUnchanged(): Promise<boolean> {
    const { top, gitDir, commonDir } = this.#where;
    const checked = await checkRepository({ ...this.#where, cwd: top });
    if (isError(checked)) return false;
    return checked.gitDir === gitDir && checked.commonDir === commonDir;
  }

  async #update(): Promise<void> {
    this.#timer = null;
    const isSame = await this.#isUnchanged();
    if (this.#isOver) return;
    // Report a change without reading the redirected files.
    if (!isSame) return this.#emit('status_updated', { path: this.#where.top });
    const before = this.#state;
    const now = stateOf(this.#where);
    this.#state = now;
    const { top } = this.#where;
    if (now.head !== before.head) {
      this.#emit('branch_changed', { path: top, branch: branchIn(now.head) });
    } else if (now.commit !== before.commit && now.commit !== '') {
      this.#emit('commit_made', { path: top, sha: now.commit, branch: branchIn(now.head) });
    }
    if (now.conflict && !before.conflict) this.#emit('merge_conflict', { path: top });
    if (now.pushed !== before.pushed && now.pushed !== '') {
      this.#emit('push_completed', { path: top, sha: now.pushed });
    }
    const hasChanged = now.index !== before.index || now.commit !== before.commit;
    if (hasChanged || now.head !== before.head) this.#emit('status_updated', { path: top });
  }
}

const refIn = (head: string): string | null => {
  const ref = head.startsWith('ref: ') ? head.slice('ref: '.length).trim() : '';
  const isPlain = /^refs\/[^\s\\:]{1,1000}$/.test(ref) && !ref.split('/').includes('..');
  return isPlain ? ref : null;
};

const branchIn = (head: string): string | null => {
  const ref = refIn(head);
  return ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null;
};

const commitIn = (text: string): string => (/^[0-9a-f]{40,64}$/.test(text) ? text : '');

function stateOf({ gitDir, commonDir }: Pick<Repository, 'gitDir' | 'commonDir'>): RepositoryState {
  const head = readSmallText(path.join(gitDir, 'HEAD'), 4_096);
  const ref = refIn(head);
  const commit = ref
    ? commitIn(readSmallText(path.join(commonDir, ref), 4_096)) || packed(commonDir, ref)
    : commitIn(head);
  const index = fs.statSync(path.join(gitDir, 'index'), { bigint: true, throwIfNoEntry: false });
  const conflict = inProgressFiles.some((name) => fs.existsSync(path.join(gitDir, name)));
  return { head, commit, index: `${index?.mtimeNs}`, conflict, pushed: lastPush(commonDir) };
}

const packed = (commonDir: string, ref: string): string =>
  commitIn(
    readSmallText(path.join(commonDir, 'packed-refs'), maxPackedBytes)
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`))
      ?.split(' ', 1)[0] ?? '',
  );

const lastLineOf = (file: string): string =>
  readEndOf(file, maxLogLineLength)?.toString('utf8').trim().split('\n').at(-1) ?? '';

/** The newest commit that this repository pushed to a remote. Also used by the editor extension. */
export function lastPush(commonDir: string): string {
  const remotes = path.join(commonDir, 'logs', 'refs', 'remotes');
  const pushes = foldersIn(remotes)
    .flatMap((folder) => filesIn(folder))
    .slice(0, maxEntries)
    .map(lastLineOf)
    .filter((line) => line.endsWith(pushMessage));
  const newest = pushes.toSorted((a, b) => timeIn(b) - timeIn(a))[0];
  return commitIn(newest?.split(' ')[1] ?? '');
}

const timeIn = (line: string): number => Number(/> (\d{1,12}) [+-]\d{4}\t/.exec(line)?.[1] ?? 0);

/** Up to the limit. */
function entriesIn(folder: string): readonly fs.Dirent[] {
  const entries: fs.Dirent[] = [];
  try {
    if (!fs.lstatSync(folder).isDirectory()) return [];
    const opened = fs.opendirSync(folder);
    try {
      for (let entry = opened.readSync(); entry; entry = opened.readSync()) {
        entries.push(entry);
        if (entries.length === maxEntries) break;
      }
    } finally {
      opened.closeSync();
    }
  } catch {
    // The folder does not exist yet.
  }
  return entries;
}

const foldersIn = (folder: string): readonly string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name));

const filesIn = (folder: string): readonly string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(folder, entry.name));
