/** Words for what became of files. */
import type {
  ContentDiff,
  FileDiff,
  ReplayStep,
  RestoreAct,
} from '../../shared/files/file-history.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import { count } from '../text/counting.ts';

export const changeWord: Readonly<Record<FileDiff['change'], string>> = {
  created: 'made',
  changed: 'changed',
  deleted: 'deleted',
};

export function kindOfChange({ before, after }: FileChange): FileDiff['change'] {
  if (before === null) return 'created';
  return after === null ? 'deleted' : 'changed';
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const bytes = (amount: number | null): string =>
  amount === null ? 'no file' : `${amount.toLocaleString()} bytes`;

/** What a diff amounts to, or why there is none to read. */
export function diffSummary(diff: ContentDiff): string {
  switch (diff.kind) {
    case 'text':
      return `${count(diff.added, 'line')} added, ${count(diff.removed, 'line')} removed`;
    case 'binary':
      return `Not text: ${bytes(diff.bytesBefore)} before, ${bytes(diff.bytesAfter)} after.`;
    case 'large':
      return `Too large to compare here: ${bytes(diff.bytesBefore)} before, ${bytes(diff.bytesAfter)} after.`;
    case 'same':
      return 'The content did not change.';
    case 'lost':
      return 'The content is no longer stored, so it cannot be compared.';
  }
}

interface RestoreWords {
  readonly says: string;
  readonly button: string;
}

export const restoreWords: Readonly<Record<RestoreAct, RestoreWords>> = {
  'put-back': {
    says: 'The file has not changed since this step. Restoring changes:',
    button: 'Restore',
  },
  merge: {
    says: 'The file was changed elsewhere since. Only this step is undone; later changes stay. Restoring changes:',
    button: 'Undo this step',
  },
  'to-trash': {
    says: 'This step created the file, and it has not changed since. It moves to the trash, where you can restore it:',
    button: 'Move to trash',
  },
  'bring-back': {
    says: 'This step deleted the file. It is restored with this content:',
    button: 'Restore',
  },
};

export interface FileAsOf {
  readonly path: string;
  /** The step that last changed it, counted from 0. */
  readonly step: number;
  readonly entry: string;
  readonly change: FileDiff['change'];
}

/** The files that a session had touched by a step, each as its last change up to then left it. */
export function filesAsOf(steps: readonly ReplayStep[], at: number): readonly FileAsOf[] {
  const files = new Map<string, FileAsOf>();
  for (const [step, { entry, changes }] of steps.slice(0, at + 1).entries()) {
    for (const change of changes) {
      const { path } = change;
      files.set(path, { path, step, entry: entry.entry, change: kindOfChange(change) });
    }
  }
  return [...files.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
