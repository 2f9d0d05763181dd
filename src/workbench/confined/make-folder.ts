/** Makes a folder in a confined one. */
import { newNameProblem } from '../../shared/files/path-names.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import { codeOf, errorOf, isError, type ActionError } from './errors.ts';
import { openParentOf, type WalkOptions, type WireRoot } from './folder.ts';

/** With `makeFolders` those on the way too, and one that is there already will do. */
export async function makeFolderConfined(
  path: string,
  roots: readonly WireRoot[],
  options: Pick<WalkOptions, 'makeFolders'> = {},
): Promise<ActionError | null> {
  const parent = openParentOf(path, roots, options);
  if (isError(parent)) return parent;
  const { folder, name } = parent;
  try {
    const problem = newNameProblem(name);
    if (problem) return refused('bad-path', problem);
    folder.makeFolder(name);
    await folder.sync();
    return null;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return errorOf(error);
    const isFolder = folder.lstat(name)?.isDirectory() === true;
    return isFolder && options.makeFolders ? null : refused('already-there');
  } finally {
    folder.close();
  }
}
