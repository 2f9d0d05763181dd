import { expectNone, oneArg, type CommandOutput, type CommandDefinition } from '../command.ts';
import { callApp, findApp } from '../app-client.ts';
import { CliError } from '../cli-error.ts';
import { table } from '../terminal/table.ts';
import { localTime } from '../terminal/text.ts';

export const keys: CommandDefinition = {
  summary: 'manage client keys',
  help: `  gatehouse keys add NAME     create a key for a client; it is shown once
      --in-path               accept the key in the URL, for a client that cannot send headers;
                              anyone who sees the URL has the key
  gatehouse keys list         list the clients that have a key
  gatehouse keys revoke NAME  revoke a key; its pending asks and sessions end`,
  options: { 'in-path': { type: 'boolean' } },
  async run({ args: [verb, ...rest], values, paint }) {
    const inPath = values['in-path'] === true;
    if (inPath && verb !== 'add')
      throw new CliError('usage', '--in-path only works with keys add.');
    if (verb === 'add') return addKey(oneArg(rest, 'name'), inPath);
    if (verb === 'revoke') return revokeKey(oneArg(rest, 'name'));
    if (verb !== 'list') throw new CliError('usage', 'Use keys add, keys list or keys revoke.');
    expectNone(rest);
    const { keys: all } = await callApp<{ keys: { name: string; created: string }[] }>(
      'GET',
      '/keys',
    );
    const rows = all.map((key) => [key.name, localTime(key.created)]);
    const text = table(['CLIENT', 'SINCE'], rows, { paint });
    return { data: all, text: rows.length > 0 ? text : 'No client has a key yet.' };
  },
};

async function addKey(name: string, inPath: boolean): Promise<CommandOutput> {
  const body = inPath ? { name, in_path: true } : { name };
  const data = await callApp<{ name: string; key: string }>('POST', '/keys', body);
  const { mcpUrl } = await findApp();
  const header = `Give it to the client for ${mcpUrl} as the header\nAuthorization: Bearer <key>`;
  const address = `Give the client this URL and keep it secret:\n${mcpUrl}/k/${data.key}`;
  const text = `${data.key}\n\nThis key is shown once. ${inPath ? address : header}`;
  return { data, text };
}

async function revokeKey(name: string): Promise<CommandOutput> {
  const data = await callApp<{ name: string }>('POST', '/keys/revoke', { name });
  return { data, text: `Revoked the key of ${data.name}.` };
}
