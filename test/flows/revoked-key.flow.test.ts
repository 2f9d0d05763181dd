/** A client whose key is taken away has nothing open a moment later, in either era of MCP. */
import { describe, expect, it } from 'vitest';
import { managementToken, TestHouse } from '../fakes/house.ts';

const version = '2026-07-28';
const accept = 'application/json, text/event-stream';

interface Sent {
  readonly key: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const sent = (house: TestHouse, { key, body, headers = {} }: Sent): Promise<Response> =>
  fetch(house.app.mcpUrl, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: accept,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body ? { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }) } : {}),
  });

async function startSession(house: TestHouse, key: string): Promise<Record<string, string>> {
  const clientInfo = { name: 'by hand', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const { headers } = await sent(house, { key, body: { method: 'initialize', params } });
  return { 'Mcp-Session-Id': headers.get('mcp-session-id') ?? '' };
}

const revoke = (house: TestHouse, name: string): Promise<Response> =>
  fetch(`${house.url}/keys/revoke`, {
    method: 'POST',
    headers: { Authorization: managementToken, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });

describe('A2 a key that is taken away', () => {
  it('ends its standing stream and the call that waits for the person, and nobody else', async () => {
    const house = await TestHouse.open();
    const [key, others] = [await house.newKey('one'), await house.newKey('other')];
    const headers = await startSession(house, key);
    const theirs = await startSession(house, others);
    const standing = await sent(house, { key, headers });
    const kept = await sent(house, { key: others, headers: theirs });
    const wish = { scopes: ['read:files'], roots: ['/usr/share'], reason: 'to read' };
    const call = { name: 'request_access', arguments: wish };
    const waiting = sent(house, { key, headers, body: { method: 'tools/call', params: call } });
    await house.nextQuestion();
    expect((await revoke(house, 'one')).status).toBe(200);
    expect(await standing.text()).toBe('');
    expect(await (await waiting).text()).not.toContain('session_id');
    expect(house.app.core.asks.list()).toEqual([]);
    expect((await sent(house, { key, headers, body: { method: 'ping' } })).status).toBe(401);
    const stillThere = { key: others, headers: theirs, body: { method: 'ping' } };
    expect((await sent(house, stillThere)).status).toBe(200);
    await kept.body?.cancel();
  });

  it('ends what it listens to in the second era', async () => {
    const house = await TestHouse.open();
    const key = await house.newKey('one');
    const method = 'subscriptions/listen';
    const meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'MCP-Protocol-Version': version, 'Mcp-Method': method };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const listening = await sent(house, { key, headers, body: { method, params } });
    expect(listening.headers.get('content-type')).toContain('text/event-stream');
    const text = listening.text();
    await revoke(house, 'one');
    expect(await text).toContain('acknowledged');
  });
});
