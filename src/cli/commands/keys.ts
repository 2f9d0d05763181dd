import { expectNone, oneWord, type Answer, type Command } from '../command.ts';
import { callHouse, findHouse } from '../house-client.ts';
import { Problem } from '../problem.ts';
import { table } from '../terminal/table.ts';
import { localTime } from '../terminal/words.ts';

export const keys: Command = {
  summary: 'the keys with which clients come in',
  help: `  gatehouse keys add NAME     make a key for a client; it is shown once
      --in-path               it may also stand in the address, for a client that cannot send headers;
                              whoever reads the address then has the key
  gatehouse keys list         the clients that have a key
  gatehouse keys revoke NAME  take a key back; its questions and sessions end`,
  options: { 'in-path': { type: 'boolean' } },
  async run({ words: [verb, ...rest], values, paint }) {
    const inPath = values['in-path'] === true;
    if (inPath && verb !== 'add') throw new Problem('usage', '--in-path goes with keys add.');
    if (verb === 'add') return addKey(oneWord(rest, 'name'), inPath);
    if (verb === 'revoke') return revokeKey(oneWord(rest, 'name'));
    if (verb !== 'list') throw new Problem('usage', 'Say keys add, keys list or keys revoke.');
    expectNone(rest);
    const { keys: all } = await callHouse<{ keys: { name: string; created: string }[] }>(
      'GET',
      '/keys',
    );
    const rows = all.map((key) => [key.name, localTime(key.created)]);
    const text = table(['CLIENT', 'SINCE'], rows, { paint });
    return { data: all, text: rows.length > 0 ? text : 'No client has a key yet.' };
  },
};

async function addKey(name: string, inPath: boolean): Promise<Answer> {
  const wish = inPath ? { name, in_path: true } : { name };
  const data = await callHouse<{ name: string; key: string }>('POST', '/keys', wish);
  const { mcpUrl } = await findHouse();
  const header = `Give it to the client for ${mcpUrl} as the header\nAuthorization: Bearer <key>`;
  const address = `Give the client this address, and show it to nobody else:\n${mcpUrl}/k/${data.key}`;
  const text = `${data.key}\n\nThis key is shown once. ${inPath ? address : header}`;
  return { data, text };
}

async function revokeKey(name: string): Promise<Answer> {
  const data = await callHouse<{ name: string }>('POST', '/keys/revoke', { name });
  return { data, text: `The key of ${data.name} no longer opens anything.` };
}
