/**
 * What the owner alone may ask for: diffs of what happened, and files put back. No door leads here;
 * tasks come over the pipe from our own main process. Places are walked to from the top of the
 * system, and no link on the way is followed.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { BlobStore } from '../../main/platform/blob-store.ts';
import type {
  AskWorkbench,
  FileDiff,
  FolderToPutAway,
  OwnerReplies,
  OwnerTaskName,
  OwnerTasks,
  TrashItem,
} from '../../shared/file-history.ts';
import { isInside } from '../../shared/inside.ts';
import type { FileChange } from '../../shared/file-change.ts';
import { done, refused, type Outcome } from '../../shared/outcomes.ts';
import { keepContentOf } from '../basics/kept-content.ts';
import type { Bench } from '../bench.ts';
import { UnsavedTexts } from '../buffers/unsaved-texts.ts';
import type { WireRoot } from '../confined-folder.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Trash, TrashNote } from '../files/trash.ts';
import { contentDiff, fileContent } from './content-diff.ts';
import { planRestore, viewOf, type PlanNeeds } from './restore-plan.ts';
import { carryOut } from './restore.ts';

export interface OwnerNeeds {
  readonly bench: Bench;
  readonly blobs: BlobStore;
  readonly trash: Trash;
  /** Our own data: never restored over. */
  readonly ownPlace: string;
}

type Hands = {
  readonly [Name in OwnerTaskName]: (task: OwnerTasks[Name]) => Promise<OwnerReplies[Name]>;
};

export function openOwnerRoom(needs: OwnerNeeds): AskWorkbench {
  const hands: Hands = {
    diff: ({ change }) => diffOf(change, needs),
    look: async ({ change }) => {
      const trouble = ownTrouble(change.path, needs);
      if (trouble)
        return { kind: 'refused', why: trouble.message, hint: trouble.hint, since: null };
      return viewOf(await planRestore(change, planNeeds(needs)));
    },
    restore: (task) => restore(task, needs),
    content: async ({ digest }) => fileContent(await needs.blobs.get(digest).catch(() => null)),
    trash: async () => needs.trash.list().map(itemOf),
    untrash: ({ trashId }) => untrash(trashId, needs),
    putAway: (folder) => putAway(folder, needs),
  };
  return (name, task) => hands[name](task);
}

/** The whole system, as one folder that no link leads out of. */
export function everywhere(): readonly WireRoot[] {
  const { dev, ino } = fs.statSync('/', { bigint: true });
  return [{ path: '/', device: String(dev), inode: String(ino) }];
}

const planNeeds = ({ bench, blobs }: OwnerNeeds): PlanNeeds => ({
  bench,
  blobs,
  roots: everywhere(),
});

const ownTrouble = (file: string, { ownPlace }: OwnerNeeds) =>
  isInside(path.resolve(file), ownPlace) || path.resolve(file) !== file
    ? refused('bad-path', 'Gatehouse restores nothing there.')
    : null;

async function diffOf(
  { path: file, before, after }: FileChange,
  { blobs }: OwnerNeeds,
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
  needs: OwnerNeeds,
): Promise<Outcome> {
  const trouble = ownTrouble(change.path, needs);
  if (trouble) return trouble;
  const plan = await planRestore(change, planNeeds(needs));
  if (plan.kind === 'impossible') return refused('stale', `${plan.why} ${plan.hint}`);
  if (plan.kind === 'as-before') return refused('stale', 'The file is already as it was.');
  const now = 'now' in plan ? plan.now.digest : null;
  if (now !== seen) return refused('stale', 'The file changed while you looked at it.');
  return carryOut(plan, { path: change.path, entry, roots: everywhere() }, needs);
}

async function untrash(trashId: string, needs: OwnerNeeds): Promise<Outcome> {
  const { bench, trash } = needs;
  const note = trash.list().find((one) => one.trash_id === trashId);
  const trouble = note && ownTrouble(note.path, needs);
  if (trouble) return trouble;
  const roots = everywhere();
  const back = await trash.restore(trashId, roots);
  if (isTrouble(back)) return back;
  bench.tell('file_created', { path: back.path });
  const kept = back.isFolder ? null : await keepContentOf(bench, back.path, roots);
  const after = kept && !isTrouble(kept) ? kept.digest : null;
  return done({ path: back.path }, after ? [{ path: back.path, before: null, after }] : []);
}

async function putAway(folder: FolderToPutAway, needs: OwnerNeeds): Promise<Outcome> {
  const { path: name, device, inode, by } = folder;
  const trouble = ownTrouble(name, needs);
  if (trouble) return trouble;
  const texts = new UnsavedTexts(needs.bench.stateFolder).load();
  const unsaved = texts.find((one) => isInside(one.path, name));
  if (unsaved) return refused('work-would-be-lost', `${unsaved.path} has changes not yet saved.`);
  const who = { sessionId: '', agentId: by, entryId: '', roots: everywhere() };
  const put = await needs.trash.put(name, who, { mayBeFolder: true, only: { device, inode } });
  if (isTrouble(put)) return put;
  needs.bench.tell('file_deleted', { path: name });
  return done({ trashId: put.trashId, place: needs.trash.contentOf(put.trashId) });
}

const itemOf = (note: TrashNote): TrashItem => ({
  trashId: note.trash_id,
  path: note.path,
  isFolder: note.folder,
  deletedAt: note.deleted_at,
  by: note.agent_id,
});
