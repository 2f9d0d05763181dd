/**
 * What stands around every sandboxed command: a checkpoint before it, a watch for files that would run
 * later, and afterwards the list of what it changed. Nothing here decides whether it may run.
 */
import os from 'node:os';
import path from 'node:path';
import { FolderCheckpointStore } from '../../main/platform/checkpoints/checkpoint-store.ts';
import { isPausable, whilePaused } from '../../main/platform/programs/live-sandboxes.ts';
import type { HomeAndOwnPaths } from '../../main/core/roots/grantable.ts';
import {
  failed,
  isError,
  refused,
  type ActionError,
  type Refused,
} from '../../shared/actions/outcomes.ts';
import { isInside } from '../../shared/files/inside.ts';
import type { NotCovered, RunRecord } from '../../shared/sandbox/run-record.ts';
import type { Task } from '../action-handler.ts';
import type { WireRoot } from '../confined/folder.ts';
import { Trash } from '../files/trash.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { RunTracking, OpenRun, RunEffects } from './run-tracking.ts';
import { FolderGuard, type GuardedRun } from './folder-guard.ts';
import {
  changesBetween,
  maxListedChanges,
  notCovered,
  type RunChanges,
  type TakenCheckpoint,
} from './run-changes.ts';

export interface SandboxedRunsOptions {
  readonly dataDir: string;
  /** Also around commands without a sandbox; for tests. */
  readonly always?: boolean;
}

const never = new AbortController().signal;
const expireEveryMs = 60 * 60_000;

/** Errors that the next command would only wait for again. */
const hopeless: ReadonlySet<string> = new Set(['took-too-long', 'too-large-edit']);
const retryMs = 10 * 60_000;
const maxNotCovered = 20;

interface FolderRun extends RunChanges {
  readonly root: string;
  readonly before: TakenCheckpoint;
  readonly after: TakenCheckpoint;
  readonly notCovered: readonly NotCovered[];
}

export class SandboxedRuns implements RunTracking {
  readonly #context: WorkbenchContext;
  readonly #trash: Trash;
  readonly #places: HomeAndOwnPaths;
  readonly #always: boolean;
  readonly #guards = new Map<string, FolderGuard>();
  readonly #sessions = new Set<string>();
  readonly store: FolderCheckpointStore;
  readonly #tooLarge = new Map<string, { readonly error: ActionError; readonly until: number }>();
  #expiredAt = Date.now();

  constructor(context: WorkbenchContext, { dataDir, always = false }: SandboxedRunsOptions) {
    this.#context = context;
    this.#trash = new Trash(context);
    this.#places = { home: os.homedir(), ownPaths: [dataDir] };
    this.#always = always;
    this.store = new FolderCheckpointStore(dataDir);
  }

  isFor({ sandbox }: Pick<Task, 'sandbox'>): boolean {
    return this.#always || sandbox !== undefined;
  }

  async open(task: Task): Promise<OpenRun | Refused> {
    const { roots, sessionId } = task;
    this.#sessions.add(sessionId);
    if (task.sandbox) this.store.requireSandbox();
    const run: GuardedRun = { task, files: [], texts: [], more: 0, isPartial: false };
    const before = await this.#takeAll(roots, sessionId, task.signal);
    const failure = task.sandbox?.needsCheckpoint ? before.find(isError) : undefined;
    if (failure) return refused('no-checkpoint', failure.message);
    for (const root of roots) await this.#guardOf(root).begin(run);
    if (task.sandbox?.needsCheckpoint && run.isPartial) {
      for (const root of roots) await this.#guardOf(root).finish(run);
      return refused(
        'no-checkpoint',
        'The folder is too large to be searched for files that run later.',
      );
    }
    return {
      sweep: async () => {
        for (const root of roots) await this.#guardOf(root).sweep();
      },
      close: async () => {
        for (const root of roots) await this.#guardOf(root).finish(run);
        const after = await this.#takeAll(roots, sessionId, never);
        const folders: FolderRun[] = [];
        for (const [at, root] of roots.entries()) {
          const [old, now] = [before[at], after[at]];
          if (old && now) folders.push(await this.#folderRun(root, old, now));
        }
        this.#expire();
        return effectsOf(folders, run);
      },
    };
  }

  async lostWith(paths: readonly string[], task: Task): Promise<readonly string[] | null> {
    const lost: string[] = [];
    for (const file of paths) {
      const root = task.roots.find((item) => isInside(file, item.path));
      if (!root || file === root.path) return null;
      const taken = await this.#take(root, task.sessionId, task.signal);
      if (isError(taken)) return null;
      lost.push(...this.store.of(root).lostWith(path.relative(root.path, file), taken));
    }
    return [...new Set(lost)];
  }

  #takeAll(roots: readonly WireRoot[], sessionId: string, signal: AbortSignal) {
    return Promise.all(roots.map((root) => this.#take(root, sessionId, signal)));
  }

  /** A folder that is too large is not tried again with every command. */
  async #take(root: WireRoot, sessionId: string, signal: AbortSignal): Promise<TakenCheckpoint> {
    const known = this.#tooLarge.get(root.path);
    if (known && Date.now() < known.until) return known.error;
    const take = (): Promise<TakenCheckpoint> =>
      this.store
        .take(root, sessionId, signal)
        .catch((error: unknown) => failed('action-failed', String(error)));
    const mayBeKept = isPausable(root.path);
    const first = await take();
    // Another command may keep git waiting, with pipes that it makes again and again.
    const taken =
      isError(first) && mayBeKept && !signal.aborted
        ? await whilePaused(root.path, async () => {
            await this.#guardOf(root).sweep();
            return take();
          })
        : first;
    const isTooLarge = isError(taken) && hopeless.has(taken.code);
    if (isTooLarge) this.#tooLarge.set(root.path, { error: taken, until: Date.now() + retryMs });
    return taken;
  }

  async #folderRun(
    root: WireRoot,
    before: TakenCheckpoint,
    after: TakenCheckpoint,
  ): Promise<FolderRun> {
    const found = await changesBetween(this.store, root, before, after);
    return { ...found, root: root.path, before, after, notCovered: notCovered(after) };
  }

  /** One of our own actions changed a file that the user knows of. */
  changedByUs(file: string): void {
    for (const guard of this.#guards.values()) guard.changedByUs(file);
  }

  endSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
    this.store.endSession(sessionId);
  }

  #guardOf(root: WireRoot): FolderGuard {
    const key = [root.path, root.device, root.inode].join('\0');
    const known = this.#guards.get(key);
    if (known) return known;
    const deps = { context: this.#context, trash: this.#trash, places: this.#places };
    const guard = new FolderGuard(root, deps);
    this.#guards.set(key, guard);
    return guard;
  }

  /** Runs in the background; failures are retried an hour later. */
  #expire(): void {
    if (Date.now() - this.#expiredAt < expireEveryMs) return;
    this.#expiredAt = Date.now();
    this.store.expire((sessionId) => this.#sessions.has(sessionId)).catch(() => undefined);
  }
}

function effectsOf(folders: readonly FolderRun[], run: GuardedRun): RunEffects {
  const sum = (kind: keyof RunRecord['files']): number =>
    folders.reduce((all, { files }) => all + files[kind], 0);
  const idOf = (taken: TakenCheckpoint): string | null => (isError(taken) ? null : taken.id);
  const record: RunRecord = {
    folders: folders.map(({ root, before, after }) => ({
      ...{ root, before: idOf(before), after: idOf(after) },
    })),
    files: { created: sum('created'), changed: sum('changed'), deleted: sum('deleted') },
    not_covered: folders.flatMap((folder) => folder.notCovered).slice(0, maxNotCovered),
    ...{ held_back: [...run.files], held_back_more: run.more, unsearched: run.isPartial },
  };
  const changes = folders.flatMap((folder) => folder.changes).slice(0, maxListedChanges);
  return { changes, record, texts: [...run.texts] };
}
