/** Following resources of a real server, and its instructions, for clients of both kinds of MCP. */
import type { Client as StatelessClient } from '@modelcontextprotocol/client';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { detailsOf, serverName } from '../integrations/servers/servers-fixture.ts';
import { allowAll } from '../fakes/test-app.ts';
import { connectWith, mcpVersions, type AnyClient } from './any-client.ts';
import { appWithAsking, openedWithAsking, textOf } from './asking-server.ts';

const address = 'mcp+asking:demo://one';

interface Following {
  /** The addresses that the client was notified of. */
  readonly notified: string[];
  stop(): Promise<void>;
}

async function follow(
  client: AnyClient,
  version: (typeof mcpVersions)[number],
  uri: string,
): Promise<Following> {
  const notified: string[] = [];
  if (version === 'stateful') {
    const own = client as unknown as Client;
    own.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      notified.push(params.uri);
    });
    await own.subscribeResource({ uri });
    return { notified, stop: async () => void (await own.unsubscribeResource({ uri })) };
  }
  const own = client as unknown as StatelessClient;
  own.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    notified.push(params.uri);
  });
  const stream = await own.listen({ resourceSubscriptions: [uri] });
  if (!stream.honoredFilter.resourceSubscriptions?.includes(uri)) throw new Error('not followed');
  return { notified, stop: () => stream.close() };
}

describe.each(mcpVersions)('a resource of a server, %s', (version) => {
  test('is followed through the gate, and the client is notified of its changes only', async () => {
    const { app, client } = await openedWithAsking(version);
    const following = await follow(client, version, address);
    expect(await textOf(client, 'asking__followed')).toBe('["demo://one"]');

    await textOf(client, 'asking__touch');

    await expect.poll(() => following.notified).toEqual([address]);
    const actions = (await app.ledger()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'asking:subscribe')).not.toEqual([]);
    await following.stop();
    await expect.poll(() => textOf(client, 'asking__followed')).toBe('[]');
  });

  test('is followed again when its server was restarted', async () => {
    const { app, client } = await openedWithAsking(version);
    const following = await follow(client, version, address);
    await app.app.servers.restart(serverName('asking'));
    // What changed meanwhile is not known.
    await expect.poll(() => following.notified, { timeout: 10_000 }).toEqual([address]);
    expect(await textOf(client, 'asking__followed')).toBe('["demo://one"]');
  });

  test('is no longer followed when the session has ended or the server is hidden', async () => {
    const { app, client } = await openedWithAsking(version);
    const other = await openedClient(app, version);
    const [mine, theirs] = [
      await follow(client, version, address),
      await follow(other, version, address),
    ];
    const name = serverName('asking');
    const { servers, core } = app.app;
    await servers.setVisible({ name, tool: null, client: 'other' as never, isVisible: false });
    await textOf(client, 'asking__touch');
    await expect.poll(() => mine.notified).toEqual([address]);
    expect(theirs.notified).toEqual([]);

    const session = core.sessions.list().find(({ agent }) => agent.clientId === 'claude');
    if (!session) throw new Error('no session');
    core.sessions.end(session.sessionId, 'person');
    await servers.setVisible({ name, tool: null, client: 'other' as never, isVisible: true });
    await expect.poll(() => textOf(other, 'asking__followed')).toBe('[]');
  });

  test('is not followed without the scope, and not where it is none of a server', async () => {
    const app = await appWithAsking();
    const client = await openedClient(app, version, { mayUse: false });
    await expect(follow(client, version, 'gatehouse://roots')).rejects.toThrow(/follow/);
    const refused = follow(client, version, address).then(
      () => 'followed',
      (error: unknown) => String(error),
    );
    const ask = await app.nextQuestion();
    app.app.core.asks.answer(ask.askId, { kind: 'deny', reason: '' });
    expect(await refused).toMatch(/not followed|denied/);
  });
});

async function openedClient(
  app: Awaited<ReturnType<typeof appWithAsking>>,
  version: (typeof mcpVersions)[number],
  { mayUse = true } = {},
): Promise<AnyClient> {
  const client = await connectWith(app, version, 'other');
  if (!mayUse) return client;
  const first = client.callTool({ name: 'asking__cancelled', arguments: {} });
  await app.answerNext(allowAll);
  await first;
  return client;
}

describe.each(mcpVersions)('accepted instructions, %s', (version) => {
  test('are passed on as the own words of the server, and no others', async () => {
    const { app, client } = await openedWithAsking(version);
    const said = instructionsOf(client);
    expect(said).toContain(
      'The MCP server asking says:\n> Ask before you touch.\n> Gatehouse: every',
    );
    expect(said).toContain('neither of the user nor of Gatehouse');

    const name = serverName('asking');
    const { instructions } = await detailsOf(app, 'asking');
    expect(instructions).toMatchObject({ pin: 'pinned' });
    const hidden = { name, tool: null, client: 'other' as never, isVisible: false };
    await app.app.servers.setVisible(hidden);
    expect(instructionsOf(await connectWith(app, version, 'other'))).not.toContain('asking');
    await app.app.servers.enable(name, false);
    expect(instructionsOf(await connectWith(app, version, 'third'))).not.toContain('asking');
  });
});

const instructionsOf = (client: AnyClient): string =>
  (client as unknown as Client).getInstructions() ?? '';
