/** `gatehouse stdio` between a client on pipes and the real doors. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { replyProof } from '../../src/main/transports/http/server-proof.ts';
import { makeProve } from '../../src/main/platform/keys/server-proof.ts';
import { proofKey } from '../transports/test-app.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { announce, cliEnv, run, script } from './cli-fixture.ts';
import { RawClient } from './stdio-fixture.ts';

const slow = { timeout: 120_000 };

function connected(app: TestApp, ...words: readonly string[]) {
  const env = Object.fromEntries(
    Object.entries(cliEnv(app.dataDir)).filter((pair): pair is [string, string] => !!pair[1]),
  );
  const args = [script, 'stdio', '--no-start', ...words];
  const transport = new StdioClientTransport({ command: process.execPath, args, env });
  const client = new Client({ name: 'desk', version: '1.0.0' });
  onTestFinished(async () => {
    await client.close();
    // Its transport leaves a timer of two seconds behind.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  });
  return { client, ready: client.connect(transport) };
}

const textOf = (answer: unknown): string => JSON.stringify(answer);

describe('a client over stdio', slow, () => {
  test('lists tools, gets access and reads, with its own key', async () => {
    const app = await TestApp.open();
    const root = scratch();
    const file = put(root, 'note.txt', 'the word is halberd');
    const { client, ready } = connected(app, '--client', 'desk');
    await ready;
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain('request_access');
    const accessArgs = { scopes: ['read:files'], roots: [root], reason: 'to read' };
    const asking = client.callTool({ name: 'request_access', arguments: accessArgs });
    const ask = await app.answerNext(allowAll);
    expect([ask.agent.clientId, ask.agent.claimedName]).toEqual(['desk', 'desk']);
    expect(textOf(await asking)).toContain('session_id');
    // Nobody carries actions out in this house: the gate was passed and says so.
    const read = await client.callTool({ name: 'open_file', arguments: { path: file } });
    expect(textOf(read)).toMatch(/halberd|editor-disconnected/);
  });

  test('the key is created once, stored privately and used again', async () => {
    const app = await TestApp.open();
    for (const _time of ['first', 'second']) {
      const client = new RawClient(app.dataDir, '--client', 'desk');
      expect((await client.initialize()).result).toBeDefined();
      expect(await client.end()).toBe(0);
    }
    const file = path.join(app.dataDir, 'stdio-keys', 'desk.key');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    const key = fs.readFileSync(file, 'utf8');
    expect(key).toMatch(/^ghck_/);
    const others = fs.readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' });
    const holding = others
      .filter((name) => fs.statSync(path.join(app.dataDir, name)).isFile())
      .filter((name) => fs.readFileSync(path.join(app.dataDir, name), 'utf8').includes(key));
    expect(holding).toEqual([path.join('stdio-keys', 'desk.key')]);
  });

  test('two proxies with the same client name share one key', async () => {
    const app = await TestApp.open();
    const both = [1, 2].map(() => new RawClient(app.dataDir, '--client', 'desk'));
    const answers = await Promise.all(both.map((client) => client.initialize()));
    for (const answer of answers) expect(answer.result).toBeDefined();
  });

  test('a revoked key stays revoked until the user renews it', async () => {
    const app = await TestApp.open();
    const before = new RawClient(app.dataDir, '--client', 'desk');
    await before.initialize();
    await before.end();
    await run(app.dataDir, 'keys', 'revoke', 'desk');
    const after = new RawClient(app.dataDir, '--client', 'desk');
    expect(textOf((await after.initialize()).error)).toContain('--renew-key');
    const renewed = new RawClient(app.dataDir, '--client', 'desk', '--renew-key');
    expect((await renewed.initialize()).result).toBeDefined();
  });

  test('a client name whose key was created elsewhere is refused with a reason', async () => {
    const app = await TestApp.open();
    await app.newKey('desk');
    const client = new RawClient(app.dataDir, '--client', 'desk');
    expect(textOf((await client.initialize()).error)).toContain('Choose another name');
  });
});

describe('the messages', slow, () => {
  test('an invalid message gets an error, and the next one is served', async () => {
    const app = await TestApp.open();
    const client = new RawClient(app.dataDir);
    client.send('{"jsonrpc":');
    client.send('{"hello":1}');
    client.send(`"${'x'.repeat(5 * 1024 ** 2)}"`);
    await client.initialize();
    const codes = client.received.filter((one) => one.id === null).map((one) => textOf(one.error));
    expect(codes[0]).toContain('-32700');
    expect(codes[1]).toContain('-32600');
    expect(codes[2]).toContain('too long');
    expect((await client.ask(7, 'tools/list')).result).toBeDefined();
    expect((await client.ask('seven', 'no/such')).error).toMatchObject({ code: -32_601 });
  });

  test('cancelling withdraws the ask, and no answer comes', async () => {
    const app = await TestApp.open();
    const client = new RawClient(app.dataDir);
    await client.initialize();
    const accessArgs = { scopes: ['read:files'], roots: [scratch()], reason: 'to read' };
    const params = { name: 'request_access', arguments: accessArgs };
    client.send({ jsonrpc: '2.0', id: 5, method: 'tools/call', params });
    await app.nextAsk();
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 5 } };
    client.send({ jsonrpc: '2.0', ...cancelled });
    await eventually(() => app.app.core.asks.list().length === 0);
    await client.ask(6, 'ping');
    expect(client.received.some((message) => message.id === 5)).toBe(false);
  });

  test('the end of stdin withdraws pending asks and ends the program', async () => {
    const app = await TestApp.open();
    const client = new RawClient(app.dataDir);
    await client.initialize();
    const accessArgs = { scopes: ['read:files'], roots: [scratch()], reason: 'to read' };
    const params = { name: 'request_access', arguments: accessArgs };
    client.send({ jsonrpc: '2.0', id: 5, method: 'tools/call', params });
    await app.nextAsk();
    expect(await client.end()).toBe(0);
    await eventually(() => app.app.core.asks.list().every((ask) => ask.waiting === 0));
  });
});

describe('the app stops and restarts', slow, () => {
  test('a running call gets an error, the next one works, and the lists are announced as changed', async () => {
    const app = await TestApp.open();
    const { dataDir } = app;
    const client = new RawClient(dataDir, '--client', 'desk');
    await client.initialize();
    const accessArgs = { scopes: ['read:files'], roots: [scratch()], reason: 'to read' };
    const params = { name: 'request_access', arguments: accessArgs };
    client.send({ jsonrpc: '2.0', id: 5, method: 'tools/call', params });
    await app.nextAsk();
    await app.app.dispose();
    const lost = await client.answerTo(5);
    // It is told by the app on its way out, or, when that was too late, by the proxy.
    expect(textOf(lost)).toMatch(/shutting down|was lost|withdrawn/i);

    await TestApp.open(dataDir);
    const listed = await client.ask(6, 'tools/list');
    expect(textOf(listed.result)).toContain('request_access');
    await eventually(() => client.stderr.includes('reopened the MCP session'), 20_000);
  });

  test('a call with an unknown outcome is never sent twice', async () => {
    let calls = 0;
    const server = http.createServer((request, response) => {
      const { port } = server.address() as AddressInfo;
      if (replyProof(request, response, { prove: makeProve(proofKey), port })) return;
      if (request.url === '/mcp') {
        calls += 1;
        request.socket.destroy();
      } else response.end(JSON.stringify({ name: 'desk', key: 'a-key' }));
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const dataDir = scratch();
    await announce(dataDir, (server.address() as AddressInfo).port);
    const client = new RawClient(dataDir, '--client', 'desk');
    const params = { name: 'delete_file', arguments: {} };
    const answer = await client.ask(1, 'tools/call', params);
    expect(answer.error).toMatchObject({ data: { code: 'connection-lost' } });
    expect(calls).toBe(1);
  });

  test('a call waits for the app and then reports that it is not running', async () => {
    const app = await TestApp.open();
    const client = new RawClient(app.dataDir);
    await client.initialize();
    await app.app.dispose();
    const answer = await client.ask(6, 'tools/list');
    expect(textOf(answer.error)).toContain('Gatehouse is not running');
  });
});

test('C2 the key of a proxy is in no process argument or environment', slow, async () => {
  const app = await TestApp.open();
  const client = new RawClient(app.dataDir, '--client', 'desk');
  await client.initialize();
  const key = fs.readFileSync(path.join(app.dataDir, 'stdio-keys', 'desk.key'), 'utf8');
  for (const name of ['cmdline', 'environ']) {
    const text = fs.readFileSync(`/proc/${client.process.pid}/${name}`, 'utf8');
    expect(text).not.toContain(key);
  }
  expect(client.stderr).not.toContain(key);
});
