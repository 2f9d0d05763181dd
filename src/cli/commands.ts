import { callHouse, findHouse } from './house-client.ts';
import { Problem } from './problem.ts';
import { verify } from './verify.ts';

export interface Answer {
  readonly data: unknown;
  readonly text: string;
  /** The question was answered, and the answer is no. */
  readonly no?: boolean;
}

type Command = (args: readonly string[]) => Promise<Answer>;

export const usage = `gatehouse: agents ask, you decide

  gatehouse status               is it running, what waits, what is live
  gatehouse keys add NAME        make a client key; it is shown once
  gatehouse keys list            the clients that have a key
  gatehouse keys revoke NAME     take a key back and end its sessions
  gatehouse verify               check every entry of the ledger; needs no running app

  --json                         print JSON
exit codes: 0 ok, 1 refused, 2 usage, 3 not running`;

export const commands: Readonly<Record<string, Command>> = {
  async status(args) {
    expectNone(args);
    const house = await findHouse();
    const status = await callHouse<{ version: string; pending: number; sessions: number }>(
      'GET',
      '/status',
    );
    const data = { running: true, pid: house.pid, mcpUrl: house.mcpUrl, ...status };
    const text = `Gatehouse ${data.version} listens at ${data.mcpUrl}\n${data.pending} asks waiting, ${data.sessions} live sessions`;
    return { data, text };
  },

  async verify(args) {
    expectNone(args);
    const { data, text, ok } = verify();
    return { data, text, no: !ok };
  },

  async keys([verb, ...rest]) {
    if (verb === 'add') return addKey(oneName(rest));
    if (verb === 'revoke') return revokeKey(oneName(rest));
    if (verb === 'list') {
      expectNone(rest);
      return listKeys();
    }
    throw new Problem('usage', `Say keys add, keys list or keys revoke.\n\n${usage}`);
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

async function listKeys(): Promise<Answer> {
  const data = await callHouse<{ keys: { name: string; created: string }[] }>('GET', '/keys');
  const lines = data.keys.map((key) => `${key.name.padEnd(24)} ${key.created}`);
  return { data: data.keys, text: lines.join('\n') || 'No client has a key yet.' };
}

function oneName(args: readonly string[]): string {
  const [name, ...more] = args;
  if (!name || more.length > 0) throw new Problem('usage', `Give one name.\n\n${usage}`);
  return name;
}

function expectNone(args: readonly string[]): void {
  if (args.length > 0) throw new Problem('usage', `Too many words: ${args.join(' ')}\n\n${usage}`);
}
