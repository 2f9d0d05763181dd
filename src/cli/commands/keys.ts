import { expectNone, oneWord, type Answer, type Command } from '../command.ts';
import { callHouse, findHouse } from '../house-client.ts';
import { Problem } from '../problem.ts';
import { table } from '../terminal/table.ts';
import { localTime } from '../terminal/words.ts';

export const keys: Command = {
  summary: 'the keys with which clients come in',
  help: `  gatehouse keys add NAME     make a key for a client; it is shown once
  gatehouse keys list         the clients that have a key
  gatehouse keys revoke NAME  take a key back; its questions and sessions end`,
  async run({ words: [verb, ...rest], paint }) {
    if (verb === 'add') return addKey(oneWord(rest, 'name'));
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

async function addKey(name: string): Promise<Answer> {
  const data = await callHouse<{ name: string; key: string }>('POST', '/keys', { name });
  const { mcpUrl } = await findHouse();
  const text = `${data.key}\n\nThis key is shown once. Give it to the client for ${mcpUrl} as the header\nAuthorization: Bearer <key>`;
  return { data, text };
}

async function revokeKey(name: string): Promise<Answer> {
  const data = await callHouse<{ name: string }>('POST', '/keys/revoke', { name });
  return { data, text: `The key of ${data.name} no longer opens anything.` };
}
