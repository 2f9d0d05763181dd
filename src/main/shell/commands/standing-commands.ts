/** What the window may do with standing grants and muted clients. */
import type { mainCommands, MainReplies } from '../../../shared/ipc/main-window.ts';
import type { StandingReplies } from '../../../shared/ipc/standing.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';

type StandingHandlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, keyof StandingReplies>;

export function standingCommands({ core }: Pick<ShellDeps, 'core'>): StandingHandlers {
  const { standing, mutes } = core;
  return {
    'standing:remove': ({ grantId }) => standing.remove(grantId),
    'standing:restore': ({ grantId }) => standing.restore(grantId),
    'standing:resume': ({ grantId }) => standing.resume(grantId),
    'standing:renew-scopes': ({ grantId, scopes }) => standing.renewScopes(grantId, scopes),
    'client:unmute': async ({ clientId }) => ({ done: await mutes.lift(clientId) }),
  };
}
