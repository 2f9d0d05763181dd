/**
 * Watches files and folders for sessions. A single file is watched through its folder, since
 * editors replace files rather than write into them; a tree uses a native watcher. Bursts of
 * changes are reported once.
 */
import type { AsyncSubscription } from '@parcel/watcher';
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { mountsBelow } from '../../main/platform/files/mounts.ts';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import { isInside } from '../../shared/files/inside.ts';
import { done, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { walkBelow } from '../../main/platform/files/walk.ts';
import { parcelWatcher } from '../basics/tools.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { openFolderAt, type OpenFolder } from '../confined/folder.ts';
import { codeOf, isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';

type ChangeKind = 'created' | 'changed' | 'deleted';

interface FileWatch {
  readonly watchId: string;
  readonly sessionId: string;
  stop(): Promise<void>;
}

const maxPerSession = 64;
const batchMs = 50;
const maxInNewFolder = 1_000;
const maxNewFolders = 1_000;
const eventOf = { created: 'file_created', deleted: 'file_deleted' } as const;

export class FileWatches implements Disposable {
  readonly #context: WorkbenchContext;
  readonly #watches = new Map<string, FileWatch>();

  constructor(context: WorkbenchContext) {
    this.#context = context;
  }

  async watch(args: ActionArgs<'watch_file'>, task: Task): Promise<Outcome> {
    const watchId = idOf(task.sessionId, args);
    const there = this.#watches.get(watchId);
    if (args.stop) {
      this.#watches.delete(watchId);
      await there?.stop();
      return done({ watch_id: watchId, watching: false });
    }
    if (there) return done({ watch_id: watchId, watching: true });
    const started = await this.#start(watchId, args, task);
    return isError(started) ? started : done({ watch_id: watchId, watching: true });
  }

  async endSession(sessionId: string): Promise<void> {
    const ended = [...this.#watches.values()].filter((watch) => watch.sessionId === sessionId);
    for (const { watchId } of ended) this.#watches.delete(watchId);
    await Promise.all(ended.map((watch) => watch.stop()));
  }

  async dispose(): Promise<void> {
    const all = [...this.#watches.values()];
    this.#watches.clear();
    await Promise.all(all.map((watch) => watch.stop()));
  }

  async #start(
    watchId: string,
    args: ActionArgs<'watch_file'>,
    { sessionId, roots, skip }: Task,
  ): Promise<ActionError | null> {
    const own = [...this.#watches.values()].filter((watch) => watch.sessionId === sessionId);
    if (own.length >= maxPerSession) {
      return refused('too-many-at-once', `${maxPerSession} is the maximum number of watches.`);
    }
    const closed = () => [...skip, ...mountsBelow(args.path)];
    const batch = new ChangeBatch((changes) =>
      this.#emit(watchId, sessionId, without(changes, closed())),
    );
    const stopWatching = args.recursive
      ? await watchTree(args.path, closed(), batch)
      : watchEntry(args.path, roots, batch);
    if (isError(stopWatching)) return stopWatching;
    const stop = async (): Promise<void> => {
      batch.stop();
      await stopWatching();
    };
    this.#watches.set(watchId, { watchId, sessionId, stop });
    return null;
  }

  #emit(watchId: string, sessionId: string, changes: ReadonlyMap<string, ChangeKind>): void {
    const folders = new Set<string>();
    for (const [file, change] of changes) {
      this.#context.emit('file_watched', { path: file, change, watch_id: watchId }, sessionId);
      if (change !== 'changed') this.#context.emit(eventOf[change], { path: file }, sessionId);
      folders.add(path.dirname(file));
    }
    for (const folder of folders)
      this.#context.emit('directory_changed', { path: folder }, sessionId);
  }
}

/** Drops changes in folders closed to the session, including ones mounted since. */
function without(
  changes: ReadonlyMap<string, ChangeKind>,
  closed: readonly string[],
): ReadonlyMap<string, ChangeKind> {
  if (closed.length === 0) return changes;
  return new Map([...changes].filter(([file]) => !closed.some((folder) => isInside(file, folder))));
}

const idOf = (sessionId: string, { path: watched, recursive }: ActionArgs<'watch_file'>): string =>
  hash('sha256', JSON.stringify([sessionId, watched, recursive])).slice(0, 24);

type StopWatching = () => void | Promise<void>;

async function watchTree(
  folder: string,
  skip: readonly string[],
  batch: ChangeBatch,
): Promise<StopWatching | ActionError> {
  const kinds = { create: 'created', update: 'changed', delete: 'deleted' } as const;
  const newFolders = new NewFolders(batch, skip);
  let subscription: AsyncSubscription;
  try {
    subscription = await parcelWatcher().subscribe(
      folder,
      (error, events) => {
        if (error) return;
        for (const event of events) {
          batch.add(event.path, kinds[event.type]);
          if (event.type === 'create') newFolders.add(event.path);
        }
      },
      { ignore: ['**/.git/objects/**', '**/node_modules/**', ...skip] },
    );
  } catch (error) {
    return refused('not-a-folder', `It cannot be watched (${codeOf(error)}).`);
  }
  return () => {
    newFolders.stop();
    return subscription.unsubscribe();
  };
}

/**
 * Reports what was put into new folders before the watcher saw them: one folder at a time, up to a
 * limit.
 */
class NewFolders {
  readonly #batch: ChangeBatch;
  readonly #skip: readonly string[];
  readonly #waiting: string[] = [];
  #isWalking = false;

  constructor(batch: ChangeBatch, skip: readonly string[]) {
    this.#batch = batch;
    this.#skip = skip;
  }

  add(folder: string): void {
    if (this.#waiting.length < maxNewFolders) this.#waiting.push(folder);
    if (!this.#isWalking) void this.#walk();
  }

  stop(): void {
    this.#waiting.length = 0;
  }

  async #walk(): Promise<void> {
    this.#isWalking = true;
    for (let folder = this.#waiting.shift(); folder; folder = this.#waiting.shift()) {
      const { paths } = await walkBelow(folder, { entries: maxInNewFolder });
      const isSkipped = (file: string): boolean => this.#skip.some((item) => isInside(file, item));
      for (const file of paths) if (!isSkipped(file)) this.#batch.add(file, 'created');
    }
    this.#isWalking = false;
  }
}

/** Watches a file by its name in its folder, or a folder by the names in it. */
function watchEntry(
  watched: string,
  roots: Task['roots'],
  batch: ChangeBatch,
): StopWatching | ActionError {
  const isFolder = fs.lstatSync(watched, { throwIfNoEntry: false })?.isDirectory() === true;
  const folder = isFolder ? watched : path.dirname(watched);
  const openFolder = openFolderAt(folder, roots);
  if (isError(openFolder)) return openFolder;
  const name = isFolder ? null : path.basename(watched);
  const known = new Set(
    isFolder ? fs.readdirSync(openFolder.here) : namesLike(openFolder, name ?? ''),
  );
  try {
    const watching = fs.watch(openFolder.here, (_kind, changed) => {
      if (!changed || (name !== null && changed !== name)) return;
      batch.add(path.join(folder, changed), changeKindOf(openFolder, changed, known));
    });
    watching.on('error', () => watching.close());
    return () => {
      watching.close();
      openFolder.close();
    };
  } catch (error) {
    openFolder.close();
    return refused('not-found', `It cannot be watched (${codeOf(error)}).`);
  }
}

const namesLike = (folder: OpenFolder, name: string): readonly string[] =>
  folder.lstat(name) ? [name] : [];

function changeKindOf(folder: OpenFolder, name: string, known: Set<string>): ChangeKind {
  const exists = folder.lstat(name) !== undefined;
  if (!exists) {
    known.delete(name);
    return 'deleted';
  }
  if (known.has(name)) return 'changed';
  known.add(name);
  return 'created';
}

/** Merges changes of the same file within a short time. */
class ChangeBatch {
  readonly #flush: (changes: ReadonlyMap<string, ChangeKind>) => void;
  #changes = new Map<string, ChangeKind>();
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(flush: (changes: ReadonlyMap<string, ChangeKind>) => void) {
    this.#flush = flush;
  }

  add(file: string, change: ChangeKind): void {
    if (this.#isStopped) return;
    const before = this.#changes.get(file);
    this.#changes.set(file, before === 'created' && change === 'changed' ? 'created' : change);
    this.#timer ??= setTimeout(() => {
      const changes = this.#changes;
      this.#changes = new Map();
      this.#timer = null;
      this.#flush(changes);
    }, batchMs);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }
}
