/**
 * File operations confined to granted folders, and their implementation on this system: the walk
 * through open folders (Linux, macOS). Windows would need its own folder calls (NtCreateFile relative
 * to an open handle); until then it is read-only.
 */
import { failed } from '../../shared/actions/outcomes.ts';
import { openByComparing } from './by-comparing.ts';
import { folderCallsOn } from './system-folder-calls.ts';
import type { WireRoot } from './folder.ts';
import { listConfined } from './list.ts';
import { makeFolderConfined } from './make-folder.ts';
import { putInConfined, removeConfined, renameConfined, takeOutConfined } from './move.ts';
import { openConfinedFile } from './read.ts';
import type { ActionError } from './errors.ts';
import { createConfinedFile, replaceConfinedFile } from './write.ts';

export interface ConfinedFiles {
  /** False where only reading is supported. */
  readonly canChange: boolean;
  readonly open: typeof openConfinedFile;
  readonly list: typeof listConfined;
  readonly create: typeof createConfinedFile;
  readonly replace: typeof replaceConfinedFile;
  readonly makeFolder: typeof makeFolderConfined;
  readonly rename: typeof renameConfined;
  readonly remove: typeof removeConfined;
  readonly takeOut: typeof takeOutConfined;
  readonly putIn: typeof putInConfined;
}

const byWalking: ConfinedFiles = {
  canChange: true,
  open: openConfinedFile,
  list: listConfined,
  create: createConfinedFile,
  replace: replaceConfinedFile,
  makeFolder: makeFolderConfined,
  rename: renameConfined,
  remove: removeConfined,
  takeOut: takeOutConfined,
  putIn: putInConfined,
};

const notHere = async (_path: string, _more: string | readonly WireRoot[]): Promise<ActionError> =>
  failed('action-failed', 'Gatehouse can only read files on Windows so far.');

const byComparing: ConfinedFiles = {
  canChange: false,
  open: openByComparing,
  list: notHere,
  create: notHere,
  replace: notHere,
  makeFolder: notHere,
  rename: notHere,
  remove: notHere,
  takeOut: notHere,
  putIn: notHere,
};

export const confinedFilesOn = (platform: string): ConfinedFiles =>
  folderCallsOn(platform) ? byWalking : byComparing;
