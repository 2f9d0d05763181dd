/**
 * Watches of files and folders for sessions. One name is watched through its folder, since editors
 * replace files rather than write into them; a whole tree by a native watcher. Bursts are told once.
 */
import type { AsyncSubscription } from '@parcel/watcher';
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { ActionArgs } from '../../shared/actions.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import { done, refused, type Outcome } from '../../shared/outcomes.ts';
import { parcelWatcher } from '../basics/tools.ts';
import type { Bench } from '../bench.ts';
import { holdFolder } from '../confined-folder.ts';
import { codeOf, isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';

type Change = 'created' | 'changed' | 'deleted';

interface Watch {
  readonly watchId: string;
  readonly sessionId: string;
  stop(): Promise<void>;
}

const mostPerSession = 64;
const togetherMs = 50;
const mostInNewFolder = 1_000;
const eventOf = { created: 'file_created', deleted: 'file_deleted' } as const;

export class Watches implements Disposable {
  readonly #bench: Bench;
  readonly #watches = new Map<string, Watch>();

  constructor(bench: Bench) {
    this.#bench = bench;
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
    return isTrouble(started) ? started : done({ watch_id: watchId, watching: true });
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
  ): Promise<Trouble | null> {
    const own = [...this.#watches.values()].filter((watch) => watch.sessionId === sessionId);
    if (own.length >= mostPerSession) {
      return refused('too-many-at-once', `${mostPerSession} watches are the most.`);
    }
    const burst = new Burst((changes) => this.#tell(watchId, sessionId, changes));
    const stopWatching = args.recursive
      ? await watchTree(args.path, skip, burst)
      : watchEntry(args.path, roots, burst);
    if (isTrouble(stopWatching)) return stopWatching;
    const stop = async (): Promise<void> => {
      burst.stop();
      await stopWatching();
    };
    this.#watches.set(watchId, { watchId, sessionId, stop });
    return null;
  }

  #tell(watchId: string, sessionId: string, changes: ReadonlyMap<string, Change>): void {
    const folders = new Set<string>();
    for (const [file, change] of changes) {
      this.#bench.tell('file_watched', { path: file, change, watch_id: watchId }, sessionId);
      if (change !== 'changed') this.#bench.tell(eventOf[change], { path: file }, sessionId);
      folders.add(path.dirname(file));
    }
    for (const folder of folders)
      this.#bench.tell('directory_changed', { path: folder }, sessionId);
  }
}

const idOf = (sessionId: string, { path: watched, recursive }: ActionArgs<'watch_file'>): string =>
  hash('sha256', JSON.stringify([sessionId, watched, recursive])).slice(0, 24);

type Stop = () => void | Promise<void>;

async function watchTree(
  folder: string,
  skip: readonly string[],
  burst: Burst,
): Promise<Stop | Trouble> {
  const words = { create: 'created', update: 'changed', delete: 'deleted' } as const;
  let subscription: AsyncSubscription;
  try {
    subscription = await parcelWatcher().subscribe(
      folder,
      (error, events) => {
        if (error) return;
        for (const event of events) {
          burst.add(event.path, words[event.type]);
          if (event.type === 'create')
            for (const file of namesBelow(event.path)) burst.add(file, 'created');
        }
      },
      { ignore: ['**/.git/objects/**', '**/node_modules/**', ...skip] },
    );
  } catch (error) {
    return refused('not-a-folder', `It cannot be watched (${codeOf(error)}).`);
  }
  return () => subscription.unsubscribe();
}

/** What was put into a new folder before the watcher was there. */
function namesBelow(folder: string): readonly string[] {
  try {
    const entries = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return entries.slice(0, mostInNewFolder).map((name) => path.join(folder, name));
  } catch {
    // No folder, or gone again.
    return [];
  }
}

/** A file by its name in its folder; a folder by the names in it. */
function watchEntry(watched: string, roots: Task['roots'], burst: Burst): Stop | Trouble {
  const isFolder = fs.lstatSync(watched, { throwIfNoEntry: false })?.isDirectory() === true;
  const folder = isFolder ? watched : path.dirname(watched);
  const held = holdFolder(folder, roots);
  if (isTrouble(held)) return held;
  const name = isFolder ? null : path.basename(watched);
  const known = new Set(isFolder ? fs.readdirSync(held.here) : namesLike(held.at(name ?? '')));
  try {
    const watching = fs.watch(held.here, (_kind, changed) => {
      if (!changed || (name !== null && changed !== name)) return;
      burst.add(path.join(folder, changed), whatBecame(held.at(changed), changed, known));
    });
    watching.on('error', () => watching.close());
    return () => {
      watching.close();
      held.letGo();
    };
  } catch (error) {
    held.letGo();
    return refused('not-found', `It cannot be watched (${codeOf(error)}).`);
  }
}

const namesLike = (file: string): readonly string[] =>
  fs.lstatSync(file, { throwIfNoEntry: false }) ? [path.basename(file)] : [];

function whatBecame(file: string, name: string, known: Set<string>): Change {
  const exists = fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  if (!exists) {
    known.delete(name);
    return 'deleted';
  }
  if (known.has(name)) return 'changed';
  known.add(name);
  return 'created';
}

/** Many changes of one file within a moment are one. */
class Burst {
  readonly #flush: (changes: ReadonlyMap<string, Change>) => void;
  #changes = new Map<string, Change>();
  #timer: NodeJS.Timeout | null = null;

  constructor(flush: (changes: ReadonlyMap<string, Change>) => void) {
    this.#flush = flush;
  }

  add(file: string, change: Change): void {
    const before = this.#changes.get(file);
    this.#changes.set(file, before === 'created' && change === 'changed' ? 'created' : change);
    this.#timer ??= setTimeout(() => {
      const changes = this.#changes;
      this.#changes = new Map();
      this.#timer = null;
      this.#flush(changes);
    }, togetherMs);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
