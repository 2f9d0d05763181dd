/** Plain calls of 2026-07-28 are answered by us, all others by the SDK; nobody can tell which. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { done } from '../../src/shared/actions/outcomes.ts';
import { granted, nextAsk, readAccess, recordingExecutor } from '../core/core-fixture.ts';
import { openTestApp, sendJson, tokens, type Reply } from './test-app.ts';

const version = '2026-07-28';
const opened = { path: '/w/app/a', content: 'x', language: 'plaintext', version: '1', bytes: 1 };
const answer = done({ ...opened, truncated: false });

const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** Harmless, and something that only the SDK knows. */
const forSdk = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

function call(
  port: number,
  params: { readonly name: string; readonly arguments?: object },
  more: object = {},
): Promise<Reply> {
  const json = {
    ...{ jsonrpc: '2.0', id: 'a', method: 'tools/call' },
    params: { ...params, _meta: { ...meta, ...more } },
  };
  const headers = {
    ...{ Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': version },
    ...{ 'Mcp-Method': 'tools/call', 'Mcp-Name': params.name },
  };
  return sendJson(port, { path: '/mcp', token: tokens.cursor, json, headers });
}

const isOurs = ({ headers }: Pick<Reply, 'headers'>): boolean =>
  headers['content-length'] !== undefined;

describe('a plain call', () => {
  test.each([
    ['done', { name: 'open_file', arguments: { path: '/w/app/a' } }],
    ['refused', { name: 'open_file', arguments: { path: 7 } }],
    ['of a tool that is not there', { name: 'fly' }],
    ['without arguments', { name: 'preview_access' }],
  ])('%s is answered as the SDK answers it', async (_what, params) => {
    const { port, core, clock } = await openTestApp();
    recordingExecutor(core, { answer });
    await granted(core, clock);
    const [plain, odd] = [await call(port, params), await call(port, params, forSdk)];
    expect([isOurs(plain), isOurs(odd)]).toEqual([true, false]);
    expect(plain.status).toBe(odd.status);
    expect(plain.headers['content-type']).toBe(odd.headers['content-type']);
    expect(JSON.parse(plain.text)).toEqual(JSON.parse(odd.text));
  });

  test('is what the real client sends', async () => {
    const { port, core, clock } = await openTestApp();
    recordingExecutor(core, { answer });
    await granted(core, clock);
    const lengths: unknown[] = [];
    const looked: typeof fetch = async (url, init) => {
      const reply = await fetch(url, init);
      if (typeof init?.body === 'string' && init.body.includes('tools/call'))
        lengths.push(reply.headers.get('content-length'));
      return reply;
    };
    const client = new Client(
      { name: 'a client', version: '3' },
      { versionNegotiation: { mode: { pin: version } } },
    );
    onTestFinished(() => client.close());
    const requestInit = { headers: { Authorization: `Bearer ${tokens.cursor}` } };
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit, fetch: looked }));
    const params = { name: 'open_file', arguments: { path: '/w/app/a' } };
    expect((await client.callTool(params)).structuredContent).toEqual(answer.data);
    await client.callTool(params, { onprogress: () => undefined });
    expect(lengths).toEqual([expect.any(String), expect.any(String)]);
  });

  test('reports progress while it waits for the user, then the answer', async () => {
    const { port, core, clock } = await openTestApp();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const params = { name: 'request_access', arguments: readAccess };
    const asking = call(port, params, { progressToken: 'p' });
    const { askId } = await nextAsk(core, clock);
    vi.advanceTimersByTime(10_000);
    core.asks.answer(askId, { kind: 'deny', reason: '' });
    const { text, headers } = await asking;
    expect(headers['content-type']).toBe('text/event-stream');
    const received = text.split('\n').filter((line) => line.startsWith('data: '));
    expect(received.map((line) => JSON.parse(line.slice(6)) as object)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 10 } },
      { id: 'a', result: { isError: true, resultType: 'complete' } },
    ]);
  });

  test('ends with the key of its client, and its question with it', async () => {
    const { port, core, clock, mcp } = await openTestApp();
    const asking = call(port, { name: 'request_access', arguments: readAccess });
    await nextAsk(core, clock);
    await mcp.endAllOf('claude' as ClientId);
    expect(core.asks.list()).toHaveLength(1);
    await mcp.endAllOf('cursor' as ClientId);
    expect((await asking).text).toBe('');
    await expect.poll(() => core.asks.list()).toEqual([]);
  });
});

describe('a call that is not plain goes to the SDK, and nothing runs that should not', () => {
  test.each([
    ['a capability that is none', { 'io.modelcontextprotocol/clientCapabilities': 7 }],
    ['a client without a name', { 'io.modelcontextprotocol/clientInfo': { version: '1' } }],
    ['no client', { 'io.modelcontextprotocol/clientCapabilities': undefined }],
    ['another version', { 'io.modelcontextprotocol/protocolVersion': '2025-11-25' }],
    ['an odd token for progress', { progressToken: {} }],
  ])('%s', async (_what, more) => {
    const { port, core, clock } = await openTestApp();
    const ran = recordingExecutor(core, { answer });
    await granted(core, clock);
    const reply = await call(port, { name: 'open_file', arguments: { path: '/w/app/a' } }, more);
    expect(reply.status).toBe(400);
    expect(ran).toEqual([]);
  });
});
