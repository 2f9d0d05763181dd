/** Floods of silent connections and of requests to raise the window. */
import fs from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { certificateIn, freePortOn } from './support/certificate.ts';
import { expect, test } from './support/app.ts';

const host = '127.0.0.2';

function silent(where: net.NetConnectOpts): net.Socket {
  const socket = net.connect(where);
  socket.on('error', () => undefined);
  return socket.resume();
}

const statusOver = (url: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    const options = { headers, agent: false, rejectUnauthorized: false, timeout: 10_000 };
    https
      .get(url, options, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      })
      .once('error', reject);
  });

test('J6 3,000 silent connections at each listener do not lock out clients with a key', async ({
  start,
  dataDir,
}) => {
  test.setTimeout(120_000);
  const listen = { host, port: await freePortOn(host), ...certificateIn(dataDir) };
  fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ listen }), {
    mode: 0o600,
  });
  const app = await start();
  const { port, browserPort, pluginSocket } = app.discovery;
  const key = app.newKey('far');
  const places: readonly net.NetConnectOpts[] = [
    { host, port: listen.port },
    { host: '127.0.0.1', port },
    { host: '127.0.0.1', port: browserPort ?? 0 },
    { path: pluginSocket ?? '' },
  ];
  const folder = `/proc/${app.electron.process().pid}/fd`;
  const descriptors = (): number => fs.readdirSync(folder).length;
  const before = descriptors();
  const opened: net.Socket[] = [];
  for (let round = 0; round < 12; round += 1) {
    for (const place of places) {
      for (let n = 0; n < 250; n += 1) opened.push(silent(place));
    }
    // Any status will do: the listener answers a client with a key.
    expect(await statusOver(`https://${host}:${listen.port}/mcp`, key)).toBeGreaterThanOrEqual(200);
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(answer.status).not.toBe(401);
    await answer.body?.cancel();
    expect(descriptors()).toBeLessThan(before + 900);
  }
  // The kernel may keep connections that were never accepted; only our descriptors are counted.
  await expect.poll(descriptors, { timeout: 40_000 }).toBeLessThan(before + 20);
  for (const socket of opened) socket.destroy();
  const client = await app.connect('cursor');
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
});

test('N6 floods of pairing requests and second starts raise the window once each', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const app = await start();
  await app.electron.evaluate(({ BrowserWindow }) => {
    const counts = { shown: 0 };
    Object.assign(globalThis, { raiseCounts: counts });
    const { showInactive, show } = BrowserWindow.prototype;
    BrowserWindow.prototype.showInactive = function counted(this: Electron.BrowserWindow) {
      counts.shown += 1;
      showInactive.call(this);
    };
    BrowserWindow.prototype.show = function counted(this: Electron.BrowserWindow) {
      counts.shown += 1;
      show.call(this);
    };
  });
  const shown = (): Promise<number> =>
    app.electron.evaluate(
      () => (globalThis as unknown as { raiseCounts: { shown: number } }).raiseCounts.shown,
    );
  for (let n = 0; n < 79; n += 1) {
    const id = n.toString(2).padStart(8, '0').replaceAll('0', 'a').replaceAll('1', 'b');
    await fetch(`http://127.0.0.1:${app.discovery.browserPort}/browser/pair`, {
      method: 'POST',
      headers: {
        Origin: `chrome-extension://${id.repeat(4)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name: `browser ${n}`, version: '1' }),
    }).then((answer) => answer.body?.cancel());
  }
  expect(await shown()).toBe(1);
  const page = await app.mainPage();
  await expect(page.getByText('Too many pairing requests')).toBeVisible();
  await app.electron.evaluate(({ app: electronApp }) => {
    for (let n = 0; n < 20; n += 1) electronApp.emit('second-instance', {}, [], '', {});
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await shown()).toBe(2);
});
