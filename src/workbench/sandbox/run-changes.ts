/** The changes of a command to files in its folders, from the checkpoints before and after it. */
import path from 'node:path';
import type {
  FolderChange,
  FolderCheckpoint,
} from '../../main/platform/checkpoints/folder-checkpoints.ts';
import type { FolderCheckpointStore } from '../../main/platform/checkpoints/checkpoint-store.ts';
import { isError, type ActionError } from '../../shared/actions/outcomes.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import type { NotCovered, RunRecord } from '../../shared/sandbox/run-record.ts';
import type { WireRoot } from '../confined/folder.ts';

export const maxListedChanges = 500;
const maxDigestBytes = 128 * 1024 * 1024;
const maxNames = 5;
const never = new AbortController().signal;

export interface RunChanges {
  readonly changes: readonly FileChange[];
  readonly files: RunRecord['files'];
}

export type TakenCheckpoint = FolderCheckpoint | ActionError;

export async function changesBetween(
  store: FolderCheckpointStore,
  root: WireRoot,
  before: TakenCheckpoint,
  after: TakenCheckpoint,
): Promise<RunChanges> {
  const none = { changes: [], files: { created: 0, changed: 0, deleted: 0 } };
  if (isError(before) || isError(after)) return none;
  const folder = store.of(root);
  const found = await folder.changes(before.id, after.id, never);
  if (isError(found)) return none;
  const tooLarge = new Set(after.uncovered.tooLarge);
  const count = (isKind: (change: FolderChange) => boolean): number => found.filter(isKind).length;
  const isGrown = ({ path: name }: FolderChange): boolean => name !== null && tooLarge.has(name);
  const files = {
    created: count((item) => !item.before),
    changed: count((item) => item.before !== null && (item.after !== null || isGrown(item))),
    deleted: count((item) => item.after === null && !isGrown(item)),
  };
  const listed = found
    .filter((item) => item.path !== null && !isGrown(item))
    .slice(0, maxListedChanges);
  const digests = await folder.digestsOf(listed, maxDigestBytes, never);
  if (isError(digests)) return { changes: [], files };
  const digestOf = (file: FolderChange['before']): string | null | undefined =>
    file ? digests.get(file.blob) : null;
  const changes = listed.flatMap((item) => {
    const [old, now] = [digestOf(item.before), digestOf(item.after)];
    if (old === undefined || now === undefined) return [];
    return [{ path: path.join(root.path, item.path ?? ''), before: old, after: now }];
  });
  return { changes, files };
}

export function notCovered(taken: TakenCheckpoint): readonly NotCovered[] {
  if (isError(taken)) return [{ why: 'failed', count: 1, names: [taken.message.slice(0, 500)] }];
  const { tooLarge, unreadable, nested, rebuilt } = taken.uncovered;
  const kinds = [
    ['too-large', tooLarge],
    ['unreadable', unreadable],
    ['repository', nested],
    ['rebuilt', rebuilt],
  ] as const;
  return kinds.flatMap(([why, names]) =>
    names.length > 0 ? [{ why, count: names.length, names: names.slice(0, maxNames) }] : [],
  );
}
