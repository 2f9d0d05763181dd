/** What can be taken away from here. Nothing here gives anything. */
import { expectNone, oneWord, textOption, type Command } from '../command.ts';
import { callHouse } from '../house-client.ts';
import { Problem } from '../problem.ts';
import { counted } from '../terminal/words.ts';
import type { PendingAsk } from './pending.ts';
import type { ListedSession } from './sessions.ts';

export const revoke: Command = {
  summary: 'end a session, or every one',
  help: `  gatehouse revoke ID     the session of that id, or the one whose id begins so
  gatehouse revoke --all  every live session`,
  options: { all: { type: 'boolean' } },
  async run({ words, values }) {
    if (values['all']) {
      expectNone(words);
      const data = await callHouse<{ revoked: number }>('POST', '/revoke-all', {});
      return { data, text: `${counted(data.revoked, 'session')} ended.` };
    }
    const wanted = oneWord(words, 'session id (gatehouse sessions lists them), or --all');
    const { sessions } = await callHouse<{ sessions: ListedSession[] }>('GET', '/sessions');
    const live = sessions.filter((one) => one.ended_at === null).map((one) => one.session_id);
    const session_id = theOneOf(live, wanted, 'live session');
    const data = await callHouse('POST', '/mcp/revoke', { session_id });
    return { data, text: `The session ${session_id} has ended.` };
  },
};

export const deny: Command = {
  summary: 'say no to a question that waits',
  help: `  gatehouse deny ID [--reason TEXT]

The id is one that gatehouse pending lists, or the beginning of one.
  --reason TEXT  the agent reads it`,
  options: { reason: { type: 'string' } },
  async run({ words, values }) {
    const wanted = oneWord(words, 'id (gatehouse pending lists them)');
    const { asks } = await callHouse<{ asks: PendingAsk[] }>('GET', '/pending');
    const ask_id = theOneOf(
      asks.map((ask) => ask.ask_id),
      wanted,
      'question',
    );
    const reason = textOption(values['reason']);
    const body = { ask_id, ...(reason === undefined ? {} : { reason }) };
    const data = await callHouse('POST', '/mcp/deny', body);
    return { data, text: `The answer to ${ask_id} is no.` };
  },
};

function theOneOf(ids: readonly string[], wanted: string, what: string): string {
  const fitting = ids.filter((id) => id.startsWith(wanted));
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  if (fitting.length === 0) throw new Problem('refused', `There is no ${what} ${wanted}.`);
  throw new Problem('refused', `${fitting.length} begin with ${wanted}: ${fitting.join(', ')}.`);
}
