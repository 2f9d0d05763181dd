import { done } from '../../shared/actions/outcomes.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { withinBytes } from '../basics/within-bytes.ts';
import { isError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { HandlerSet } from '../action-handler.ts';
import { closeBelow } from './close-below.ts';
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
        if (outcome.kind === 'done') await closeBelow(editor, args.path, task);
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
