/** A run of an agent inside a sandbox: what the command line requests and receives. */
import { z } from 'zod';
import { agentNames, type AgentName } from './agent-programs.ts';

const size = z.int().min(1).max(10_000);

export const AgentRunRequest = z.strictObject({
  agent: z.enum(agentNames),
  folder: z.string().min(1).max(4096).startsWith('/'),
  args: z.array(z.string().max(100_000)).max(1000),
  /** The variables of the command line's environment; only those on our lists are used. */
  environment: z.record(z.string().max(200), z.string().max(100_000)),
  /** Null if input and output are not a terminal. */
  terminal: z.strictObject({ cols: size, rows: size }).nullable(),
  seconds: z.int().optional(),
});
export type AgentRunRequest = Readonly<z.infer<typeof AgentRunRequest>>;

/** Shown in the ask for access. */
export interface ShownRun {
  readonly agent: AgentName;
  /** With ports, such as `api.example.com:443`. */
  readonly hosts: readonly string[];
}

/** Where the command line connects to the terminal of the run. */
export const AgentRunStart = z.strictObject({
  run_id: z.uuid(),
  /** A Unix socket that only this user can open. */
  socket: z.string().startsWith('/'),
  /** Must be sent first. */
  token: z.string().regex(/^[0-9a-f]{64}$/),
});
export type AgentRunStart = Readonly<z.infer<typeof AgentRunStart>>;

/** How a run ended, for the command line. */
export const AgentRunEnd = z.strictObject({
  /** Null if it did not run. */
  exit_code: z.int().nullable(),
  /** A message for the user; null if there is none. */
  message: z.string().max(2000).nullable(),
});
export type AgentRunEnd = Readonly<z.infer<typeof AgentRunEnd>>;
