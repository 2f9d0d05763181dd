import { done } from '../../shared/outcomes.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import type { Bench } from '../bench.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Room } from '../hand.ts';
import { createFile, deleteFile, renameFile } from './change-files.ts';
import { openFile } from './open-file.ts';
import { Trash } from './trash.ts';
import { Watches } from './watches.ts';

export function filesRoom(bench: Bench): Room {
  const trash = new Trash(bench);
  const watches = new Watches(bench);
  return {
    hands: {
      open_file: openFile,
      create_file: (args, task) => createFile(bench, args, task),
      rename_file: (args, task) => renameFile(bench, args, task),
      delete_file: (args, task) => deleteFile(bench, trash, args, task),
      watch_file: (args, task) => watches.watch(args, task),
      async search_files({ glob, root, limit }, task) {
        const folder = oneFolder(root, task);
        if (typeof folder !== 'string') return folder;
        const found = await findFiles({ folder, globs: [glob], limit }, task);
        return isTrouble(found) ? found : done({ ...found });
      },
    },
    endSession: (sessionId) => watches.endSession(sessionId),
    dispose: () => watches.dispose(),
  };
}
