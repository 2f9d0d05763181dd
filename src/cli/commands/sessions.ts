import { expectNone, type CommandDefinition } from '../command.ts';
import { callApp } from '../app-client.ts';
import { table } from '../terminal/table.ts';
import { inFolders, span } from '../terminal/text.ts';

/** As returned by `GET /sessions`; times are in seconds. */
export interface ListedSession {
  readonly session_id: string;
  readonly agent_id: string;
  readonly state: string;
  readonly allowed_scopes: readonly string[];
  readonly roots: readonly string[];
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly calls: number;
}

export const sessions: CommandDefinition = {
  summary: 'list sessions: who may do what, and for how long',
  help: '  --all  also those that have ended',
  options: { all: { type: 'boolean' } },
  async run({ args, values, paint, width }) {
    expectNone(args);
    const response = await callApp<{ sessions: ListedSession[] }>('GET', '/sessions');
    const listed = response.sessions.filter(
      (session) => values['all'] || session.ended_at === null,
    );
    const now = Date.now();
    const rows = listed.map((item) => [
      item.session_id,
      item.agent_id,
      item.state,
      item.ended_at === null ? span(item.expires_at * 1000 - now) : 'over',
      String(item.calls),
      `${item.allowed_scopes.join(', ')}${inFolders(item.roots)}`,
    ]);
    const head = ['ID', 'CLIENT', 'STATE', 'TIME LEFT', 'CALLS', 'MAY'];
    const text = table(head, rows, { paint, width });
    return { data: listed, text: rows.length > 0 ? text : 'No active sessions' };
  },
};
