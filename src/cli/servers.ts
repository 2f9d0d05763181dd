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

export const listServers = async (): Promise<readonly ListedServer[]> =>
  (await callApp<{ servers: ListedServer[] }>('GET', '/mcp/servers')).servers;

export function stateOfServer({ enabled, state, unreviewed }: ListedServer): string {
  if (!enabled) return 'off';
  return unreviewed > 0 ? `${state}, ${unreviewed} to review` : state;
}
