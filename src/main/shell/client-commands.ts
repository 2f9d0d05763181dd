/** What the Clients page may do. The window names a client and a file that it was offered. */
import { dialog, type BrowserWindow } from 'electron';
import type { mainCommands, MainReplies } from '../../shared/ipc.ts';
import type { House } from './house.ts';
import type { IpcHandlers } from './ipc.ts';

type Name = Extract<keyof MainReplies, `clients:${string}`>;
type Handlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, Name>;

export function clientCommands(
  { clients }: Pick<House, 'clients'>,
  window: () => BrowserWindow | null,
): Handlers {
  return {
    'clients:list': () => clients.list(),
    'clients:choose-project': async () => {
      const above = window();
      const options = { properties: ['openDirectory' as const], title: 'Choose a project' };
      const { filePaths } = await (above
        ? dialog.showOpenDialog(above, options)
        : dialog.showOpenDialog(options));
      const [folder] = filePaths;
      if (folder !== undefined) clients.chooseProject(folder);
      return { chosen: folder !== undefined };
    },
    'clients:preview': (wish) => clients.preview(wish),
    'clients:write': ({ seen, ...wish }) => clients.write(wish, seen),
    'clients:preview-undo': ({ changeId }) => clients.previewUndo(changeId),
    'clients:undo': ({ changeId, seen }) => clients.undo(changeId, seen),
  };
}
