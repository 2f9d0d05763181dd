import { expectNone, type Command } from '../command.ts';
import { callHouse } from '../house-client.ts';
import { table } from '../terminal/table.ts';
import { inFolders, span } from '../terminal/words.ts';

/** As `GET /pending` gives it; moments are in seconds. */
export interface PendingAsk {
  readonly ask_id: string;
  readonly kind: 'access' | 'confirm';
  readonly agent_id: string;
  readonly asked_at: number;
  readonly deadline_at: number;
  readonly scopes?: readonly string[];
  readonly roots?: readonly string[];
  readonly reason?: string;
  /** The agent gave none; what stands there is Gatehouse's. */
  readonly reason_in_our_words?: boolean;
  readonly sentence?: string;
}

export const pending: Command = {
  summary: 'the questions that wait for you',
  help: 'Lists them, oldest first. You answer in the window; `gatehouse deny ID` says no from here.',
  async run({ words, paint, width }) {
    expectNone(words);
    const { asks } = await callHouse<{ asks: PendingAsk[] }>('GET', '/pending');
    const now = Date.now();
    const rows = asks.map((ask) => [
      ask.ask_id,
      ask.agent_id,
      span(ask.deadline_at * 1000 - now),
      whatOf(ask),
    ]);
    const text = table(['ID', 'CLIENT', 'TIME LEFT', 'WANTS'], rows, { paint, width });
    return { data: asks, text: rows.length > 0 ? text : 'Nobody is waiting for you.' };
  },
};

function whatOf(ask: PendingAsk): string {
  const { scopes = [], roots = [], reason = '', reason_in_our_words: isOurs, sentence } = ask;
  if (sentence !== undefined) return sentence;
  const what = `${scopes.join(', ')}${inFolders(roots)}`;
  if (reason === '') return what;
  return isOurs ? `${what}. No reason given. ${reason}` : `${what}: “${reason}”`;
}
