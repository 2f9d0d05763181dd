/** File operations confined to granted folders: the walk through open folders, on every system. */
import { listConfined } from './list.ts';
import { makeFolderConfined } from './make-folder.ts';
import { putInConfined, removeConfined, renameConfined, takeOutConfined } from './move.ts';
import { openConfinedFile } from './read.ts';
import { createConfinedFile, replaceConfinedFile } from './write.ts';

export type ConfinedFiles = typeof confinedFiles;

export const confinedFiles = {
  open: openConfinedFile,
  list: listConfined,
  create: createConfinedFile,
  replace: replaceConfinedFile,
  makeFolder: makeFolderConfined,
  rename: renameConfined,
  remove: removeConfined,
  takeOut: takeOutConfined,
  putIn: putInConfined,
} as const;
