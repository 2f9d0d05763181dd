import { expectNone, textOption, type CommandDefinition } from '../command.ts';
import { stdio } from '../stdio/stdio.ts';

export const stdioCommand: CommandDefinition = {
  summary: 'connect an MCP client over stdin and stdout',
  help: `  gatehouse stdio [--client NAME]

Connects an MCP client to the app over stdin and stdout, and starts the app if it is not running.
Set it as the command in the client's configuration.
  --client NAME  name of the client (default: stdio); it gets its own key on first use
  --renew-key    create a new key after the old one was revoked
  --no-start     do not start the app`,
  options: {
    client: { type: 'string' },
    'renew-key': { type: 'boolean' },
    'no-start': { type: 'boolean' },
  },
  async run({ args, values }) {
    expectNone(args);
    await stdio({
      client: textOption(values['client']) ?? 'stdio',
      renewKey: values['renew-key'] === true,
      start: values['no-start'] !== true,
    });
    return null;
  },
};
