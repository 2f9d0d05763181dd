/** What is beside tools, of a server of which the user has reviewed nothing: it is neither listed nor asked for. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { acceptAll, serverName } from '../integrations/servers/servers-fixture.ts';
import { openedWithAsking } from './asking-server.ts';
import type { AnyClient } from './any-client.ts';

const program = path.join(import.meta.dirname, '../fixtures/mcp-servers/other-server.mjs');
const uri = 'mcp+asking:demo://one';

/** The user has accepted the asking server; now its entry starts another program. */
async function openedWithOther() {
  const opened = await openedWithAsking('stateful');
  const traceFile = path.join(scratch(), 'asked');
  const receipt = await opened.app.app.servers.edit(serverName('asking'), {
    ...{ kind: 'stdio', command: 'node', args: [program, traceFile] },
    ...{ env: [], folders: [], hosts: [], isOutsideSandbox: true },
  });
  expect(receipt).toMatchObject({ kind: 'done' });
  const asked = (): string => (fs.existsSync(traceFile) ? fs.readFileSync(traceFile, 'utf8') : '');
  return { ...opened, asked };
}

const read = (client: AnyClient) => client.readResource({ uri });
const follow = (client: AnyClient) =>
  (client as unknown as { subscribeResource(of: object): Promise<object> }).subscribeResource({
    uri,
  });
const prompt = (client: AnyClient) =>
  client.getPrompt({ name: 'asking__greet', arguments: { who: 'a' } });
const complete = (client: AnyClient) =>
  client.complete({
    ref: { type: 'ref/prompt', name: 'asking__greet' },
    argument: { name: 'who', value: 'a' },
  });

test.each([
  ['a resource is read', 'asking:read_resource', 'resource', read],
  ['a resource is followed', 'asking:subscribe', 'subscription', follow],
  ['a prompt is got', 'asking:get_prompt', 'prompt', prompt],
  ['an argument is completed', 'asking:complete', 'completion', complete],
] as const)('N72 %s only once something was reviewed', async (_, action, trace, use) => {
  const { app, client, asked } = await openedWithOther();
  // It is known only when the server has started that it says something else than was accepted.
  await expect(use(client)).rejects.toThrow(/\w/);
  expect((await app.ledger()).findLast((line) => line.action === action)).toMatchObject({
    code: 'server-blocked',
  });
  expect(app.app.core.executors.contributed(action)).toBeUndefined();
  await expect(use(client)).rejects.toThrow(/\w/);
  const { resources } = await client.listResources();
  expect(resources.filter((resource) => resource.uri.startsWith('mcp+'))).toEqual([]);
  expect(asked()).toBe('');

  await acceptAll(app, 'asking');
  await use(client);
  expect(asked()).toBe(`${trace}\n`);
});
