/** What workspaces need to know about the agents in them. */
import {
  agentStatus,
  type AgentStatus,
  type ServerView,
} from '../../../shared/integrations/workspaces.ts';

export interface Agents {
  statusOf(workspace: string): AgentStatus;
  serverOf(workspace: string): ServerView;
  /** The port of the OpenCode that Gatehouse runs there; null when it runs none. */
  portOf(workspace: string): number | null;
  /** Whether that client runs in the workspace itself and would end with it. */
  isInside(workspace: string, clientId: string): boolean;
  /** Resolves when none of its processes is left. */
  stop(workspace: string): Promise<void>;
}

export const noAgents: Agents = {
  statusOf: () => agentStatus(0, 0),
  serverOf: () => ({ state: 'stopped', port: null, why: null }),
  portOf: () => null,
  isInside: () => false,
  stop: () => Promise.resolve(),
};
