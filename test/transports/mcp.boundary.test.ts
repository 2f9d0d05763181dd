import http from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  granted,
  nextAsk,
  readAccess,
  recordingExecutor,
  ledgerLines,
} from '../core/core-fixture.ts';
import { initialize, openTestApp, send, sendJson, tokens, type Reply } from './test-app.ts';

const accept = { Accept: 'application/json, text/event-stream' };

type Sent = Parameters<typeof sendJson>[1];

const post = (port: number, json: unknown, more: Partial<Sent> = {}): Promise<Reply> =>
  sendJson(port, {
    path: '/mcp',
    token: tokens.cursor,
    ...more,
    json,
    headers: { ...accept, ...more.headers },
  });

/** The id of a fresh MCP session. */
async function connected(port: number, token: string = tokens.cursor): Promise<string> {
  const reply = await post(port, initialize, { token });
  expect(reply.status).toBe(200);
  const id = reply.headers['mcp-session-id'];
  if (typeof id !== 'string') throw new Error('no MCP session');
  const headers = { 'mcp-session-id': id };
  const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect((await post(port, ready, { token, headers })).status).toBe(202);
  return id;
}

/** The last JSON-RPC message of a reply, as a plain body or as events. */
function messageOf({ text }: Reply): Record<string, unknown> {
  const events = text.split('\n').filter((line) => line.startsWith('data: {'));
  return JSON.parse(events.at(-1)?.slice('data: '.length) ?? text) as Record<string, unknown>;
}

const toolCall = (id: number, name: string, args: unknown = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('an MCP session', () => {
  test('begins with initialize, says who we are and lists the tools', async () => {
    const { port } = await openTestApp();
    const reply = await post(port, initialize);
    expect(messageOf(reply)).toMatchObject({
      id: 1,
      result: {
        serverInfo: { name: 'gatehouse', version: '1.2.3' },
        instructions: expect.stringContaining('request_access'),
      },
    });
    const headers = { 'mcp-session-id': await connected(port) };
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const { result } = messageOf(await post(port, list, { headers })) as {
      result: { tools: { name: string }[] };
    };
    expect(result.tools.map((tool) => tool.name)).toContain('open_file');
  });

  test('without one, anything but initialize is told to begin there', async () => {
    const { port } = await openTestApp();
    const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
    for (const json of [toolCall(1, 'open_file'), ready, [toolCall(1, 'open_file')]]) {
      const reply = await post(port, json);
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.text)).toEqual({
        jsonrpc: '2.0',
        error: {
          code: -32_000,
          message: 'There is no MCP session yet. Start with initialize.',
          data: { hint: 'Start with initialize.' },
        },
        id: null,
      });
    }
    for (const json of [{}, [], null, 'x', { jsonrpc: '2.0' }]) {
      const reply = await post(port, json);
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.text)).toMatchObject({ jsonrpc: '2.0', error: { code: -32_600 } });
    }
    const get = { path: '/mcp', token: tokens.cursor, headers: accept };
    expect((await send(port, get)).status).toBe(400);
    expect((await send(port, { ...get, method: 'DELETE' })).status).toBe(400);
  });

  test('of one key cannot be used with another, nor ended by it', async () => {
    const { port, core } = await openTestApp();
    const headers = { 'mcp-session-id': await connected(port, tokens.cursor) };
    const token = tokens.claude;
    const reply = await post(port, toolCall(2, 'access_status'), { token, headers });
    expect(reply.status).toBe(404);
    expect(messageOf(reply)).toMatchObject({ error: { code: -32_001 } });
    const ending = { method: 'DELETE', path: '/mcp', headers: { ...accept, ...headers } };
    expect((await send(port, { ...ending, token })).status).toBe(404);
    expect((await post(port, toolCall(3, 'access_status'), { headers })).status).toBe(200);
    expect(core.sessions.list()).toEqual([]);
  });

  test('that is made up, or over, is not found', async () => {
    const { port } = await openTestApp();
    const id = await connected(port);
    const headers = { ...accept, 'mcp-session-id': id };
    const ending = { method: 'DELETE', path: '/mcp', token: tokens.cursor, headers };
    expect((await send(port, ending)).status).toBe(200);
    for (const gone of [id, 'made-up', '__proto__'])
      expect(
        (await post(port, toolCall(1, 'access_status'), { headers: { 'mcp-session-id': gone } }))
          .status,
      ).toBe(404);
  });

  test('is one of 128 at most: the least used gives way', async () => {
    const { port, clock } = await openTestApp();
    const first = await connected(port);
    await clock.advance(1_000);
    const rest = [];
    for (let number = 0; number < 128; number += 1) {
      const reply = await post(port, initialize);
      rest.push(String(reply.headers['mcp-session-id']));
      await clock.advance(1);
    }
    const status = async (id: string): Promise<number> =>
      (await post(port, toolCall(1, 'access_status'), { headers: { 'mcp-session-id': id } }))
        .status;
    expect(await status(first)).toBe(404);
    expect(await status(rest[0] ?? '')).toBe(200);
  });
});

describe('calling tools', () => {
  test('as the client that holds the key, under the name it claims', async () => {
    const { port, core, clock } = await openTestApp();
    const headers = { 'mcp-session-id': await connected(port) };
    const asking = post(port, toolCall(2, 'request_access', readAccess), { headers });
    await expect.poll(() => core.asks.list().length).toBe(1);
    const [ask] = core.asks.list();
    expect(ask?.agent).toEqual({
      clientId: 'cursor',
      claimedName: 'test client',
      claimedVersion: '9',
      door: 'mcp',
      verified: null,
    });
    core.asks.answer(ask?.askId ?? expect.fail(), { kind: 'deny', reason: 'no' });
    expect(messageOf(await asking)).toMatchObject({
      id: 2,
      result: { isError: true, structuredContent: { code: 'denied-by-person' } },
    });
    await clock.advance(0);
  });

  test('a refusal is a result with words; a tool that is not there is a protocol error', async () => {
    const { port } = await openTestApp();
    const headers = { 'mcp-session-id': await connected(port) };
    const refusal = await post(port, toolCall(2, 'open_file', { path: 7 }), { headers });
    expect(messageOf(refusal)).toMatchObject({
      result: {
        isError: true,
        structuredContent: { code: 'invalid-arguments', retry: 'after_fix' },
      },
    });
    const unknown = await post(port, toolCall(3, 'format_disk'), { headers });
    expect(messageOf(unknown)).toMatchObject({ id: 3, error: { code: -32_602 } });
  });

  test('another client cannot use what was granted to one', async () => {
    const { port, core, clock } = await openTestApp();
    const ran = recordingExecutor(core);
    await granted(core, clock);
    const headers = { 'mcp-session-id': await connected(port, tokens.claude) };
    const calling = post(port, toolCall(2, 'open_file', { path: '/w/app/a' }), {
      token: tokens.claude,
      headers,
    });
    const { askId } = await nextAsk(core, clock);
    core.asks.answer(askId, { kind: 'deny', reason: '' });
    expect(messageOf(await calling)).toMatchObject({
      result: { structuredContent: { code: 'denied-by-person' } },
    });
    expect(ran).toEqual([]);
  });

  test('C10 an agent that hangs up withdraws its question', async () => {
    const { port, core, clock, ledgerStore } = await openTestApp();
    const headers = { 'mcp-session-id': await connected(port) };
    const asking = toolCall(2, 'request_access', readAccess);
    const hangUp = new AbortController();
    const sent = sendAndHangUp(port, headers, asking, hangUp.signal);
    await expect.poll(() => core.asks.list().length).toBe(1);
    hangUp.abort();
    await sent;
    await expect.poll(() => core.asks.list().length).toBe(0);
    await clock.advance(0);
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome request_access refused ask-withdrawn');
  });

  test('C9 two clients use the same ids at once, and no answer goes to the other', async () => {
    const { port } = await openTestApp();
    const ids = Array.from({ length: 20 }, (_, at) => at + 10);
    const answers = await Promise.all(
      [tokens.cursor, tokens.claude].map(async (token) => {
        const headers = { 'mcp-session-id': await connected(port, token) };
        return Promise.all(
          ids.map(async (id) => {
            const reply = await post(port, toolCall(id, 'access_status'), { token, headers });
            return messageOf(reply)['id'];
          }),
        );
      }),
    );
    expect(answers).toEqual([ids, ids]);
  });
});

/** Sends and hangs up when told to. */
async function sendAndHangUp(
  port: number,
  headers: Readonly<Record<string, string>>,
  json: unknown,
  signal: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const sent = http.request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/mcp',
      agent: false,
      signal,
      headers: {
        ...accept,
        ...headers,
        'Content-Type': 'application/json',
        Authorization: `Bearer ${tokens.cursor}`,
      },
    });
    sent.once('error', () => resolve());
    sent.on('response', (response) => response.on('error', () => undefined).resume());
    sent.end(JSON.stringify(json));
  });
}
