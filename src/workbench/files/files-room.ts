import { isInside } from '../../shared/inside.ts';
import { done } from '../../shared/outcomes.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { withinBytes } from '../basics/within-bytes.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import type { Room, Task } from '../hand.ts';
import { createFile, deleteFile, renameFile } from './change-files.ts';
import { openFile } from './open-file.ts';
import { Trash } from './trash.ts';
import { Watches } from './watches.ts';
import { planDelete, planOverwrite, planRenameOver } from './what-is-lost.ts';

export function filesRoom(desk: Desk): Room {
  const trash = new Trash(desk);
  const watches = new Watches(desk);
  return {
    hands: {
      open_file: (args, task) => openFile(args, task, desk.documents.unsavedText(args.path)),
      create_file: (args, task) => createFile(desk, args, task),
      rename_file: (args, task) => renameFile(desk, args, task),
      async delete_file(args, task) {
        const outcome = await deleteFile(desk, trash, args, task);
        if (outcome.kind === 'done') await closeIn(desk, args.path, task);
        return outcome;
      },
      watch_file: (args, task) => watches.watch(args, task),
      async search_files({ glob, root, limit }, task) {
        const folder = oneFolder(root, task);
        if (typeof folder !== 'string') return folder;
        const found = await findFiles({ folder, globs: [glob], limit }, task);
        if (isTrouble(found)) return found;
        const paths = withinBytes(found.paths, task.resultBytes);
        return done({ paths, truncated: found.truncated || paths.length < found.paths.length });
      },
    },
    planners: {
      create_file: (args, task) => planOverwrite(desk, args, task),
      delete_file: planDelete,
      rename_file: planRenameOver,
    },
    endSession: (sessionId) => watches.endSession(sessionId),
    dispose: () => watches.dispose(),
  };
}

/** What is deleted is open no longer; unsaved text is kept by its digest. */
async function closeIn({ documents, layout }: Desk, gone: string, task: Task): Promise<void> {
  for (const { path } of documents.list(task)) {
    if (!isInside(path, gone)) continue;
    await documents.close(path);
    layout.hide(path);
  }
}
