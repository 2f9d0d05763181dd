/** Agents that run inside the sandbox, for the window. A click opens a terminal and allows nothing. */
import type { AgentReplies } from '../../../shared/agents/sandbox-runs.ts';
import type { mainCommands, MainReplies } from '../../../shared/ipc/main-window.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';

type AgentHandlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, keyof AgentReplies>;

export const agentHandlers = ({
  sandboxStarts,
}: Pick<ShellDeps, 'sandboxStarts'>): AgentHandlers => ({
  'agents:look': () => sandboxStarts.look(),
  'agents:open-terminal': ({ agent, folder }) => sandboxStarts.open(agent, folder),
});
