/** The clients on this machine: connected or not, and whether their own tools are under the gate. */
import { expectNone, type CommandDefinition } from '../command.ts';
import { listClients, ownToolsOf } from '../clients.ts';
import { table } from '../terminal/table.ts';

export const clients: CommandDefinition = {
  summary: 'list the clients on this machine',
  help: `Shows whether each client is connected, and whether its own edit and shell tools are under the
gate. Changes nothing: connecting and undoing is done on the Clients page.
      --all                   also clients that are not installed`,
  options: { all: { type: 'boolean' } },
  async run({ args, values, paint, width }) {
    expectNone(args);
    const all = await listClients();
    const shown =
      values['all'] === true ? all : all.filter(({ state }) => state !== 'not-installed');
    const rows = shown.map((client) => [
      client.name,
      states[client.state] ?? client.state,
      ownToolsOf(client),
    ]);
    const text = table(['CLIENT', 'GATEHOUSE', 'OWN TOOLS'], rows, { paint, width });
    return { data: shown, text: rows.length > 0 ? text : 'No client was found on this computer.' };
  },
};

const states: Readonly<Record<string, string>> = {
  'not-installed': 'not installed',
  'can-connect': 'not connected',
  waiting: 'waiting for it to connect',
  connected: 'connected',
  changed: 'changed outside Gatehouse',
};
