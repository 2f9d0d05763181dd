/** Carries a plan out. Both contents are kept first, so that the restore can itself be undone. */
import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import { done, type Outcome } from '../../shared/outcomes.ts';
import type { Bench } from '../bench.ts';
import type { WireRoot } from '../confined-folder.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Trash } from '../files/trash.ts';
import type { RestorePlan } from './restore-plan.ts';

type Possible = Exclude<RestorePlan, { kind: 'as-before' | 'impossible' }>;
type PlanOf<Kind> = Extract<Possible, { readonly kind: Kind }>;

interface Place {
  readonly path: string;
  /** The step that is undone. */
  readonly entry: string;
  readonly roots: readonly WireRoot[];
}

interface Needs {
  readonly bench: Bench;
  readonly trash: Trash;
}

export function carryOut(plan: Possible, place: Place, needs: Needs): Promise<Outcome> {
  switch (plan.kind) {
    case 'to-trash':
      return toTrash(plan, place, needs);
    case 'bring-back':
      return bringBack(plan, place, needs);
    case 'put-back':
    case 'merge':
      return replace(plan, place, needs);
  }
}

async function replace(
  { kind, now, content }: Exclude<Possible, { kind: 'to-trash' | 'bring-back' }>,
  { path, roots }: Place,
  { bench }: Needs,
): Promise<Outcome> {
  const before = await bench.keep(now.bytes);
  const after = await bench.keep(content);
  const written = await bench.files.replace(path, roots, content, { expected: now.seen });
  if (isTrouble(written)) return written;
  bench.tell('file_saved', { path });
  return done({ path, act: kind }, [{ path, before, after }]);
}

async function toTrash(
  { kind, now }: PlanOf<'to-trash'>,
  { path, entry, roots }: Place,
  { bench, trash }: Needs,
): Promise<Outcome> {
  const before = await bench.keep(now.bytes);
  const who = { sessionId: '', agentId: 'owner', entryId: entry, roots };
  const put = await trash.put(path, who, { mayBeFolder: false, expected: now.seen });
  if (isTrouble(put)) return put;
  bench.tell('file_deleted', { path });
  return done({ path, act: kind, trash_id: put.trashId }, [{ path, before, after: null }]);
}

/** From the trash if it still lies there, with its rights and dates; else made anew. */
async function bringBack(
  { kind, content }: PlanOf<'bring-back'>,
  place: Place,
  { bench, trash }: Needs,
): Promise<Outcome> {
  const { path, roots } = place;
  const after = await bench.keep(content);
  const trashId = await lyingInTrash(place, after, trash);
  const back = trashId
    ? await trash.restore(trashId, roots)
    : await bench.files.create(path, roots, content, { makeFolders: true });
  if (isTrouble(back)) return back;
  bench.tell('file_created', { path });
  return done({ path, act: kind }, [{ path, before: null, after }]);
}

async function lyingInTrash(
  { path, entry }: Place,
  digest: string,
  trash: Trash,
): Promise<string | null> {
  const note = trash.list().find((one) => one.path === path && one.entry_id === entry);
  const file = note && !note.folder && trash.contentOf(note.trash_id);
  if (!note || !file) return null;
  const bytes = await fs.readFile(file).catch(() => null);
  return bytes && hash('sha256', bytes) === digest ? note.trash_id : null;
}
