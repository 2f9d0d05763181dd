/** What the Clients page may do. The window names a client and a file that it was offered. */
import type { BrowserWindow } from 'electron';
import type { mainCommands, MainReplies } from '../../shared/ipc.ts';
import { chooseFolder } from './choose-path.ts';
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
      const folder = await chooseFolder(window(), { title: 'Choose a project' });
      if (folder !== null) clients.chooseProject(folder);
      return { chosen: folder !== null };
    },
    'clients:preview': (wish) => clients.preview(wish),
    'clients:write': ({ seen, ...wish }) => clients.write(wish, seen),
    'clients:preview-undo': ({ changeId }) => clients.previewUndo(changeId),
    'clients:undo': ({ changeId, seen }) => clients.undo(changeId, seen),
  };
}
