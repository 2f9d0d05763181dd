import { expectNone, type Command } from '../command.ts';
import { House } from '../house-client.ts';
import { counted } from '../terminal/words.ts';

export interface Status {
  readonly version: string;
  readonly pending: number;
  readonly sessions: number;
}

export const status: Command = {
  summary: 'is it running, what waits, what is live',
  help: 'Prints where it listens, how many questions wait for you and how many sessions are live.',
  async run({ words, paint }) {
    expectNone(words);
    const house = await House.find();
    try {
      const said = await house.call<Status>('GET', '/status');
      const { pid, mcpUrl } = house.discovery;
      const waiting = `${counted(said.pending, 'question')} waiting`;
      const text = [
        `Gatehouse ${said.version} listens at ${mcpUrl}`,
        `${said.pending > 0 ? paint.warn(waiting) : waiting}, ${counted(said.sessions, 'live session')}`,
      ].join('\n');
      return { data: { running: true, pid, ...said }, text };
    } finally {
      house.close();
    }
  },
};
