/**
 * Takes back what one sandboxed command did to its folders. What is there now becomes a checkpoint
 * first, so that nothing is lost and the restore can be taken back in the same way. Files that were
 * changed after the command are left alone unless the user says otherwise.
 */
import path from 'node:path';
import type {
  FolderChange,
  Uncovered,
} from '../../main/platform/checkpoints/folder-checkpoints.ts';
import type { FolderCheckpointStore } from '../../main/platform/checkpoints/checkpoint-store.ts';
import type { CheckpointRoot } from '../../main/platform/checkpoints/open-root.ts';
import type { StoredFile } from '../../main/platform/checkpoints/git-lines.ts';
import {
  done,
  isError,
  refused,
  type ActionError,
  type Outcome,
} from '../../shared/actions/outcomes.ts';
import type {
  RunFolder,
  RunRestoreFile,
  RunRestoreTask,
  RunRestoreView,
} from '../../shared/files/run-restore.ts';
import { ownerWords } from '../../shared/files/restore-messages.ts';
import type { RunRecord } from '../../shared/sandbox/run-record.ts';
import { changesBetween } from '../sandbox/run-changes.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { Trash } from '../files/trash.ts';
import { RestoreJournal, type UnfinishedRestore } from './restore-journal.ts';
import { restoreFile } from './restore-file.ts';

export interface RunRestoreDeps {
  readonly context: WorkbenchContext;
  readonly trash: Trash;
  readonly store: FolderCheckpointStore;
}

interface FolderPlan {
  readonly root: CheckpointRoot;
  readonly before: string;
  /** The checkpoint of what is there now. */
  readonly now: string;
  readonly files: readonly RunRestoreFile[];
  readonly unnamed: number;
}

const owner = 'owner';
const maxListed = 2_000;
const maxContentBytes = 64 * 1024 * 1024;
const never = new AbortController().signal;
const nothingLeftOut: Uncovered = {
  ...{ tooLarge: [], unreadable: [], nested: [], rebuilt: [], rebuiltByName: [] },
};

export async function lookAtRun(
  folders: readonly RunFolder[],
  deps: RunRestoreDeps,
): Promise<RunRestoreView> {
  const plans = await plansFor(folders, deps);
  if (isError(plans)) return { kind: 'refused', ...ownerWords(plans) };
  const files = plans.flatMap((plan) => plan.files);
  const unnamed = plans.reduce((sum, plan) => sum + plan.unnamed, 0);
  if (files.length === 0) return { kind: 'as-before', unnamed };
  const { length } = files;
  return {
    ...{ kind: 'possible', unnamed, files: files.slice(0, maxListed) },
    more: Math.max(0, length - maxListed),
    seen: plans.map(({ now }) => now),
  };
}

export async function restoreRun(
  { folders, seen, withLater, entry }: RunRestoreTask,
  deps: RunRestoreDeps,
): Promise<Outcome> {
  const plans = await plansFor(folders, deps);
  if (isError(plans)) return plans;
  if (plans.map(({ now }) => now).join() !== seen.join())
    return refused('stale', 'Files in the folder changed in the meantime.');
  const journal = new RestoreJournal(deps.context.stateFolder);
  const records: RunRecord['folders'] = [];
  const changes = [];
  const files = { created: 0, changed: 0, deleted: 0 };
  const left: string[] = [];
  for (const { root, before, now, files: planned } of plans) {
    const selected = planned
      .filter(({ isLater }) => withLater || !isLater)
      .map((item) => item.path);
    const step: UnfinishedRestore = { before, now, paths: selected, entry };
    const key = journal.begin(step);
    const failedPaths = await applyRestore(root, step, deps);
    if (isError(failedPaths)) return failedPaths;
    journal.finish(key);
    left.push(
      ...failedPaths,
      ...planned.filter(({ isLater }) => isLater && !withLater).map((item) => item.path),
    );
    const after = await deps.store.take(root, owner);
    const from = { id: now, uncovered: nothingLeftOut };
    const result = await changesBetween(deps.store, root, from, after);
    changes.push(...result.changes);
    files.created += result.files.created;
    files.changed += result.files.changed;
    files.deleted += result.files.deleted;
    records.push({ root: root.path, before: now, after: isError(after) ? null : after.id });
  }
  const run: RunRecord = {
    ...{ folders: records, files, not_covered: [], held_back: [] },
    ...{ held_back_more: 0, unsearched: false },
  };
  const restored = files.created + files.changed + files.deleted;
  return { ...done({ restored, left: left.length }, changes), run };
}

/** After a crash: what was begun is carried out to its end. */
export async function finishRestores(deps: RunRestoreDeps): Promise<number> {
  const journal = new RestoreJournal(deps.context.stateFolder);
  let finished = 0;
  for (const [key, step] of journal.unfinished()) {
    const root = deps.store.rootOf(step.before);
    const result = root && (await applyRestore(root, step, deps));
    if (root && isError(result)) continue;
    journal.finish(key);
    finished += 1;
  }
  return finished;
}

async function plansFor(
  folders: readonly RunFolder[],
  deps: RunRestoreDeps,
): Promise<readonly FolderPlan[] | ActionError> {
  const plans: FolderPlan[] = [];
  for (const { before, after } of folders) {
    if (before === null || after === null)
      return refused('not-found', 'There is no checkpoint from before this command.');
    const plan = await planFor(before, after, deps);
    if (isError(plan)) return plan;
    plans.push(plan);
  }
  return plans.length > 0
    ? plans
    : refused('not-found', 'There is no checkpoint from before this command.');
}

async function planFor(
  before: string,
  after: string,
  { store }: RunRestoreDeps,
): Promise<FolderPlan | ActionError> {
  const root = store.rootOf(before);
  if (!root)
    return refused('not-found', 'The checkpoint from before this command is no longer kept.');
  const now = await store.take(root, owner);
  if (isError(now)) return now;
  const changed = await store.of(root).changes(before, after, never);
  if (isError(changed)) return changed;
  const since = await store.of(root).changes(after, now.id, never);
  if (isError(since)) return since;
  const later = new Map(since.map((change) => [keyOf(change), change]));
  const files: RunRestoreFile[] = [];
  let unnamed = 0;
  for (const change of changed) {
    const after_ = later.get(keyOf(change));
    const current = after_ ? after_.after : change.after;
    if (isSame(current, change.before)) continue;
    if (change.path === null) unnamed += 1;
    else
      files.push({
        path: path.join(root.path, change.path),
        act: change.before === null ? 'to-trash' : current === null ? 'bring-back' : 'put-back',
        isLater: after_ !== undefined,
      });
  }
  return { root, before, now: now.id, files, unnamed };
}

/** The paths that were not restored, since something else is there by now. */
async function applyRestore(
  root: CheckpointRoot,
  { before, now, paths, entry }: UnfinishedRestore,
  { context, trash, store }: RunRestoreDeps,
): Promise<readonly string[] | ActionError> {
  const folder = store.of(root);
  const all = await folder.changes(now, before, never);
  if (isError(all)) return all;
  const wanted = new Set(paths);
  const left: string[] = [];
  // What is in the way goes first: a link may have taken the place of a folder.
  const inOrder = all.toSorted((a, b) => Number(!!a.after) - Number(!!b.after));
  for (const change of inOrder) {
    const file = path.join(root.path, change.path ?? '');
    if (change.path === null || !wanted.has(file)) continue;
    const content = await contentOf(change, folder);
    if (isError(content)) return content;
    const error = await restoreFile(
      { path: file, current: change.before, wanted: change.after, content },
      { context, trash, roots: [{ ...root }], entry },
    );
    if (error) left.push(file);
  }
  return left;
}

async function contentOf(
  { part, after }: FolderChange,
  folder: ReturnType<FolderCheckpointStore['of']>,
): Promise<Buffer | ActionError> {
  if (after === null) return Buffer.alloc(0);
  const found = await folder.contents([{ part, file: after }], maxContentBytes, never);
  if (isError(found)) return found;
  return found.get(after.blob) ?? refused('not-found', 'A content is missing in the checkpoint.');
}

const keyOf = ({ part, name }: FolderChange): string => `${part}\0${name}`;

const isSame = (a: StoredFile | null, b: StoredFile | null): boolean =>
  a?.blob === b?.blob && a?.kind === b?.kind;
