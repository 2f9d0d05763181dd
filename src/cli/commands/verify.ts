import { expectNone, type Command } from '../command.ts';
import { verify } from '../verify.ts';

export const verifyCommand: Command = {
  summary: 'check every entry of the ledger',
  help: 'Reads the whole ledger and its checkpoints, without the app, and names the first entry that is\nnot what it was. It then ends with 1.',
  async run({ words }) {
    expectNone(words);
    const { data, text, ok } = verify();
    return { data, text, no: !ok };
  },
};
