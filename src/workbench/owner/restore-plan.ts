/**
 * Whether a file can be put back to what it held before a step, by three contents: what the step
 * found (before), what it left (after), and what the file holds now. What others changed since is
 * never touched: their change and ours must keep apart, or nothing is done.
 */
import { hash } from 'node:crypto';
import type { BlobStore } from '../../main/platform/blob-store.ts';
import type { ContentDiff, RestoreView } from '../../shared/file-history.ts';
import type { FileChange } from '../../shared/file-change.ts';
import { refused } from '../../shared/outcomes.ts';
import { ownerWords } from '../../shared/restore-words.ts';
import { mostKeptBytes } from '../basics/kept-content.ts';
import { asText, mostTextBytes } from '../basics/text-file.ts';
import type { Bench } from '../bench.ts';
import type { WireRoot } from '../confined-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import { versionOf, type FileVersion } from '../confined-version.ts';
import { contentDiff } from './content-diff.ts';
import { mergeLines } from './merge-lines.ts';

export interface NowOnDisk {
  readonly bytes: Buffer;
  readonly digest: string;
  readonly seen: FileVersion;
}

export type RestorePlan =
  | { readonly kind: 'put-back' | 'merge'; readonly now: NowOnDisk; readonly content: Buffer }
  | { readonly kind: 'to-trash'; readonly now: NowOnDisk }
  | { readonly kind: 'bring-back'; readonly content: Buffer }
  | { readonly kind: 'as-before' }
  | Impossible;

interface Impossible {
  readonly kind: 'impossible';
  readonly why: string;
  readonly hint: string;
  readonly since: ContentDiff | null;
}

export interface PlanNeeds {
  readonly bench: Pick<Bench, 'files'>;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly roots: readonly WireRoot[];
}

export async function planRestore(change: FileChange, needs: PlanNeeds): Promise<RestorePlan> {
  const now = await nowOnDisk(change.path, needs);
  if (now && isTrouble(now)) return { kind: 'impossible', ...ownerWords(now), since: null };
  if ((now?.digest ?? null) === change.before) return { kind: 'as-before' };
  const isAsLeft = (now?.digest ?? null) === change.after;
  if (change.before === null) return undoCreation(change, now, isAsLeft, needs);
  const before = await needs.blobs.get(change.before).catch(() => null);
  if (!before) return impossible(notKept, 'Bring it back from your version control or a backup.');
  if (!now) return isAsLeft ? { kind: 'bring-back', content: before } : goneSince;
  if (isAsLeft) return { kind: 'put-back', now, content: before };
  return mergeInto(change, now, before, needs);
}

/** Null when there is no file. */
async function nowOnDisk(
  path: string,
  { bench, roots }: PlanNeeds,
): Promise<NowOnDisk | Trouble | null> {
  const handle = await bench.files.open(path, roots);
  if (isTrouble(handle)) return handle.code === 'not-found' ? null : handle;
  try {
    const seen = versionOf(await handle.stat({ bigint: true }));
    if (seen.bytes > mostKeptBytes)
      return refused('too-large-edit', `The file has ${seen.bytes} bytes now.`);
    const bytes = await handle.readFile();
    return { bytes, digest: hash('sha256', bytes), seen };
  } finally {
    await handle.close();
  }
}

async function undoCreation(
  change: FileChange,
  now: NowOnDisk | null,
  isAsLeft: boolean,
  needs: PlanNeeds,
): Promise<RestorePlan> {
  if (!now) return { kind: 'as-before' };
  if (isAsLeft) return { kind: 'to-trash', now };
  return impossible(
    'This step made the file, and it was changed since.',
    'If you want none of it, delete the file yourself.',
    await since(change, now, needs),
  );
}

async function mergeInto(
  change: FileChange,
  now: NowOnDisk,
  before: Buffer,
  needs: PlanNeeds,
): Promise<RestorePlan> {
  const left = change.after === null ? null : await needs.blobs.get(change.after).catch(() => null);
  if (change.after === null)
    return impossible(
      'This step deleted the file, and there is a new one of that name.',
      'Move the new file away, then restore again.',
      contentDiff(before, now.bytes),
    );
  const merged = left && mergedText(left, now.bytes, before);
  if (merged) return { kind: 'merge', now, content: merged };
  return impossible(
    'The same lines were changed again after this step.',
    'Restore the later steps first, the newest before the others, or edit the file yourself.',
    left ? contentDiff(left, now.bytes) : { kind: 'lost' },
  );
}

function mergedText(left: Buffer, now: Buffer, before: Buffer): Buffer | null {
  if (Math.max(left.length, now.length, before.length) > mostTextBytes) return null;
  const [base, one, other] = [asText(left), asText(now), asText(before)];
  if (base === null || one === null || other === null) return null;
  const merged = mergeLines(base, one, other);
  return merged === null ? null : Buffer.from(merged);
}

async function since(
  { after }: FileChange,
  now: NowOnDisk,
  { blobs }: PlanNeeds,
): Promise<ContentDiff> {
  const left = after === null ? null : await blobs.get(after).catch(() => null);
  return left ? contentDiff(left, now.bytes) : { kind: 'lost' };
}

const notKept = 'The content from before this step is not kept, or was damaged.';

const impossible = (why: string, hint: string, given: ContentDiff | null = null): Impossible => ({
  kind: 'impossible',
  why,
  hint,
  since: given,
});

const goneSince = impossible(
  'The file was deleted or moved away after this step.',
  'Restore the step that deleted it first, or look among the deleted files.',
);

export function viewOf(plan: RestorePlan): RestoreView {
  switch (plan.kind) {
    case 'as-before':
      return { kind: 'as-before' };
    case 'impossible':
      return { ...plan, kind: 'refused' };
    case 'bring-back':
      return possible(plan.kind, null, contentDiff(null, plan.content));
    case 'to-trash':
      return possible(plan.kind, plan.now.digest, contentDiff(plan.now.bytes, null));
    case 'put-back':
    case 'merge':
      return possible(plan.kind, plan.now.digest, contentDiff(plan.now.bytes, plan.content));
  }
}

const possible = (
  act: Extract<RestoreView, { kind: 'possible' }>['act'],
  seen: string | null,
  diff: ContentDiff,
): RestoreView => ({ kind: 'possible', act, seen, diff });
