/** Real servers over HTTP: the transport of older servers, and texts that try to deceive. */
import { once } from 'node:events';
import http from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { allowAll, TestApp } from '../../fakes/test-app.ts';
import { acceptAll, detailsOf, serverName, viewOf, whenListed } from './servers-fixture.ts';

const cloud = serverName('cloud');

type Serve = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

async function listen(serve: Serve): Promise<string> {
  const listener = http.createServer((request, response) => void serve(request, response));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const address = listener.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

function serverWith(tools: Readonly<Record<string, string>>): McpServer {
  const server = new McpServer({ name: 'cloud', version: '1.0.0' });
  for (const [name, description] of Object.entries(tools))
    server.registerTool(name, { description }, () => ({
      content: [{ type: 'text', text: `${name} was called` }],
    }));
  return server;
}

it('is used over the older HTTP+SSE transport', async () => {
  const streams = new Map<string, SSEServerTransport>();
  const origin = await listen(async (request, response) => {
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      streams.set(transport.sessionId, transport);
      await serverWith({ hello: 'Says hello.' }).connect(transport);
      return;
    }
    const id = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('sessionId') ?? '';
    await streams.get(id)?.handlePostMessage(request, response);
  });
  const app = await TestApp.open();
  const spec = { kind: 'sse', url: `${origin}/sse`, headers: [] } as const;
  expect(await app.app.servers.add(cloud, spec, {})).toMatchObject({ kind: 'done' });
  await whenListed(app, 'cloud');
  await acceptAll(app, 'cloud');
  const client = await app.connect('one');
  const called = client.callTool({ name: 'cloud__hello', arguments: {} });
  await app.answerNext(allowAll);
  expect(JSON.stringify(await called)).toContain('hello was called');
});

it('N72 a text that gets hidden characters blocks the tool, and a look-alike name is another tool', async () => {
  // The SDK warns about such names.
  vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  let tools: Readonly<Record<string, string>> = { search: 'Searches.' };
  const origin = await listen(async (request, response) => {
    const server = serverWith(tools);
    const transport = new StreamableHTTPServerTransport();
    await server.connect(transport);
    await transport.handleRequest(request, response);
    response.once('close', () => void server.close());
  });
  const app = await TestApp.open();
  const spec = { kind: 'http', url: `${origin}/mcp`, headers: [] } as const;
  await app.app.servers.add(cloud, spec, {});
  await whenListed(app, 'cloud');
  await acceptAll(app, 'cloud');

  // A zero-width space in the accepted text, and a tool whose first letter is Cyrillic.
  tools = { search: 'Searches.\u200B', '\u0455earch': 'Searches.' };
  await app.app.servers.restart(cloud);
  await expect.poll(async () => (await viewOf(app, 'cloud')).unreviewed).toBe(2);
  const { tools: shown } = await detailsOf(app, 'cloud');
  expect(shown.find(({ name }) => name === 'search')).toMatchObject({ pin: 'changed' });
  const lookAlike = shown.find(({ name }) => name !== 'search');
  expect(lookAlike).toMatchObject({ pin: 'new', listedAs: null });

  const client = await app.connect('one');
  const { tools: listed } = await client.listTools();
  expect(listed.filter(({ name }) => name.startsWith('cloud__'))).toEqual([]);
  const blocked = client.callTool({ name: 'cloud__search', arguments: {} });
  await expect(blocked).rejects.toThrow('Unknown tool');
  await acceptAll(app, 'cloud');
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('cloud__'))).toEqual(['cloud__search']);
});
