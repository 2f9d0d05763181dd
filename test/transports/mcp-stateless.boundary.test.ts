/** MCP of 2026-07-28 on the same address, with the real client of that era and by hand. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { done } from '../../src/shared/actions/outcomes.ts';
import {
  granted,
  nextAsk,
  nextConfirm,
  readAccess,
  recordingExecutor,
  ledgerLines,
} from '../core/core-fixture.ts';
import { openTestApp, sendJson, tokens } from './test-app.ts';

const opened = {
  path: '/w/app/a',
  content: 'hello',
  language: 'plaintext',
  version: '1',
  bytes: 5,
  truncated: false,
};

const version = '2026-07-28';

type Mode = ConstructorParameters<typeof Client>[1];

async function connect(port: number, token: string, options: Mode): Promise<Client> {
  const client = new Client({ name: 'a client', version: '3' }, options);
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

const modern = (port: number, token: string = tokens.cursor): Promise<Client> =>
  connect(port, token, { versionNegotiation: { mode: { pin: version } } });

/** A request of that era, by hand. */
const posted = (
  port: number,
  method: string,
  params: Record<string, unknown>,
  headers: Record<string, string> = {},
) =>
  sendJson(port, {
    path: '/mcp',
    token: tokens.cursor,
    json: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      ...(typeof params['name'] === 'string' ? { 'Mcp-Name': params['name'] } : {}),
      ...headers,
    },
  });

describe('a client of 2026-07-28', () => {
  test('finds out who we are without initialize, lists the tools and calls one', async () => {
    const { port, core, clock } = await openTestApp();
    recordingExecutor(core, { answer: done(opened) });
    await granted(core, clock);
    const client = await modern(port);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'gatehouse', version: '1.2.3' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['open_file']));
    const result = await client.callTool({ name: 'open_file', arguments: { path: '/w/app/a' } });
    expect(result.structuredContent).toEqual(opened);
  });

  test('is the client of its key, under the name it claims; a refusal is a result', async () => {
    const { port, core, clock } = await openTestApp();
    const client = await modern(port, tokens.claude);
    const asking = client.callTool({ name: 'request_access', arguments: { ...readAccess } });
    const ask = await nextAsk(core, clock);
    expect(ask.agent).toMatchObject({ clientId: 'claude', claimedName: 'a client' });
    core.asks.answer(ask.askId, { kind: 'deny', reason: 'no' });
    expect(await asking).toMatchObject({
      isError: true,
      structuredContent: { status: 'denied', code: 'denied-by-person' },
    });
  });

  test('a client that can speak both finds the newer one', async () => {
    const { port } = await openTestApp();
    const client = await connect(port, tokens.cursor, { versionNegotiation: { mode: 'auto' } });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
  });

  test('the same client package speaks the stateful protocol just as well', async () => {
    const { port } = await openTestApp();
    const client = await connect(port, tokens.cursor, { versionNegotiation: { mode: 'legacy' } });
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    const { tools } = await client.listTools();
    expect(tools[0]?.name).toBe('request_access');
  });

  test('C10 closing the response stream takes the question away', async () => {
    const { port, core, clock, ledgerStore } = await openTestApp();
    const client = await modern(port);
    const gone = new AbortController();
    const asking = client
      .callTool({ name: 'request_access', arguments: { ...readAccess } }, { signal: gone.signal })
      .catch(String);
    await nextAsk(core, clock);
    gone.abort();
    await asking;
    await expect.poll(() => core.asks.list().length).toBe(0);
    await clock.advance(0);
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome request_access refused ask-withdrawn');
  });

  test('learns that the list of tools has changed when an editor comes, and nothing after a grant', async () => {
    const { port, core, clock } = await openTestApp();
    const received: string[] = [];
    for (const name of ['cursor', 'claude'] as const) {
      const client = await modern(port, tokens[name]);
      client.setNotificationHandler(
        'notifications/tools/list_changed',
        () => void received.push(name),
      );
      const subscription = await client.listen({ toolsListChanged: true });
      onTestFinished(() => subscription.close());
    }
    await granted(core, clock);
    recordingExecutor(core, { actions: ['get_cursor_pos'] });
    await expect.poll(() => received.toSorted()).toEqual(['claude', 'cursor']);
    const client = await modern(port);
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    expect(names).toEqual(expect.arrayContaining(['delete_file', 'get_cursor_pos']));
  });

  test('is shown as the exact call when it must be confirmed', async () => {
    const { port, core, clock } = await openTestApp();
    recordingExecutor(core, { actions: ['delete_file'] });
    await granted(core, clock, { args: { ...readAccess, scopes: ['delete:files'] } });
    const client = await modern(port);
    const calling = client.callTool({ name: 'delete_file', arguments: { path: '/w/app/a' } });
    const { askId, exact } = await nextConfirm(core, clock);
    expect(JSON.parse(exact)).toEqual({ path: '/w/app/a', recursive: false });
    core.asks.answer(askId, { kind: 'deny', reason: 'no' });
    expect(await calling).toMatchObject({ isError: true });
  });
});

describe('headers and body', () => {
  test('A13 a header that contradicts the body is refused, and nothing runs', async () => {
    const { port, core, clock } = await openTestApp();
    const ran = recordingExecutor(core);
    await granted(core, clock);
    const call = { name: 'open_file', arguments: { path: '/w/app/a' } };
    expect((await posted(port, 'tools/call', call)).status).toBe(200);
    expect(ran).toHaveLength(1);
    for (const headers of [
      { 'Mcp-Method': 'tools/list' },
      { 'Mcp-Name': 'access_status' },
      { 'MCP-Protocol-Version': '2025-11-25' },
      { 'Mcp-Method': '' },
    ] as Record<string, string>[]) {
      const reply = await posted(port, 'tools/call', call, headers);
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.text)).toMatchObject({ error: { code: -32_020 } });
    }
    expect(ran).toHaveLength(1);
  });

  test('A13 nor does a header of the newer protocol change what an older request means', async () => {
    const { port, core } = await openTestApp();
    const ran = recordingExecutor(core);
    const reply = await sendJson(port, {
      path: '/mcp',
      token: tokens.cursor,
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'open_file' } },
      headers: {
        Accept: 'application/json, text/event-stream',
        'Mcp-Method': 'tools/list',
        'MCP-Protocol-Version': version,
      },
    });
    expect(reply.status).toBe(400);
    expect(ran).toEqual([]);
  });

  test('an unknown method and unfit params are errors with a code', async () => {
    const { port } = await openTestApp();
    const unknown = await posted(port, 'tools/fly', {});
    expect(JSON.parse(unknown.text)).toMatchObject({ error: { code: -32_601 } });
    const unfit = await posted(port, 'tools/call', { name: 7 }, { 'Mcp-Name': '7' });
    expect(JSON.parse(unfit.text)).toMatchObject({ error: { code: -32_602 } });
  });
});
