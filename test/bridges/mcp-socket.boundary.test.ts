/** The shape of the seed: an MCP client on ws://localhost:8021 that knows nothing of ours but its key. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import {
  answerConfirm,
  browserApp,
  callTool,
  grantBrowser,
  textOf,
  toolNames,
} from './browser-app.ts';
import { browserPortOf, createTodo } from './fake-extension.ts';

class OverSocket implements Transport {
  readonly socket: WebSocket;
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;

  constructor(port: number, key: string) {
    const headers = { Authorization: `Bearer ${key}` };
    this.socket = new WebSocket(`ws://localhost:${port}`, { headers, family: 4 });
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data) =>
      this.onmessage?.(JSON.parse((data as Buffer).toString('utf8')) as JSONRPCMessage),
    );
    this.socket.once('close', () => this.onclose?.());
  }

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.once('open', resolve).once('error', reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.socket.close();
  }
}

async function overSocket(app: TestApp, name: string) {
  const transport = new OverSocket(browserPortOf(app), await app.newKey(name));
  const client = new Client({ name, version: '1' });
  await client.connect(transport);
  onTestFinished(() => transport.socket.terminate());
  return { client, transport };
}

describe('MCP over a WebSocket', () => {
  test('initialize, tools/list and tools/call work as over HTTP, with the same tools', async () => {
    const { app } = await browserApp();
    const { client } = await overSocket(app, 'inspector');
    const overHttp = await app.connect('cursor');
    expect(await toolNames(client)).toEqual(await toolNames(overHttp));
    await grantBrowser(app, client);
    const calling = callTool(client, 'tab12_createTodo', { text: 'buy milk' });
    const ask = await answerConfirm(app);
    expect(ask.agent).toMatchObject({ clientId: 'inspector', claimedName: 'inspector' });
    expect(textOf(await calling)).toBe('tab12_createTodo done');
  });

  test('is told when tabs come and go', async () => {
    const { app, extension } = await browserApp();
    const { client } = await overSocket(app, 'inspector');
    const received: string[] = [];
    client.fallbackNotificationHandler = async ({ method }) => void received.push(method);
    extension.changed([{ ...createTodo, name: 'tab99_createTodo' }]);
    await extension.received();
    await app.clock.advance(100);
    await eventually(() => received.includes('notifications/tools/list_changed'));
    expect(await toolNames(client)).toContain('tab99_createTodo');
  });

  test('C10 a client that goes away takes its question with it', async () => {
    const { app } = await browserApp();
    const { client, transport } = await overSocket(app, 'inspector');
    await grantBrowser(app, client);
    const calling = callTool(client, 'tab12_createTodo', { text: 'buy milk' });
    calling.catch(() => undefined);
    await app.nextQuestion();
    transport.socket.terminate();
    await eventually(() => app.app.core.asks.list().length === 0);
  });

  test('a key that was taken away closes the open socket by itself, and no other', async () => {
    const { app } = await browserApp();
    const other = await overSocket(app, 'cursor');
    const { transport } = await overSocket(app, 'inspector');
    const closed = new Promise((resolve) => transport.socket.once('close', resolve));
    await fetch(`${app.url}/keys/revoke`, {
      method: 'POST',
      headers: {
        Authorization: 'management-token-of-the-test',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name: 'inspector' }),
    });
    // Under the same name again: what the old key opened is over all the same.
    await app.newKey('inspector');
    expect(await closed).toBe(4403);
    expect(await toolNames(other.client)).not.toEqual([]);
  });

  test('J4 a flood is cut, and as much as the owner lets a client call is no flood', async () => {
    const flood = async (app: TestApp, count: number): Promise<string> => {
      const key = await app.newKey('raw');
      const socket = new WebSocket(`ws://127.0.0.1:${browserPortOf(app)}`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      onTestFinished(() => socket.terminate());
      await new Promise((resolve) => socket.once('open', resolve));
      const became = new Promise<string>((resolve) => {
        socket.once('message', () => resolve('answered'));
        socket.once('close', (code) => resolve(String(code)));
      });
      for (let sent = 0; sent < count; sent += 1) {
        socket.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
      }
      socket.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
      return became;
    };
    expect(await flood(await TestApp.open(), 400)).toBe('4429');
    const generous = scratch();
    put(generous, 'settings.json', JSON.stringify({ limits: { burst: 100 } }));
    expect(await flood(await TestApp.open(generous), 400)).toBe('answered');
  });

  test('J2 an invalid message gets an error; a repeated id is refused', async () => {
    const { app } = await browserApp();
    const key = await app.newKey('raw');
    const socket = new WebSocket(`ws://127.0.0.1:${browserPortOf(app)}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    onTestFinished(() => socket.terminate());
    const receivedItems: { id: unknown; error?: { code: number } }[] = [];
    socket.on('message', (data) =>
      receivedItems.push(
        JSON.parse((data as Buffer).toString('utf8')) as (typeof receivedItems)[number],
      ),
    );
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}');
    socket.send('nonsense');
    socket.send('[]');
    socket.send('{"jsonrpc":"2.0","id":7,"method":"ping"}');
    await eventually(() => receivedItems.length === 4);
    expect(receivedItems.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32_700],
      [null, -32_700],
      [null, -32_600],
      [7, undefined],
    ]);
  });
});
