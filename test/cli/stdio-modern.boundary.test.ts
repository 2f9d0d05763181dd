/** `gatehouse stdio` for clients of MCP's second era: no session, headers that repeat the body. */
import { describe, expect, test } from 'vitest';
import { eventually, TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { RawClient } from './stdio-fixture.ts';

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const listChanged = 'notifications/tools/list_changed';
const acknowledged = 'notifications/subscriptions/acknowledged';

describe('stateless MCP over stdio', { timeout: 120_000 }, () => {
  test('works from the first message on', async () => {
    const app = await TestApp.open();
    const client = new RawClient(app.dataDir, '--client', 'desk');
    const discovered = await client.ask(1, 'server/discover', { _meta });
    expect(JSON.stringify(discovered.result)).toContain('2026-07-28');
    const listed = await client.ask('two', 'tools/list', { _meta });
    expect(JSON.stringify(listed.result)).toContain('request_access');
    const params = { _meta, name: 'access_status', arguments: {} };
    const status = await client.ask(3, 'tools/call', params);
    expect(status.result).toMatchObject({ structuredContent: expect.anything() });
    const odd = await client.ask(4, 'tools/call', { ...params, name: 'größe ' });
    expect(odd.error).toBeDefined();
    expect(JSON.stringify(odd.error)).not.toContain('header');
  });

  test('cancelling a call withdraws its ask', async () => {
    const app = await TestApp.open();
    const client = new RawClient(app.dataDir);
    const accessArgs = { scopes: ['read:files'], roots: [scratch()], reason: 'to read' };
    const params = { _meta, name: 'request_access', arguments: accessArgs };
    client.send({ jsonrpc: '2.0', id: 5, method: 'tools/call', params });
    await app.nextAsk();
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 5 } };
    client.send({ jsonrpc: '2.0', ...cancelled });
    await eventually(() => app.app.core.asks.list().every((ask) => ask.waiting === 0));
    await client.ask(6, 'tools/list', { _meta });
    expect(client.received.some((message) => message.id === 5)).toBe(false);
  });

  test('a subscription continues after a restart, with notifications that its lists may have changed', async () => {
    const app = await TestApp.open();
    const client = new RawClient(app.dataDir);
    const params = { _meta, notifications: { toolsListChanged: true } };
    client.send({ jsonrpc: '2.0', id: 'sub', method: 'subscriptions/listen', params });
    await client.waitFor(({ method }) => method === acknowledged);
    await app.app.dispose();
    await TestApp.open(app.dataDir);
    const change = await client.waitFor(({ method }) => method === listChanged);
    expect(JSON.stringify(change.params)).toContain('"sub"');
    await client.ask(6, 'tools/list', { _meta });
    expect(client.received.filter(({ method }) => method === acknowledged)).toHaveLength(1);
    expect(client.received.some(({ id, method }) => id === 'sub' && !method)).toBe(false);
  });
});
