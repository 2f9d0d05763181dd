/** Opens the repository around a folder if it lies entirely in the session's folders. */
import { isError, type ActionError } from '../confined/errors.ts';
import { checkRepository } from '../../main/platform/git/check-repository.ts';
import { findTop } from '../../main/platform/git/find-repository.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { openFolderAt } from '../confined/folder.ts';
import type { Task } from '../action-handler.ts';

export interface Repository {
  /** The top of the working tree. */
  readonly top: string;
  /** HEAD and index of this working tree. */
  readonly gitDir: string;
  /** Refs and objects; differs from gitDir only in linked worktrees. */
  readonly commonDir: string;
  /** Where git is started: the top by descriptor, even if it is renamed. */
  readonly cwd: string;
  /** The session's folders, and the closed ones inside them. */
  readonly within: readonly string[];
  readonly skip: readonly string[];
}

export async function inRepository<T>(
  root: string | undefined,
  task: Task,
  work: (repository: Repository) => Promise<T | ActionError>,
): Promise<T | ActionError> {
  const folder = oneFolder(root, task);
  if (typeof folder !== 'string') return folder;
  // Exactly the granted folder, with no link on the way.
  const openFolder = openFolderAt(folder, task.roots);
  if (isError(openFolder)) return openFolder;
  openFolder.close();
  const top = await findTop(folder, task);
  if (isError(top)) return top;
  const there = openFolderAt(top, task.roots);
  if (isError(there)) return there;
  try {
    const within = task.roots.map((item) => item.path);
    const place = { cwd: there.here, top, within, skip: task.skip };
    const checked = await checkRepository(place);
    if (isError(checked)) return checked;
    const { gitDir, commonDir } = checked;
    return await work({ ...place, gitDir, commonDir });
  } finally {
    there.close();
  }
}
