/** A client whose key is taken away has nothing open a moment later, in either era of MCP. */
import { describe, expect, it } from 'vitest';
import { managementToken, TestApp } from '../fakes/test-app.ts';

const version = '2026-07-28';
const accept = 'application/json, text/event-stream';

interface Sent {
  readonly key: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const sent = (app: TestApp, { key, body, headers = {} }: Sent): Promise<Response> =>
  fetch(app.app.mcpUrl, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: accept,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body ? { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }) } : {}),
  });

async function startSession(app: TestApp, key: string): Promise<Record<string, string>> {
  const clientInfo = { name: 'by hand', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const { headers } = await sent(app, { key, body: { method: 'initialize', params } });
  return { 'Mcp-Session-Id': headers.get('mcp-session-id') ?? '' };
}

const revoke = (app: TestApp, name: string): Promise<Response> =>
  fetch(`${app.url}/keys/revoke`, {
    method: 'POST',
    headers: { Authorization: managementToken, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });

describe('A2 a key that is taken away', () => {
  it('ends its standing stream and the call that waits for the user, and nobody else', async () => {
    const app = await TestApp.open();
    const [key, others] = [await app.newKey('one'), await app.newKey('other')];
    const headers = await startSession(app, key);
    const theirs = await startSession(app, others);
    const standing = await sent(app, { key, headers });
    const kept = await sent(app, { key: others, headers: theirs });
    const accessArgs = { scopes: ['read:files'], roots: ['/usr/share'], reason: 'to read' };
    const call = { name: 'request_access', arguments: accessArgs };
    const waiting = sent(app, { key, headers, body: { method: 'tools/call', params: call } });
    await app.nextQuestion();
    expect((await revoke(app, 'one')).status).toBe(200);
    expect(await standing.text()).toBe('');
    expect(await (await waiting).text()).not.toContain('session_id');
    expect(app.app.core.asks.list()).toEqual([]);
    expect((await sent(app, { key, headers, body: { method: 'ping' } })).status).toBe(401);
    const stillThere = { key: others, headers: theirs, body: { method: 'ping' } };
    expect((await sent(app, stillThere)).status).toBe(200);
    await kept.body?.cancel();
  });

  it('ends what it listens to in the stateless protocol', async () => {
    const app = await TestApp.open();
    const key = await app.newKey('one');
    const method = 'subscriptions/listen';
    const meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'MCP-Protocol-Version': version, 'Mcp-Method': method };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const listening = await sent(app, { key, headers, body: { method, params } });
    expect(listening.headers.get('content-type')).toContain('text/event-stream');
    const text = listening.text();
    await revoke(app, 'one');
    expect(await text).toContain('acknowledged');
  });
});
