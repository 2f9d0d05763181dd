/** New files, other names, and things that go to the trash. */
import type { ActionArgs } from '../../shared/actions.ts';
import type { FileChange } from '../../shared/file-change.ts';
import { done, type Outcome } from '../../shared/outcomes.ts';
import { keepContentOf } from '../basics/kept-content.ts';
import { createText, replaceText, type Written } from '../basics/text-file.ts';
import type { Bench } from '../bench.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import type { Trash } from './trash.ts';

export async function createFile(
  bench: Bench,
  { path, content, overwrite }: ActionArgs<'create_file'>,
  task: Task,
): Promise<Outcome> {
  const created = await createText(bench, path, task.roots, content);
  const isThere = isTrouble(created) && created.code === 'already-there';
  const written = isThere && overwrite ? await overwriteFile(bench, path, content, task) : created;
  if (isTrouble(written)) return written;
  bench.tell(isThere ? 'file_saved' : 'file_created', { path });
  const bytes = Buffer.byteLength(content);
  return done({ path, bytes, version: written.version }, [written.change]);
}

async function overwriteFile(
  bench: Bench,
  path: string,
  content: string,
  { roots }: Task,
): Promise<Written | Trouble> {
  const old = await keepContentOf(bench, path, roots);
  return isTrouble(old) ? old : replaceText(bench, path, roots, old, content);
}

export async function renameFile(
  bench: Bench,
  { path, new_path, overwrite }: ActionArgs<'rename_file'>,
  task: Task,
): Promise<Outcome> {
  const { roots } = task;
  const replaced = overwrite ? await keepContentOf(bench, new_path, roots) : null;
  if (replaced && isTrouble(replaced) && replaced.code !== 'not-found') return replaced;
  const moved = await keepContentOf(bench, path, roots);
  const trouble = await bench.files.rename(path, new_path, roots, {
    mayReplace: overwrite,
    makeFolders: true,
  });
  if (trouble) return trouble;
  bench.tell('file_renamed', { path: new_path, old_path: path });
  const before = replaced && !isTrouble(replaced) ? replaced.digest : null;
  // A folder, or too big to keep: then the names in the arguments say all there is.
  const changes: readonly FileChange[] = isTrouble(moved)
    ? []
    : [
        { path, before: moved.digest, after: null },
        { path: new_path, before, after: moved.digest },
      ];
  return done({ path, new_path }, changes);
}

export async function deleteFile(
  bench: Bench,
  trash: Trash,
  { path, recursive }: ActionArgs<'delete_file'>,
  task: Task,
): Promise<Outcome> {
  const kept = await keepContentOf(bench, path, task.roots);
  const put = await trash.put(path, task, { mayBeFolder: recursive });
  if (isTrouble(put)) return put;
  bench.tell('file_deleted', { path });
  const changes = isTrouble(kept) ? [] : [{ path, before: kept.digest, after: null }];
  return done({ path, trash_id: put.trashId }, changes);
}
