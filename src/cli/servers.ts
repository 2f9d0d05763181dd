/** The body of `GET /mcp/servers`, and a server's state in a few words. */
import { callApp } from './app-client.ts';

export interface ListedServer {
  readonly name: string;
  readonly address: string;
  readonly enabled: boolean;
  readonly state: string;
  readonly why: string;
  readonly hint: string | null;
  readonly isolation: 'sandboxed' | 'none' | 'remote';
  readonly why_no_sandbox: string | null;
  readonly processes: number;
  readonly memory_bytes: number | null;
  readonly last_used: string | null;
  readonly tools: number | null;
  readonly unreviewed: number;
}

export interface ServerList {
  readonly servers: readonly ListedServer[];
  /** Why they can't be read, and what to do. */
  readonly error: string | null;
}

export const listServers = (): Promise<ServerList> => callApp<ServerList>('GET', '/mcp/servers');

export function stateOfServer({ enabled, state, unreviewed }: ListedServer): string {
  if (!enabled) return 'off';
  return unreviewed > 0 ? `${state}, ${unreviewed} to review` : state;
}
