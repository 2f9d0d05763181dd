/** All text about what a sandboxed command left behind, and about taking it back. */
import type { RunRestoreFile } from '../../shared/files/run-restore.ts';
import type { NotCovered, RunRecord } from '../../shared/sandbox/run-record.ts';
import { count, listed } from '../text/counting.ts';

/** "3 files changed: 1 created, 2 deleted". */
export function filesWords({ created, changed, deleted }: RunRecord['files']): string {
  const all = created + changed + deleted;
  if (all === 0) return 'No files changed';
  const kinds = [
    [created, 'created'],
    [changed, 'changed'],
    [deleted, 'deleted'],
  ] as const;
  const parts = kinds.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return `${count(all, 'file')} changed: ${listed(parts)}`;
}

const why: Readonly<Record<NotCovered['why'], string>> = {
  ignored: 'ignored by .gitignore',
  rebuilt: 'made by tools',
  'too-large': 'too large',
  unreadable: 'not readable',
  repository: 'nested repositories beyond the limit',
  failed: 'no checkpoint could be made',
};

export function coverWords({ why: reason, count: number, names }: NotCovered): string {
  const some = names.join(', ');
  if (reason === 'failed') return `Nothing can be restored: ${why.failed}. ${some}`;
  const more = number > names.length ? ` and ${number - names.length} more` : '';
  return `Can't be restored (${why[reason]}): ${some}${more}`;
}

export const actWord: Readonly<Record<RunRestoreFile['act'], string>> = {
  'put-back': 'put back as it was',
  'bring-back': 'bring back',
  'to-trash': 'move to the trash',
};

export const runText = {
  // run-section.tsx
  filesOfThisCommand: 'Files of this command',
  unsearched: 'The folder is too large to search all of it for files that run by themselves.',
  moreInTrash: (number: number) => `${count(number, 'more file')} in the trash.`,
  itIsBack: 'It is back.',
  noResponse: 'Gatehouse did not respond.',
  movedToTrash: 'Moved to the trash:',
  putBack: 'Put back…',
  putBackTitle: 'Put this file back?',
  putItBack: 'Put it back',
  leaveInTrash: 'Leave in trash',
  restoreFolder: (time: string) => `Restore folder to ${time}…`,

  // run-restore-dialog.tsx
  nothingChanged: 'Nothing was changed. Try again.',
  restoreTitle: 'Restore to before this command',
  isRecorded: 'It is recorded in Activity and can be undone there.',
  close: 'Close',
  cancel: 'Cancel',
  restoreFiles: (number: number) => `Restore ${count(number, 'file')}`,
  comparing: 'Comparing with the folder as it is now…',
  asBefore: 'The files already match their state before this command.',
  keptFirst:
    'A checkpoint of the current folder is made first, so you can undo this. Later changes to other files stay.',
  staysAsItIs: 'changed since; stays as it is',
  notListed: (number: number) => `${count(number, 'more file')} not listed here.`,
  unnamed: (number: number) =>
    `${count(number, 'file')} with a name that isn’t valid text can’t be restored here.`,
  alsoLater: (number: number) => `Also restore ${count(number, 'file')} changed after this command`,
};
