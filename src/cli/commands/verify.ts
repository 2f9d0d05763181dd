import { expectNone, type CommandDefinition } from '../command.ts';
import { verify } from '../verify.ts';

export const verifyCommand: CommandDefinition = {
  summary: 'verify the whole ledger',
  help: 'Reads the ledger and its checkpoints without the app. If an entry was altered, names the first one and exits with 1.',
  async run({ args }) {
    expectNone(args);
    const { data, text, ok } = verify();
    return { data, text, isNegative: !ok };
  },
};
