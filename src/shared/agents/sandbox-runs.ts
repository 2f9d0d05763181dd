/** `gatehouse run` in the windows: which agents can be started, and what a click does. */
import { z } from 'zod';
import type { KnownClient } from '../integrations/clients.ts';
import { agentNames, type AgentName } from './agent-programs.ts';

/** The id of this agent in the client catalogue. */
export const clientOfAgent: Readonly<Record<AgentName, KnownClient>> = {
  claude: 'claude-code',
  codex: 'codex',
  opencode: 'opencode',
  gemini: 'gemini',
  copilot: 'copilot',
};

export const agentOfClient = (client: KnownClient): AgentName | null =>
  agentNames.find((name) => clientOfAgent[name] === client) ?? null;

export interface SandboxRuns {
  /** Agents whose programs were found on this computer. */
  readonly agents: readonly AgentName[];
  /** The terminal that would be opened; null if none was found. */
  readonly terminal: string | null;
  /** The command that starts `gatehouse` in a terminal, without `run`. */
  readonly command: string;
}

export type TerminalReceipt =
  | { readonly kind: 'opened'; readonly terminal: string }
  | {
      readonly kind: 'refused';
      readonly why: 'no-program' | 'no-folder' | 'no-terminal' | 'not-started';
    };

export const agentCommands = {
  'agents:look': z.undefined(),
  /** Opens a terminal with `gatehouse run`, which asks for access like any agent. */
  'agents:open-terminal': z.strictObject({
    agent: z.enum(agentNames),
    folder: z.string().min(1).max(4096),
  }),
} as const;

export interface AgentReplies {
  'agents:look': SandboxRuns;
  'agents:open-terminal': TerminalReceipt;
}
