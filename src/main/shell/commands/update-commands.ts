/** What the window may do about updates. */
import type { mainCommands, MainReplies } from '../../../shared/ipc/main-window.ts';
import type { UpdateReplies } from '../../../shared/app/updates.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';

type UpdateHandlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, keyof UpdateReplies>;

export const updateHandlers = ({ updates }: Pick<ShellDeps, 'updates'>): UpdateHandlers => ({
  'update:check': () => updates.check(),
  'update:install': ({ version }) => updates.install(version),
  'update:later': ({ version }) => {
    updates.later(version);
    return undefined;
  },
});
