/**
 * Notices what happens in repositories that sessions work with, whoever does it: other branch, new
 * commit, staged files, conflicts, a push. It reads a few small files; it never starts git.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../../shared/base/disposable.ts';
import type { Bench } from '../bench.ts';
import type { Repository } from './repository.ts';

const togetherMs = 100;
const mostRepositories = 32;
const pushedWords = 'update by push';
/** Git leaves these behind while it waits for somebody to settle what does not fit together. */
const underWay = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

interface State {
  readonly head: string;
  readonly commit: string;
  readonly index: string;
  readonly conflict: boolean;
  readonly pushed: string;
}

export class GitWatch implements Disposable {
  readonly #tell: Bench['tell'];
  readonly #watched = new Map<string, WatchedRepository>();

  constructor({ tell }: Pick<Bench, 'tell'>) {
    this.#tell = tell;
  }

  add(repository: Repository): void {
    if (this.#watched.has(repository.top) || this.#watched.size >= mostRepositories) return;
    this.#watched.set(repository.top, new WatchedRepository(repository, this.#tell));
  }

  dispose(): void {
    for (const one of this.#watched.values()) one.dispose();
    this.#watched.clear();
  }
}

class WatchedRepository implements Disposable {
  readonly #where: Pick<Repository, 'top' | 'gitDir' | 'commonDir'>;
  readonly #tell: Bench['tell'];
  readonly #watchers: fs.FSWatcher[] = [];
  #state: State;
  #timer: NodeJS.Timeout | null = null;

  constructor({ top, gitDir, commonDir }: Repository, tell: Bench['tell']) {
    this.#where = { top, gitDir, commonDir };
    this.#tell = tell;
    this.#state = stateOf(this.#where);
    const remotes = path.join(commonDir, 'logs', 'refs', 'remotes');
    const folders = new Set([gitDir, commonDir, path.join(commonDir, 'refs', 'heads'), remotes]);
    for (const folder of [...folders, ...foldersIn(remotes)]) this.#watch(folder);
  }

  dispose(): void {
    for (const watcher of this.#watchers) watcher.close();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #watch(folder: string): void {
    try {
      const watcher = fs.watch(folder, () => {
        this.#timer ??= setTimeout(() => this.#look(), togetherMs);
      });
      watcher.on('error', () => watcher.close());
      this.#watchers.push(watcher);
    } catch {
      // There is no such folder yet.
    }
  }

  #look(): void {
    this.#timer = null;
    const before = this.#state;
    const now = stateOf(this.#where);
    this.#state = now;
    const { top } = this.#where;
    if (now.head !== before.head) {
      this.#tell('branch_changed', { path: top, branch: branchIn(now.head) });
    } else if (now.commit !== before.commit && now.commit !== '') {
      this.#tell('commit_made', { path: top, sha: now.commit, branch: branchIn(now.head) });
    }
    if (now.conflict && !before.conflict) this.#tell('merge_conflict', { path: top });
    if (now.pushed !== before.pushed && now.pushed !== '') {
      this.#tell('push_completed', { path: top, sha: now.pushed });
    }
    const hasChanged = now.index !== before.index || now.commit !== before.commit;
    if (hasChanged || now.head !== before.head) this.#tell('status_updated', { path: top });
  }
}

const branchIn = (head: string): string | null =>
  /^ref: refs\/heads\/(.*)$/.exec(head)?.[1] ?? null;

function stateOf({ gitDir, commonDir }: Pick<Repository, 'gitDir' | 'commonDir'>): State {
  const head = read(path.join(gitDir, 'HEAD'));
  const ref = /^ref: (.*)$/.exec(head)?.[1];
  const commit = ref ? read(path.join(commonDir, ref)) || packed(commonDir, ref) : head;
  const index = fs.statSync(path.join(gitDir, 'index'), { bigint: true, throwIfNoEntry: false });
  const conflict = underWay.some((name) => fs.existsSync(path.join(gitDir, name)));
  return { head, commit, index: `${index?.mtimeNs}`, conflict, pushed: lastPush(commonDir) };
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

const packed = (commonDir: string, ref: string): string =>
  read(path.join(commonDir, 'packed-refs'))
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.slice(0, 40) ?? '';

/** The newest commit that a push of this repository brought to a remote. */
function lastPush(commonDir: string): string {
  const remotes = path.join(commonDir, 'logs', 'refs', 'remotes');
  const pushes = foldersIn(remotes)
    .flatMap((folder) => filesIn(folder))
    .map((file) => read(file).split('\n').at(-1) ?? '')
    .filter((line) => line.endsWith(pushedWords));
  const newest = pushes.toSorted((a, b) => timeIn(b) - timeIn(a))[0];
  return newest?.split(' ')[1] ?? '';
}

const timeIn = (line: string): number => Number(/> (\d+) [+-]\d{4}\t/.exec(line)?.[1] ?? 0);

const entriesIn = (folder: string): readonly fs.Dirent[] => {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

const foldersIn = (folder: string): readonly string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name));

const filesIn = (folder: string): readonly string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(folder, entry.name));
