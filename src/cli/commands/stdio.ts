import { expectNone, textOption, type Command } from '../command.ts';
import { stdio } from '../stdio/stdio.ts';

export const stdioCommand: Command = {
  summary: 'for MCP clients that speak over stdin and stdout',
  help: `  gatehouse stdio [--client NAME]

Passes MCP messages between stdin and stdout and the running app, which is started when it is not
running. Put it into the configuration of the client as its command.
  --client NAME  under which name the client is known (stdio); it gets a key of its own, once
  --renew-key    make a new key, after the old one was taken back
  --no-start     do not start the app`,
  options: {
    client: { type: 'string' },
    'renew-key': { type: 'boolean' },
    'no-start': { type: 'boolean' },
  },
  async run({ words, values }) {
    expectNone(words);
    await stdio({
      client: textOption(values['client']) ?? 'stdio',
      renewKey: values['renew-key'] === true,
      start: values['no-start'] !== true,
    });
    return null;
  },
};
