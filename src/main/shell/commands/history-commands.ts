/** What the Clients page may do with agents' histories. The window names a folder that it was shown. */
import type { mainCommands, MainReplies } from '../../../shared/ipc/main-window.ts';
import type { HistoryReplies } from '../../../shared/integrations/agent-history.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';

type HistoryHandlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, keyof HistoryReplies>;

export const historyHandlers = ({ history }: Pick<ShellDeps, 'history'>): HistoryHandlers => ({
  'history:read': () => history.read(),
  'history:cancel': () => {
    history.cancel();
    return undefined;
  },
  'history:progress': () => history.progress(),
  'history:last': () => history.last(),
  'history:suggest': ({ client, folder, isOn }) => history.suggest(client, folder, isOn),
});
