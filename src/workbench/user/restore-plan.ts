/**
 * Decides whether a file can be restored to its content before a step, from three contents: before
 * the step, after it, and now. Later changes by others are never overwritten: they must be separate
 * from the step's change, or nothing is done.
 */
import { hash } from 'node:crypto';
import type { BlobStore } from '../../main/platform/files/blob-store.ts';
import { readHandle } from '../../main/platform/files/bounded-read.ts';
import type { ContentDiff, RestoreView } from '../../shared/files/file-history.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import { ownerWords } from '../../shared/files/restore-messages.ts';
import { maxSavedBytes } from '../basics/saved-content.ts';
import { asText, maxTextBytes } from '../basics/text-file.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { WireRoot } from '../confined/folder.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import { versionOf, type FileVersion } from '../confined/version.ts';
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
  | ImpossibleRestore;

interface ImpossibleRestore {
  readonly kind: 'impossible';
  readonly why: string;
  readonly hint: string;
  readonly since: ContentDiff | null;
}

export interface PlanDeps {
  readonly context: Pick<WorkbenchContext, 'files'>;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly roots: readonly WireRoot[];
}

export async function planRestore(change: FileChange, deps: PlanDeps): Promise<RestorePlan> {
  const now = await nowOnDisk(change.path, deps);
  if (now && isError(now)) return { kind: 'impossible', ...ownerWords(now), since: null };
  if ((now?.digest ?? null) === change.before) return { kind: 'as-before' };
  const isAsLeft = (now?.digest ?? null) === change.after;
  if (change.before === null) return undoCreation(change, now, isAsLeft, deps);
  const before = await deps.blobs.get(change.before).catch(() => null);
  if (!before) return impossible(notKept, 'Restore it from version control or a backup.');
  if (!now) return isAsLeft ? { kind: 'bring-back', content: before } : goneSince;
  if (isAsLeft) return { kind: 'put-back', now, content: before };
  return mergeInto(change, now, before, deps);
}

/** Null if there is no file. */
async function nowOnDisk(
  path: string,
  { context, roots }: PlanDeps,
): Promise<NowOnDisk | ActionError | null> {
  const handle = await context.files.open(path, roots);
  if (isError(handle)) return handle.code === 'not-found' ? null : handle;
  try {
    const seen = versionOf(await handle.stat({ bigint: true }));
    if (seen.bytes > maxSavedBytes)
      return refused('too-large-edit', `The file has ${seen.bytes} bytes now.`);
    const bytes = await readHandle(handle, maxSavedBytes);
    if (!bytes) return refused('stale', 'The file keeps growing while it is read.');
    return { bytes, digest: hash('sha256', bytes), seen };
  } finally {
    await handle.close();
  }
}

async function undoCreation(
  change: FileChange,
  now: NowOnDisk | null,
  isAsLeft: boolean,
  deps: PlanDeps,
): Promise<RestorePlan> {
  if (!now) return { kind: 'as-before' };
  if (isAsLeft) return { kind: 'to-trash', now };
  return impossible(
    'This step created the file, and it has changed since.',
    'If you want none of it, delete the file yourself.',
    await since(change, now, deps),
  );
}

async function mergeInto(
  change: FileChange,
  now: NowOnDisk,
  before: Buffer,
  deps: PlanDeps,
): Promise<RestorePlan> {
  const left = change.after === null ? null : await deps.blobs.get(change.after).catch(() => null);
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
  if (Math.max(left.length, now.length, before.length) > maxTextBytes) return null;
  const [base, current, wanted] = [asText(left), asText(now), asText(before)];
  if (base === null || current === null || wanted === null) return null;
  const merged = mergeLines(base, current, wanted);
  return merged === null ? null : Buffer.from(merged);
}

async function since(
  { after }: FileChange,
  now: NowOnDisk,
  { blobs }: PlanDeps,
): Promise<ContentDiff> {
  const left = after === null ? null : await blobs.get(after).catch(() => null);
  return left ? contentDiff(left, now.bytes) : { kind: 'lost' };
}

const notKept = 'The content from before this step is not kept, or was damaged.';

const impossible = (
  why: string,
  hint: string,
  given: ContentDiff | null = null,
): ImpossibleRestore => ({
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
