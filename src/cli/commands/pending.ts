import { expectNone, type CommandDefinition } from '../command.ts';
import { callApp } from '../app-client.ts';
import { table } from '../terminal/table.ts';
import { inFolders, span } from '../terminal/text.ts';

/** As returned by `GET /pending`; times are in seconds. */
export interface PendingAsk {
  readonly ask_id: string;
  readonly kind: 'access' | 'confirm';
  readonly agent_id: string;
  readonly asked_at: number;
  readonly deadline_at: number;
  readonly scopes?: readonly string[];
  readonly roots?: readonly string[];
  readonly reason?: string;
  /** The agent gave no reason; Gatehouse wrote this one. */
  readonly reason_in_our_words?: boolean;
  readonly sentence?: string;
}

export const pending: CommandDefinition = {
  summary: 'list asks waiting for your answer',
  help: 'Lists them, oldest first. Answer in the window, or deny one with `gatehouse deny ID`.',
  async run({ args, paint, width }) {
    expectNone(args);
    const { asks } = await callApp<{ asks: PendingAsk[] }>('GET', '/pending');
    const now = Date.now();
    const rows = asks.map((ask) => [
      ask.ask_id,
      ask.agent_id,
      span(ask.deadline_at * 1000 - now),
      summaryOf(ask),
    ]);
    const text = table(['ID', 'CLIENT', 'TIME LEFT', 'WANTS'], rows, { paint, width });
    return { data: asks, text: rows.length > 0 ? text : 'Nothing is waiting for you.' };
  },
};

function summaryOf(ask: PendingAsk): string {
  const { scopes = [], roots = [], reason = '', reason_in_our_words: isOurs, sentence } = ask;
  if (sentence !== undefined) return sentence;
  const summary = `${scopes.join(', ')}${inFolders(roots)}`;
  if (reason === '') return summary;
  return isOurs ? `${summary}. No reason given. ${reason}` : `${summary}: “${reason}”`;
}
