/** Commands that revoke or deny. Nothing here grants anything. */
import { expectNone, oneArg, textOption, type CommandDefinition } from '../command.ts';
import { callApp } from '../app-client.ts';
import { CliError } from '../cli-error.ts';
import { counted } from '../terminal/text.ts';
import type { PendingAsk } from './pending.ts';
import type { ListedSession } from './sessions.ts';

export const revoke: CommandDefinition = {
  summary: 'end one session or all of them',
  help: `  gatehouse revoke ID     the session of that id, or the one whose id begins so
  gatehouse revoke --all  end all active sessions`,
  options: { all: { type: 'boolean' } },
  async run({ args, values }) {
    if (values['all']) {
      expectNone(args);
      const data = await callApp<{ revoked: number }>('POST', '/revoke-all', {});
      return { data, text: `${counted(data.revoked, 'session')} ended.` };
    }
    const prefix = oneArg(args, 'session id (gatehouse sessions lists them), or --all');
    const { sessions } = await callApp<{ sessions: ListedSession[] }>('GET', '/sessions');
    const live = sessions
      .filter((session) => session.ended_at === null)
      .map((item) => item.session_id);
    const session_id = uniqueMatch(live, prefix, 'active session');
    const data = await callApp('POST', '/mcp/revoke', { session_id });
    return { data, text: `Ended session ${session_id}.` };
  },
};

export const deny: CommandDefinition = {
  summary: 'deny a pending ask',
  help: `  gatehouse deny ID [--reason TEXT]

The id is one from gatehouse pending, or the start of one.
  --reason TEXT  sent to the agent`,
  options: { reason: { type: 'string' } },
  async run({ args, values }) {
    const prefix = oneArg(args, 'id (gatehouse pending lists them)');
    const { asks } = await callApp<{ asks: PendingAsk[] }>('GET', '/pending');
    const ask_id = uniqueMatch(
      asks.map((ask) => ask.ask_id),
      prefix,
      'pending ask',
    );
    const reason = textOption(values['reason']);
    const body = { ask_id, ...(reason === undefined ? {} : { reason }) };
    const data = await callApp('POST', '/mcp/deny', body);
    return { data, text: `Denied ${ask_id}.` };
  },
};

function uniqueMatch(ids: readonly string[], prefix: string, noun: string): string {
  const matches = ids.filter((id) => id.startsWith(prefix));
  const [only] = matches;
  if (only && matches.length === 1) return only;
  if (matches.length === 0) throw new CliError('refused', `There is no ${noun} ${prefix}.`);
  throw new CliError('refused', `${matches.length} begin with ${prefix}: ${matches.join(', ')}.`);
}
