/** Words for what became of files. */
import type { ContentDiff, FileDiff, ReplayStep, RestoreAct } from '../../shared/file-history.ts';
import type { FileChange } from '../../shared/file-change.ts';
import { count } from '../words/counting.ts';

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
      return 'The content stayed the same.';
    case 'lost':
      return 'The content is not kept any more, so there is nothing to compare.';
  }
}

interface RestoreWords {
  readonly says: string;
  readonly button: string;
}

export const restoreWords: Readonly<Record<RestoreAct, RestoreWords>> = {
  'put-back': {
    says: 'Nobody changed the file since that step. This would change:',
    button: 'Put it back',
  },
  merge: {
    says: 'The file was changed since, in other places. Only that step is taken out; the later changes stay. This would change:',
    button: 'Take the step out',
  },
  'to-trash': {
    says: 'That step made this file, and nobody changed it since. It goes to the trash, from where it can come back:',
    button: 'Move it to the trash',
  },
  'bring-back': {
    says: 'That step deleted this file. It comes back with this content:',
    button: 'Bring it back',
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
