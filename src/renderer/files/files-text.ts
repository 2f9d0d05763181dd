/** All text about changed files: diffs, restore, trash and replay. */
import type {
  ContentDiff,
  FileDiff,
  ReplayStep,
  RestoreAct,
} from '../../shared/files/file-history.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import { count } from '../text/counting.ts';
import { outcomeWord } from '../activity/activity-text.ts';

export const filesText = {
  // changed-files.tsx
  changedFiles: 'Changed files',
  restoreFileButton: 'Restore {name} to before this step…',
  comparing: 'Comparing…',
  diffFailed: 'The diff could not be loaded. Close the details and open them again.',

  // diff-view.tsx
  diffOf: (name: string) => `Diff of ${name}`,
  moreLines: (value: string) => `… ${value} more lines are not shown.`,
  fromLine: (value: number) => `From line ${value}`,

  // files-as-of.tsx
  filesAsOfThisStep: 'Files as of this step',
  noFilesAsOfStep: 'No files changed up to this step.',
  inStep: (change: string, value: number) => `${change} in step ${value}`,
  fileIsDeleted: 'The file was deleted at this point.',
  readingFile: 'Reading…',
  contentNotStored: 'Its content is no longer stored.',
  contentNotShown: (value: string) => `Not text, or too large to show: ${value} bytes.`,
  asOfThisStep: (value: string) => `${value} as of this step`,
  moreCharacters: (value: string) => `… ${value} more characters`,

  // replay-dialog.tsx
  sessionReplay: 'Session replay:',
  close: 'Close',
  readingTheSteps: 'Reading the steps…',
  stepsFailed: 'The steps could not be loaded.',
  stepsFailedHint: 'The search index may be busy. Close this and try again in a moment.',
  noSteps: 'No recorded steps in this session.',
  laterSteps: (value: string) => `${value} later steps are not included. See them in Activity.`,
  back: 'Back',
  step: 'Step',
  next: 'Next',
  stepOfSteps: (step: number, steps: string) => `${step} of ${steps}`,

  // replay-step.tsx
  thisStep: 'This step',
  outcome: 'Outcome',
  decidedBy: 'Decided by',
  duration: 'Duration',
  time: 'Time',
  inWords: 'In words',
  noFileChanges: 'No recorded file changes in this step.',

  // restore-dialog.tsx
  restoreFileTitle: (value: string) => `Restore ${value} to before this step`,
  cancel: 'Cancel',
  comparingRestore: 'Comparing with the current file…',
  nothingToRestore: 'The file already matches its state before this step.',
  changedSinceThisStep: 'Changed since this step',
  diffSinceStep: (name: string) => `${name} since this step`,
  diffOfRestore: (name: string) => `${name} as it would change`,
  restoreIsRecorded: 'It is recorded in Activity and can be undone there.',

  // trash-dialog.tsx
  deletedFiles: 'Deleted files',
  trashExplanation: 'Files that agents deleted through Gatehouse, or that a restore removed.',
  trashIsEmpty: 'The trash is empty.',
  folder: 'folder',
  deletedBy: '{time} by {name}',
  restoreLabel: (value: string) => `Restore ${value}`,
  restoreButton: 'Restore',

  // Messages
  noResponse: 'Gatehouse did not respond.',
  nothingChangedHint: 'Nothing was changed. Try again.',
  trashFailed: 'The trash could not be loaded.',
  nothingChangedWaitHint: 'Nothing was changed. Try again in a few seconds.',
} as const;

export const changeWord: Readonly<Record<FileDiff['change'], string>> = {
  created: 'created',
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
  return [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a step was about, in one line. */
export const stepSentence = ({ sentence, entry }: ReplayStep): string =>
  upperFirst(sentence ?? '') ||
  [entry.action, entry.subject].filter((word) => word !== '').join(' ');

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What the slider says of where it stands. */
export function stepWords(steps: readonly ReplayStep[], at: number): string {
  const step = steps[at];
  if (!step) return '';
  const outcome = outcomeWord[step.entry.outcome].toLowerCase();
  return `Step ${at + 1} of ${steps.length}: ${stepSentence(step)}, ${outcome}`;
}
