/** What the Clients page may do. The window names a client and a file that it was offered. */
import type { BrowserWindow } from 'electron';
import type { mainCommands, MainReplies } from '../../../shared/ipc/main-window.ts';
import { chooseFolder } from '../windows/path-dialogs.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';
import { shellText } from '../shell-text.ts';

type ClientCommandName = Extract<keyof MainReplies, `clients:${string}`>;
type ClientHandlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, ClientCommandName>;

export function clientCommands(
  { clients }: Pick<ShellDeps, 'clients'>,
  window: () => BrowserWindow | null,
): ClientHandlers {
  return {
    'clients:list': () => clients.list(),
    'clients:choose-project': async () => {
      const folder = await chooseFolder(window(), { title: shellText.chooseProjectTitle });
      if (folder !== null) clients.chooseProject(folder);
      return { selected: folder !== null };
    },
    'clients:preview': (request) => clients.preview(request),
    'clients:apply': ({ seen, ...request }) => clients.apply(request, seen),
    'clients:write-again': ({ changeId, seen }) => clients.writeAgain(changeId, seen),
    'clients:check-hooks': async () => {
      await clients.checkHooks();
      return { checked: true };
    },
    'clients:keep-theirs': ({ changeId, seen }) => clients.keepExternalEdit(changeId, seen),
  };
}
