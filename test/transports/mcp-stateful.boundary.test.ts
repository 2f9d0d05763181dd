/** Streamable HTTP of the first era as our own transport speaks it, with the SDK's client and by hand. */
import { once } from 'node:events';
import http from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { granted, nextAsk, readAccess, recordingExecutor } from '../core/core-fixture.ts';
import { openTestApp, send, sendJson, tokens, type Reply } from './test-app.ts';

const accept = { Accept: 'application/json, text/event-stream' };

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
});

const post = (port: number, json: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  sendJson(port, { path: '/mcp', token: tokens.cursor, json, headers: { ...accept, ...headers } });

async function session(port: number, version = '2025-06-18') {
  const reply = await post(port, initialize(version));
  const headers = { 'Mcp-Session-Id': String(reply.headers['mcp-session-id']) };
  const sent = (json: unknown, more: Record<string, string> = {}) =>
    post(port, json, { ...headers, ...more });
  await sent({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { headers, sent };
}

const request = (id: number | string, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

const codeOf = ({ text }: Reply): unknown =>
  (JSON.parse(text) as { error?: { code: number } }).error?.code;

async function connect(port: number, token: string): Promise<Client> {
  const client = new Client({ name: 'sdk', version: '1' });
  const headers = { Authorization: `Bearer ${token}` };
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

async function openStanding(port: number, own: object): Promise<http.IncomingMessage> {
  const headers = { Authorization: `Bearer ${tokens.cursor}`, ...accept, ...own };
  const open = http.get({ host: '127.0.0.1', port, path: '/mcp', agent: false, headers });
  onTestFinished(() => void open.destroy());
  open.on('error', () => undefined);
  const [stream] = (await once(open, 'response')) as [http.IncomingMessage];
  return stream;
}

describe('an answer', () => {
  test('is plain JSON, or a stream for a client that names a stream first', async () => {
    const { port } = await openTestApp();
    const { sent } = await session(port);
    const plain = await sent(request(1, 'ping'));
    expect(plain.headers['content-type']).toBe('application/json');
    expect(JSON.parse(plain.text)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const stream = { Accept: 'text/event-stream, application/json' };
    const streamed = await sent(request('two', 'ping'), stream);
    expect(streamed.headers['content-type']).toBe('text/event-stream');
    expect(streamed.text).toBe(
      'event: message\ndata: {"result":{},"jsonrpc":"2.0","id":"two"}\n\n',
    );
  });

  test('that is a refusal reaches a client that checks answers against the listed schemas', async () => {
    const { port, core, clock } = await openTestApp();
    recordingExecutor(core);
    const client = await connect(port, tokens.cursor);
    await granted(core, clock);
    await client.listTools();
    const answer = await client.callTool({ name: 'open_file', arguments: { path: 'relative' } });
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'outside-roots' } });
  });

  test('must be one the client can read', async () => {
    const { port } = await openTestApp();
    for (const only of ['application/json', 'text/event-stream', 'text/html'])
      expect((await post(port, initialize('2025-06-18'), { Accept: only })).status).toBe(406);
    expect((await post(port, initialize('2025-06-18'), { Accept: '*/*' })).status).toBe(200);
  });

  test('to a request that is cancelled does not come, and its POST ends', async () => {
    const { port, core, clock } = await openTestApp();
    const { sent } = await session(port);
    const asking = sent(
      request(7, 'tools/call', { name: 'request_access', arguments: readAccess }),
    );
    await nextAsk(core, clock);
    const cancelled = { requestId: 7, reason: 'changed my mind' };
    await sent({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancelled });
    expect(await asking).toMatchObject({ status: 200, text: '' });
    await expect.poll(() => core.asks.list().length).toBe(0);
  });
});

describe('versions', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s is spoken',
    async (version) => {
      const { port } = await openTestApp();
      const reply = await post(port, initialize(version));
      expect(JSON.parse(reply.text)).toMatchObject({ result: { protocolVersion: version } });
      const headers = {
        'Mcp-Session-Id': String(reply.headers['mcp-session-id']),
        'MCP-Protocol-Version': version,
      };
      expect((await post(port, request(1, 'ping'), headers)).status).toBe(200);
    },
  );

  test('an unknown one in the header is refused', async () => {
    const { port } = await openTestApp();
    const { sent } = await session(port);
    const reply = await sent(request(1, 'ping'), { 'MCP-Protocol-Version': '1999-01-01' });
    expect(reply.status).toBe(400);
    expect(codeOf(reply)).toBe(-32_000);
  });

  test('batches are for the one version that has them', async () => {
    const { port } = await openTestApp();
    const batch = [
      request(1, 'ping'),
      { jsonrpc: '2.0', method: 'notifications/x' },
      request(2, 'ping'),
    ];
    const old = await session(port, '2025-03-26');
    const answers = JSON.parse((await old.sent(batch)).text) as { id: number }[];
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([1, 2]));
    const tooMany = Array.from({ length: 65 }, (_, id) => request(id, 'ping'));
    for (const bad of [[], tooMany, [request(1, 'ping'), 'x'], [request(1, 'x'), request(1, 'y')]])
      expect(codeOf(await old.sent(bad))).toBe(-32_600);
    const reply = await (await session(port, '2025-06-18')).sent(batch);
    expect(reply.status).toBe(400);
    expect(codeOf(reply)).toBe(-32_600);
  });
});

describe('a session', () => {
  test('is initialized once, and an id is open once', async () => {
    const { port, core, clock } = await openTestApp();
    const { sent } = await session(port);
    expect(codeOf(await sent(initialize('2025-06-18')))).toBe(-32_600);
    const call = request(5, 'tools/call', { name: 'request_access', arguments: readAccess });
    const asking = sent(call);
    const { askId } = await nextAsk(core, clock);
    expect(codeOf(await sent(call))).toBe(-32_600);
    core.asks.answer(askId, { kind: 'deny', reason: '' });
    expect((await asking).text).toContain('denied-by-person');
  });

  test('has one standing stream; a second is refused while it is open', async () => {
    const { port } = await openTestApp();
    const { headers } = await session(port);
    const get = { path: '/mcp', token: tokens.cursor };
    const plain = { Accept: 'application/json', ...headers };
    expect((await send(port, { ...get, headers: plain })).status).toBe(406);
    await openStanding(port, headers);
    const again = await send(port, { ...get, headers: { ...accept, ...headers } });
    expect(again.status).toBe(409);
  });

  test('its standing stream gives signs of life, or clients would give up on it', async () => {
    const { port } = await openTestApp();
    const { headers } = await session(port);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const stream = await openStanding(port, headers);
    vi.advanceTimersByTime(60_000);
    expect(String((await once(stream, 'data'))[0])).toMatch(/^: still here\n\n/);
  });

  test('is not ended by another client that opens many', async () => {
    const { port } = await openTestApp();
    const { sent } = await session(port);
    const many = { path: '/mcp', token: tokens.claude, headers: accept };
    const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
    onTestFinished(() => agent.destroy());
    const json = initialize('2025-06-18');
    await Promise.all(Array.from({ length: 200 }, () => sendJson(port, { ...many, agent, json })));
    expect((await sent(request(1, 'ping'))).status).toBe(200);
  });

  test('is notified when the tools change, once for a storm of changes, and nothing after a grant', async () => {
    const { port, core, clock } = await openTestApp();
    const received: string[] = [];
    const clients = new Map<string, Client>();
    for (const name of ['cursor', 'claude'] as const) {
      const client = await connect(port, tokens[name]);
      client.setNotificationHandler(
        ToolListChangedNotificationSchema,
        () => void received.push(name),
      );
      clients.set(name, client);
    }
    const namesOf = async (): Promise<readonly string[]> =>
      ((await clients.get('cursor')?.listTools())?.tools ?? []).map(({ name }) => name);
    const before = await namesOf();
    expect(before).toContain('delete_file');
    await granted(core, clock);
    core.sessions.endAll('person');
    recordingExecutor(core, { actions: ['get_cursor_pos'] });
    recordingExecutor(core, { actions: ['split_pane'] });
    await expect.poll(() => received.toSorted()).toEqual(['claude', 'cursor']);
    expect(await namesOf()).toEqual(expect.arrayContaining([...before, 'get_cursor_pos']));
  });
});

describe('what is no good message', () => {
  test('J1 a field of the wrong kind is named, and no prototype is touched', async () => {
    const { port } = await openTestApp();
    const { sent } = await session(port);
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const [params, field] of [
      [{ name: null }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: ['open_file'] }, 'name'],
      [{ name: 'x'.repeat(1_000) }, 'name'],
      [{}, 'name'],
      [{ name: 'open_file', arguments: 'x' }, 'arguments'],
      [{ name: 'open_file', arguments: [] }, 'arguments'],
    ] as const) {
      const reply = await sent(request(1, 'tools/call', params));
      expect(codeOf(reply)).toBe(-32_602);
      expect(reply.text).toContain(`params.${field}`);
    }
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(codeOf(await sent(request(2, 'tools/call', { name })))).toBe(-32_602);
    for (const method of ['__proto__', 'constructor', 'tools/fly'])
      expect(codeOf(await sent(request(3, method)))).toBe(-32_601);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });

  test('J2 JSON with a duplicate key is refused', async () => {
    const { port, core } = await openTestApp();
    const ran = recordingExecutor(core);
    const { headers } = await session(port);
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_file",' +
      '"arguments":{"path":"/w/app/a","path":"/w/other/b"}}}';
    const reply = await send(port, {
      method: 'POST',
      path: '/mcp',
      token: tokens.cursor,
      headers: { ...accept, ...headers, 'Content-Type': 'application/json' },
      body,
    });
    expect(reply.status).toBe(400);
    expect(codeOf(reply)).toBe(-32_700);
    expect(ran).toEqual([]);
  });
});

test(
  'C9 two agents use the ids 1 to 1000 at once and cancel some: no answer crosses',
  { timeout: 60_000 },
  async () => {
    const { port, core, clock } = await openTestApp();
    const kept = { cursor: await granted(core, clock), claude: '' };
    const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
    onTestFinished(() => agent.destroy());
    const ids = Array.from({ length: 1_000 }, (_, at) => at + 1);
    const run = async (name: 'cursor' | 'claude'): Promise<void> => {
      const opened = await sendJson(port, {
        path: '/mcp',
        token: tokens[name],
        json: initialize('2025-11-25'),
        headers: accept,
      });
      const headers = { ...accept, 'Mcp-Session-Id': String(opened.headers['mcp-session-id']) };
      const sent = (json: unknown) =>
        sendJson(port, { path: '/mcp', token: tokens[name], json, headers, agent });
      await Promise.all(
        ids.map(async (id) => {
          const call = request(id, 'tools/call', { name: 'access_status', arguments: {} });
          const [reply] = await Promise.all([sent(call), ...(id % 10 === 0 ? [cancel(id)] : [])]);
          if (reply.text === '') return expect(id % 10).toBe(0);
          const answer = JSON.parse(reply.text) as {
            id: number;
            result: { structuredContent: { sessions: { session_id: string }[] } };
          };
          expect(answer.id).toBe(id);
          const [own] = answer.result.structuredContent.sessions;
          expect(own?.session_id ?? '').toBe(kept[name]);
        }),
      );
      async function cancel(requestId: number): Promise<void> {
        await sent({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
      }
    };
    await Promise.all([run('cursor'), run('claude')]);
  },
);
