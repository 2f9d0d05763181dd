/** Creates, renames and deletes files. */
import type { ActionArgs } from '../../shared/actions/actions.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import { done, type Outcome } from '../../shared/actions/outcomes.ts';
import { saveContentOf } from '../basics/saved-content.ts';
import { createText, replaceText, type WrittenText } from '../basics/text-file.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import type { Trash } from './trash.ts';

export async function createFile(
  context: WorkbenchContext,
  { path, content, overwrite }: ActionArgs<'create_file'>,
  task: Task,
): Promise<Outcome> {
  const created = await createText(context, path, task.roots, content);
  const isThere = isError(created) && created.code === 'already-there';
  const written =
    isThere && overwrite ? await overwriteFile(context, path, content, task) : created;
  if (isError(written)) return written;
  context.emit(isThere ? 'file_saved' : 'file_created', { path });
  const bytes = Buffer.byteLength(content);
  return done({ path, bytes, version: written.version }, [written.change]);
}

async function overwriteFile(
  context: WorkbenchContext,
  path: string,
  content: string,
  { roots }: Task,
): Promise<WrittenText | ActionError> {
  const old = await saveContentOf(context, path, roots);
  return isError(old) ? old : replaceText(context, path, roots, old, content);
}

export async function renameFile(
  context: WorkbenchContext,
  { path, new_path, overwrite }: ActionArgs<'rename_file'>,
  task: Task,
): Promise<Outcome> {
  const { roots } = task;
  const replaced = overwrite ? await saveContentOf(context, new_path, roots) : null;
  if (replaced && isError(replaced) && replaced.code !== 'not-found') return replaced;
  const moved = await saveContentOf(context, path, roots);
  const error = await context.files.rename(path, new_path, roots, {
    mayReplace: overwrite,
    makeFolders: true,
  });
  if (error) return error;
  context.emit('file_renamed', { path: new_path, old_path: path });
  const before = replaced && !isError(replaced) ? replaced.digest : null;
  // A folder, or too large to store: then the names in the arguments are the only record.
  const changes: readonly FileChange[] = isError(moved)
    ? []
    : [
        { path, before: moved.digest, after: null },
        { path: new_path, before, after: moved.digest },
      ];
  return done({ path, new_path }, changes);
}

export async function deleteFile(
  context: WorkbenchContext,
  trash: Trash,
  { path, recursive }: ActionArgs<'delete_file'>,
  task: Task,
): Promise<Outcome> {
  const saved = await saveContentOf(context, path, task.roots);
  const put = await trash.put(path, task, { mayBeFolder: recursive });
  if (isError(put)) return put;
  context.emit('file_deleted', { path });
  const changes = isError(saved) ? [] : [{ path, before: saved.digest, after: null }];
  return done({ path, trash_id: put.trashId }, changes);
}
