/**
 * Tasks only the user may start: diffs of past changes, and restoring files. They arrive from our
 * own main process; no transport leads here. Paths are walked from the root of the file system,
 * following no links.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { BlobStore } from '../../main/platform/files/blob-store.ts';
import type {
  AskWorkbench,
  FileDiff,
  FolderToTrash,
  OwnerReplies,
  OwnerTaskName,
  OwnerTasks,
  TrashItem,
} from '../../shared/files/file-history.ts';
import { isInside } from '../../shared/files/inside.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import { done, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { saveContentOf } from '../basics/saved-content.ts';
import type { AgentRuns } from '../agent/agent-runs.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { UnsavedTexts } from '../buffers/unsaved-texts.ts';
import type { WireRoot } from '../confined/folder.ts';
import { isError } from '../confined/errors.ts';
import type { Trash, TrashNote } from '../files/trash.ts';
import { contentDiff, fileContent } from './content-diff.ts';
import type { FolderCheckpointStore } from '../../main/platform/checkpoints/checkpoint-store.ts';
import { lookAtRun, restoreRun } from './run-restore.ts';
import { planRestore, viewOf, type PlanDeps } from './restore-plan.ts';
import { applyRestore } from './restore.ts';

export interface UserHandlerDeps {
  readonly context: WorkbenchContext;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly trash: Trash;
  /** Stores the checkpoints of folders before and after commands. */
  readonly store: FolderCheckpointStore;
  /** Agents inside their sandboxes. */
  readonly agents: Pick<AgentRuns, 'start' | 'state' | 'pause' | 'end'>;
  /** Our own data, which a restore never overwrites. */
  readonly dataFolder: string;
}

type UserHandlers = {
  readonly [Name in OwnerTaskName]: (task: OwnerTasks[Name]) => Promise<OwnerReplies[Name]>;
};

export function openUserHandlers(deps: UserHandlerDeps): AskWorkbench {
  const handlers: UserHandlers = {
    diff: ({ change }) => diffOf(change, deps),
    look: async ({ change }) => {
      const error = ownError(change.path, deps);
      if (error) return { kind: 'refused', why: error.message, hint: error.hint, since: null };
      return viewOf(await planRestore(change, planDeps(deps)));
    },
    restore: (task) => restore(task, deps),
    lookRun: ({ folders }) => lookAtRun(folders, deps),
    restoreRun: (task) => restoreRun(task, deps),
    content: async ({ digest }) => fileContent(await deps.blobs.get(digest).catch(() => null)),
    trash: async () => deps.trash.list().map(itemOf),
    untrash: ({ trashId }) => untrash(trashId, deps),
    putAway: (folder) => putAway(folder, deps),
    startAgentRun: (task) => deps.agents.start(task),
    awaitAgentRun: ({ runId }) => deps.agents.state(runId),
    pauseAgentRun: async ({ runId, isPaused }) => {
      deps.agents.pause(runId, isPaused);
      return null;
    },
    endAgentRun: async ({ runId, why }) => {
      deps.agents.end(runId, why);
      return null;
    },
  };
  return (name, task) => handlers[name](task);
}

/** The whole file system as one granted folder; on Windows every drive that is there. */
export function everywhere(): readonly WireRoot[] {
  const tops = process.platform === 'win32' ? drives() : ['/'];
  return tops.map((top) => {
    const { dev, ino } = fs.statSync(top, { bigint: true });
    return { path: top, device: String(dev), inode: String(ino), acrossMounts: true };
  });
}

const drives = (): readonly string[] =>
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `${letter}:\\`).filter((drive) =>
    fs.existsSync(drive),
  );

const planDeps = ({ context, blobs }: UserHandlerDeps): PlanDeps => ({
  context,
  blobs,
  roots: everywhere(),
});

const ownError = (file: string, { dataFolder }: UserHandlerDeps) =>
  isInside(path.resolve(file), dataFolder) || path.resolve(file) !== file
    ? refused('bad-path', 'Gatehouse restores nothing there.')
    : null;

async function diffOf(
  { path: file, before, after }: FileChange,
  { blobs }: UserHandlerDeps,
): Promise<FileDiff> {
  const contentOf = async (digest: string | null): Promise<Buffer | 'lost' | null> =>
    digest === null ? null : ((await blobs.get(digest).catch(() => null)) ?? 'lost');
  const [old, now] = [await contentOf(before), await contentOf(after)];
  const change = before === null ? 'created' : after === null ? 'deleted' : 'changed';
  const isLost = old === 'lost' || now === 'lost';
  return { path: file, change, diff: isLost ? { kind: 'lost' } : contentDiff(old, now) };
}

async function restore(
  { change, entry, seen }: OwnerTasks['restore'],
  deps: UserHandlerDeps,
): Promise<Outcome> {
  const error = ownError(change.path, deps);
  if (error) return error;
  const plan = await planRestore(change, planDeps(deps));
  if (plan.kind === 'impossible') return refused('stale', `${plan.why} ${plan.hint}`);
  if (plan.kind === 'as-before') return refused('stale', 'The file is already as it was.');
  const now = 'now' in plan ? plan.now.digest : null;
  if (now !== seen) return refused('stale', 'The file changed in the meantime.');
  return applyRestore(plan, { path: change.path, entry, roots: everywhere() }, deps);
}

async function untrash(trashId: string, deps: UserHandlerDeps): Promise<Outcome> {
  const { context, trash } = deps;
  const note = trash.list().find((item) => item.trash_id === trashId);
  const error = note && ownError(note.path, deps);
  if (error) return error;
  const roots = everywhere();
  const back = await trash.restore(trashId, roots);
  if (isError(back)) return back;
  context.emit('file_created', { path: back.path });
  const saved = back.isFolder ? null : await saveContentOf(context, back.path, roots);
  const after = saved && !isError(saved) ? saved.digest : null;
  return done({ path: back.path }, after ? [{ path: back.path, before: null, after }] : []);
}

async function putAway(folder: FolderToTrash, deps: UserHandlerDeps): Promise<Outcome> {
  const { path: name, device, inode, by } = folder;
  const error = ownError(name, deps);
  if (error) return error;
  const texts = new UnsavedTexts(deps.context.stateFolder).load();
  const unsaved = texts.find((text) => isInside(text.path, name));
  if (unsaved) return refused('work-would-be-lost', `${unsaved.path} has unsaved changes.`);
  const who = { sessionId: '', agentId: by, entryId: '', roots: everywhere() };
  const put = await deps.trash.put(name, who, { mayBeFolder: true, only: { device, inode } });
  if (isError(put)) return put;
  deps.context.emit('file_deleted', { path: name });
  return done({ trashId: put.trashId, place: deps.trash.contentOf(put.trashId) });
}

const itemOf = (note: TrashNote): TrashItem => ({
  trashId: note.trash_id,
  path: note.path,
  isFolder: note.folder,
  deletedAt: note.deleted_at,
  by: note.agent_id,
});
