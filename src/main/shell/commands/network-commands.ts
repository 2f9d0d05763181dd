/** Ports of a session that the user opens on this computer. The ledger says so before it happens. */
import type { MainPayload, MainReplies } from '../../../shared/ipc/main-window.ts';
import type { ShellDeps } from '../shell-deps.ts';

type NetworkCommands = {
  readonly [Name in 'session:open-port' | 'session:close-port']: (
    payload: MainPayload<Name>,
  ) => Promise<MainReplies[Name]>;
};

export const networkCommands = ({
  core,
  networks,
  error,
}: Pick<ShellDeps, 'core' | 'networks' | 'error'>): NetworkCommands => ({
  'session:open-port': async ({ sessionId, port }) => {
    const session = core.sessions.get(sessionId);
    if (!session || session.ended) return { url: null };
    const who = session.agent.clientId;
    const detail = `port ${port} of ${who}'s session ${sessionId}`;
    if (!(await core.note('session.port-opened', detail, 'person'))) return { url: null };
    try {
      return { url: (await networks.forward(sessionId, port)).url };
    } catch (cause) {
      error(`port ${port} could not be opened: ${String(cause)}`);
      return { url: null };
    }
  },
  'session:close-port': async ({ sessionId, port }) => {
    try {
      await networks.closeForward(sessionId, port);
      return { done: true };
    } catch {
      // The session, and the port with it, is gone already.
      return { done: false };
    }
  },
});
