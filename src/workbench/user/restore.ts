/** Applies a restore plan. Both contents are stored first, so that the restore can be undone. */
import { hash } from 'node:crypto';
import { readRegularFile } from '../../main/platform/files/bounded-read.ts';
import { done, type Outcome } from '../../shared/actions/outcomes.ts';
import { maxSavedBytes } from '../basics/saved-content.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { WireRoot } from '../confined/folder.ts';
import { isError } from '../confined/errors.ts';
import type { Trash } from '../files/trash.ts';
import type { RestorePlan } from './restore-plan.ts';

type PossibleRestore = Exclude<RestorePlan, { kind: 'as-before' | 'impossible' }>;
type PlanOf<Kind> = Extract<PossibleRestore, { readonly kind: Kind }>;

interface RestoreTarget {
  readonly path: string;
  /** The ledger entry of the undone step. */
  readonly entry: string;
  readonly roots: readonly WireRoot[];
}

interface RestoreDeps {
  readonly context: WorkbenchContext;
  readonly trash: Trash;
}

export function applyRestore(
  plan: PossibleRestore,
  target: RestoreTarget,
  deps: RestoreDeps,
): Promise<Outcome> {
  switch (plan.kind) {
    case 'to-trash':
      return toTrash(plan, target, deps);
    case 'bring-back':
      return restoreFromTrash(plan, target, deps);
    case 'put-back':
    case 'merge':
      return replace(plan, target, deps);
  }
}

async function replace(
  { kind, now, content }: Exclude<PossibleRestore, { kind: 'to-trash' | 'bring-back' }>,
  { path, roots }: RestoreTarget,
  { context }: RestoreDeps,
): Promise<Outcome> {
  const before = await context.keep(now.bytes);
  const after = await context.keep(content);
  const written = await context.files.replace(path, roots, content, { expected: now.seen });
  if (isError(written)) return written;
  context.emit('file_saved', { path });
  return done({ path, act: kind }, [{ path, before, after }]);
}

async function toTrash(
  { kind, now }: PlanOf<'to-trash'>,
  { path, entry, roots }: RestoreTarget,
  { context, trash }: RestoreDeps,
): Promise<Outcome> {
  const before = await context.keep(now.bytes);
  const who = { sessionId: '', agentId: 'owner', entryId: entry, roots };
  const put = await trash.put(path, who, { mayBeFolder: false, expected: now.seen });
  if (isError(put)) return put;
  context.emit('file_deleted', { path });
  return done({ path, act: kind, trash_id: put.trashId }, [{ path, before, after: null }]);
}

/**
 * Restores from the trash if possible, with permissions and dates; otherwise recreates the file.
 */
async function restoreFromTrash(
  { kind, content }: PlanOf<'bring-back'>,
  target: RestoreTarget,
  { context, trash }: RestoreDeps,
): Promise<Outcome> {
  const { path, roots } = target;
  const after = await context.keep(content);
  const trashId = await lyingInTrash(target, after, trash);
  const back = trashId
    ? await trash.restore(trashId, roots)
    : await context.files.create(path, roots, content, { makeFolders: true, anyName: true });
  if (isError(back)) return back;
  context.emit('file_created', { path });
  return done({ path, act: kind }, [{ path, before: null, after }]);
}

async function lyingInTrash(
  { path, entry }: RestoreTarget,
  digest: string,
  trash: Trash,
): Promise<string | null> {
  const note = trash.list().find((item) => item.path === path && item.entry_id === entry);
  const file = note && !note.folder && trash.contentOf(note.trash_id);
  if (!note || !file) return null;
  const bytes = readRegularFile(file, maxSavedBytes);
  return bytes && hash('sha256', bytes) === digest ? note.trash_id : null;
}
