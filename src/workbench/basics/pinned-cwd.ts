/**
 * Runs work in a granted folder through an open descriptor, so renaming the folder meanwhile does
 * not redirect it.
 */
import { openFolderAt } from '../confined/folder.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { oneFolder } from './one-folder.ts';

export async function inFolder<T>(
  named: string | undefined,
  task: Task,
  work: (folder: { readonly path: string; readonly here: string }) => Promise<T | ActionError>,
): Promise<T | ActionError> {
  const path = oneFolder(named, task);
  if (typeof path !== 'string') return path;
  const openFolder = openFolderAt(path, task.roots);
  if (isError(openFolder)) return openFolder;
  try {
    return await work({ path, here: openFolder.here });
  } finally {
    openFolder.close();
  }
}
