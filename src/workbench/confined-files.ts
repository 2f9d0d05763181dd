/**
 * What can be done with files inside granted folders, and by which means on this system. A native
 * way for macOS (openat with O_NOFOLLOW_ANY) or Windows (reparse points, final path by handle) would
 * be a third one here; until there is one, those systems only read.
 */
import { failed } from '../shared/outcomes.ts';
import { openByComparing } from './confined-by-comparing.ts';
import type { WireRoot } from './confined-folder.ts';
import { listConfined } from './confined-list.ts';
import { putInConfined, removeConfined, renameConfined, takeOutConfined } from './confined-move.ts';
import { openConfinedFile } from './confined-read.ts';
import type { Trouble } from './confined-trouble.ts';
import { createConfinedFile, replaceConfinedFile } from './confined-write.ts';

export interface ConfinedFiles {
  readonly open: typeof openConfinedFile;
  readonly list: typeof listConfined;
  readonly create: typeof createConfinedFile;
  readonly replace: typeof replaceConfinedFile;
  readonly rename: typeof renameConfined;
  readonly remove: typeof removeConfined;
  readonly takeOut: typeof takeOutConfined;
  readonly putIn: typeof putInConfined;
}

const byWalking: ConfinedFiles = {
  open: openConfinedFile,
  list: listConfined,
  create: createConfinedFile,
  replace: replaceConfinedFile,
  rename: renameConfined,
  remove: removeConfined,
  takeOut: takeOutConfined,
  putIn: putInConfined,
};

const notHere = async (_path: string, _more: string | readonly WireRoot[]): Promise<Trouble> =>
  failed('action-failed', 'It cannot be done safely on this system yet; only reading can.');

const byComparing: ConfinedFiles = {
  open: openByComparing,
  list: notHere,
  create: notHere,
  replace: notHere,
  rename: notHere,
  remove: notHere,
  takeOut: notHere,
  putIn: notHere,
};

export const confinedFilesOn = (platform: string): ConfinedFiles =>
  platform === 'linux' ? byWalking : byComparing;
