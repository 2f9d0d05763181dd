/**
 * Tasks about agents in the sandbox that main sends to the workbench over the pipe to its process.
 */
import type { Root } from '../access/access.ts';
import type { Outcome } from '../actions/outcomes.ts';
import type { SandboxLaunch } from '../sandbox/sandbox-launch.ts';

/** Exactly what was judged and recorded. */
export interface AgentRunTask {
  readonly runId: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly entryId: string;
  readonly roots: readonly Root[];
  readonly launch: SandboxLaunch;
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly terminal: { readonly cols: number; readonly rows: number } | null;
  /** Identifies the user's connection. */
  readonly token: string;
}

export interface AgentRunTasks {
  /** Replies with the socket; the agent starts when the command line has connected to it. */
  startAgentRun: AgentRunTask;
  /** Replies when the run has ended, or after a while that it has not. */
  awaitAgentRun: { readonly runId: string };
  /** While its session is paused, none of its processes runs. */
  pauseAgentRun: { readonly runId: string; readonly isPaused: boolean };
  endAgentRun: { readonly runId: string; readonly why: string };
}

export type AgentRunState =
  | { readonly state: 'running' }
  | { readonly state: 'ended'; readonly outcome: Outcome };

export interface AgentRunReplies {
  startAgentRun: { readonly socket: string };
  awaitAgentRun: AgentRunState;
  pauseAgentRun: null;
  endAgentRun: null;
}
