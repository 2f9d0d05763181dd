import { isInside } from '../../shared/files/inside.ts';
import { done } from '../../shared/actions/outcomes.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { withinBytes } from '../basics/within-bytes.ts';
import { isError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { HandlerSet, Task } from '../action-handler.ts';
import { createFile, deleteFile, renameFile } from './change-files.ts';
import { openFile } from './open-file.ts';
import { Trash } from './trash.ts';
import { FileWatches } from './watches.ts';
import { planDelete, planOverwrite, planRenameOver } from './losses.ts';

export function fileHandlers(editor: EditorContext): HandlerSet {
  const trash = new Trash(editor);
  const watches = new FileWatches(editor);
  return {
    handlers: {
      open_file: (args, task) => openFile(args, task, editor.documents.unsavedText(args.path)),
      create_file: (args, task) => createFile(editor, args, task),
      rename_file: (args, task) => renameFile(editor, args, task),
      async delete_file(args, task) {
        const outcome = await deleteFile(editor, trash, args, task);
        if (outcome.kind === 'done') await closeIn(editor, args.path, task);
        return outcome;
      },
      watch_file: (args, task) => watches.watch(args, task),
      async search_files({ glob, root, limit }, task) {
        const folder = oneFolder(root, task);
        if (typeof folder !== 'string') return folder;
        const listing = await findFiles({ folder, globs: [glob], limit }, task);
        if (isError(listing)) return listing;
        const paths = withinBytes(listing.paths, task.resultBytes);
        return done({ paths, truncated: listing.truncated || paths.length < listing.paths.length });
      },
    },
    planners: {
      create_file: (args, task) => planOverwrite(editor, args, task),
      delete_file: planDelete,
      rename_file: planRenameOver,
    },
    endSession: (sessionId) => watches.endSession(sessionId),
    dispose: () => watches.dispose(),
  };
}

/** Closes documents below a deleted path; unsaved text is stored by digest. */
async function closeIn(
  { documents, layout }: EditorContext,
  gone: string,
  task: Task,
): Promise<void> {
  for (const { path } of documents.list(task)) {
    if (!isInside(path, gone)) continue;
    await documents.close(path);
    layout.hide(path);
  }
}
