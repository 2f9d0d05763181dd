/** A credential that is taken away while its request is still being sent. */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { eventually, managementToken, TestApp } from '../fakes/test-app.ts';
import { initialize, openTestApp, send, tokens } from './test-app.ts';
import { until } from './session-app.ts';

interface Begun {
  readonly port: number;
  readonly path: string;
  readonly token?: string;
  readonly json: unknown;
}

/** Sends the head and half of the body, once it is let in; `finish` sends the rest and tells the status. */
async function begun({ port, path: target, token, json }: Begun) {
  const body = JSON.stringify(json);
  const headers = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Expect: '100-continue',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  const options = { host: '127.0.0.1', port, method: 'POST', path: target, agent: false };
  const request = http.request({ ...options, headers });
  const status = new Promise<number>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => resolve(response.resume().statusCode ?? 0));
  });
  const continued = new Promise<void>((resolve) => void request.once('continue', resolve));
  request.flushHeaders();
  await continued;
  request.write(body.slice(0, 10));
  return {
    finish(): Promise<number> {
      request.end(body.slice(10));
      return status;
    },
  };
}

describe('A4 taken away between head and body', () => {
  test('a client key: the request is not served, and the keys of others are as ever', async () => {
    const { port, core, taken, callers } = await openTestApp();
    const known = vi.spyOn(callers, 'known');
    const mcp = { port, path: '/mcp', json: initialize };
    const stale = await begun({ ...mcp, token: tokens.cursor });
    const other = await begun({ ...mcp, token: tokens.claude });
    taken.add(tokens.cursor);
    expect(await stale.finish()).toBe(401);
    // No program is put down for a new key of that name.
    expect(known).not.toHaveBeenCalled();
    expect(await other.finish()).toBe(200);
    expect(core.asks.list()).toEqual([]);
  });

  test('a client key while the program behind it is looked for', async () => {
    const { port, taken, callers } = await openTestApp();
    const known = vi.spyOn(callers, 'known');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const find = vi.spyOn(callers, 'find').mockReturnValue(promise);
    const { finish } = await begun({ port, path: '/mcp', token: tokens.cursor, json: initialize });
    const status = finish();
    await until(() => find.mock.calls.length === 1);
    taken.add(tokens.cursor);
    resolve(undefined);
    expect(await status).toBe(401);
    expect(known).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['/keys', { name: 'evil' }],
    ['/plugins/revoke', { plugin_id: 'vscode' }],
  ])('the management token: %s does nothing', async (target, json) => {
    const { port, clientKeys, pluginKeys, taken } = await openTestApp();
    await pluginKeys.add('vscode', 'VS Code');
    const { finish } = await begun({ port, path: target, token: tokens.management, json });
    taken.add(tokens.management);
    expect(await finish()).toBe(401);
    expect(clientKeys.list()).toEqual([]);
    expect(pluginKeys.list()).toHaveLength(1);
  });

  test('in the whole app: a leaked management token', async () => {
    const app = await TestApp.open();
    const port = Number(new URL(app.url).port);
    const sent = { port, path: '/keys', token: managementToken, json: { name: 'evil' } };
    const { finish } = await begun(sent);
    expect((await send(port, { path: `/status?token=${managementToken}` })).status).toBe(401);
    expect(await finish()).toBe(401);
    const fresh = await eventually(() => {
      const token = fs.readFileSync(path.join(app.dataDir, 'management.token'), 'utf8');
      return token !== managementToken && token;
    });
    const { text } = await send(port, { path: '/keys', token: fresh });
    expect(JSON.parse(text)).toEqual({ keys: [] });
  });

  test('in the whole app: a leaked client key, also when that cannot be written down', async () => {
    const app = await TestApp.open();
    const port = Number(new URL(app.url).port);
    const key = await app.newKey('cursor');
    const { finish } = await begun({ port, path: '/mcp', token: key, json: initialize });
    const file = path.join(app.dataDir, 'client-keys.json');
    fs.rmSync(file);
    fs.mkdirSync(file);
    expect((await send(port, { path: `/status?key=${key}` })).status).toBe(401);
    expect(await finish()).toBe(401);
  });

  test('a key in the address', async () => {
    const app = await TestApp.open();
    const port = Number(new URL(app.url).port);
    const asOwner = { method: 'POST', token: managementToken };
    const headers = { 'Content-Type': 'application/json' };
    const owner = (target: string, json: object) =>
      send(port, { ...asOwner, headers, path: target, body: JSON.stringify(json) });
    const made = await owner('/keys', { name: 'void', in_path: true });
    const { key } = JSON.parse(made.text) as { key: string };
    const mcp = { port, path: `/mcp/k/${key}`, json: initialize };
    expect(await (await begun(mcp)).finish()).toBe(200);
    const stale = await begun(mcp);
    expect((await owner('/keys/revoke', { name: 'void' })).status).toBe(200);
    await owner('/keys', { name: 'void', in_path: true });
    expect(await stale.finish()).toBe(401);
  });
});
