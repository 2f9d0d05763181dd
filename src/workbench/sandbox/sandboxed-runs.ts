/**
 * What stands around every sandboxed command: a checkpoint before it, a watch for files that would run
 * later, and afterwards the list of what it changed. Nothing here decides whether it may run.
 */
import os from 'node:os';
import { FolderCheckpointStore } from '../../main/platform/checkpoints/checkpoint-store.ts';
import type { Places } from '../../main/core/roots/grantable.ts';
import type { RunRecord } from '../../shared/sandbox/run-record.ts';
import type { Task } from '../action-handler.ts';
import type { WireRoot } from '../confined/folder.ts';
import { Trash } from '../files/trash.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { AroundRuns, OpenRun, RunEffects } from './around-runs.ts';
import { FolderGuard, type GuardedRun } from './folder-guard.ts';
import { changesBetween, maxListedChanges, notCovered } from './run-changes.ts';

export interface SandboxedRunsOptions {
  readonly dataDir: string;
  /** Also around commands without a sandbox; for tests. */
  readonly always?: boolean;
}

const expireEveryMs = 60 * 60_000;

export class SandboxedRuns implements AroundRuns {
  readonly #context: WorkbenchContext;
  readonly #trash: Trash;
  readonly #places: Places;
  readonly #always: boolean;
  readonly #guards = new Map<string, FolderGuard>();
  readonly #sessions = new Set<string>();
  readonly store: FolderCheckpointStore;
  #expiredAt = Date.now();

  constructor(context: WorkbenchContext, { dataDir, always = false }: SandboxedRunsOptions) {
    this.#context = context;
    this.#trash = new Trash(context);
    this.#places = { home: os.homedir(), ownPaths: [dataDir] };
    this.#always = always;
    this.store = new FolderCheckpointStore(dataDir);
  }

  isFor({ start }: Pick<Task, 'start'>): boolean {
    return this.#always || start?.sandbox !== undefined;
  }

  async open(task: Task): Promise<OpenRun> {
    this.#sessions.add(task.sessionId);
    const run: GuardedRun = { task, files: [], texts: [], more: 0, isPartial: false };
    const { roots, sessionId } = task;
    const before = await Promise.all(
      roots.map((root) => this.store.take(root, sessionId, task.signal)),
    );
    for (const root of roots) await this.#guardOf(root).begin(run);
    const changesNow = async (): Promise<RunEffects> => {
      const after = await Promise.all(roots.map((root) => this.store.take(root, sessionId)));
      const found = await Promise.all(
        roots.map(async (root, at) => {
          const [old, now] = [before[at], after[at]];
          return old && now ? changesBetween(this.store, root, old, now) : null;
        }),
      );
      const files = { created: 0, changed: 0, deleted: 0 };
      for (const one of found) {
        files.created += one?.files.created ?? 0;
        files.changed += one?.files.changed ?? 0;
        files.deleted += one?.files.deleted ?? 0;
      }
      const idOf = (taken: (typeof before)[number] | undefined): string | null =>
        taken && 'id' in taken ? taken.id : null;
      const record: RunRecord = {
        folders: roots.map(({ path: root }, at) => ({
          ...{ root, before: idOf(before[at]), after: idOf(after[at]) },
        })),
        files,
        not_covered: after.flatMap(notCovered).slice(0, 20),
        ...{ held_back: [...run.files], held_back_more: run.more, unsearched: run.isPartial },
      };
      const changes = found.flatMap((one) => one?.changes ?? []).slice(0, maxListedChanges);
      return { changes, record, texts: [...run.texts] };
    };
    return {
      sweep: async () => {
        for (const root of roots) await this.#guardOf(root).sweep();
      },
      close: async () => {
        for (const root of roots) await this.#guardOf(root).finish(run);
        const result = await changesNow();
        this.#expire();
        return result;
      },
    };
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

  /** In the background; whatever fails is tried again an hour later. */
  #expire(): void {
    if (Date.now() - this.#expiredAt < expireEveryMs) return;
    this.#expiredAt = Date.now();
    this.store.expire((sessionId) => this.#sessions.has(sessionId)).catch(() => undefined);
  }
}
