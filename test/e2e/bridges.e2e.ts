import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { WebSocket, WebSocketServer } from 'ws';
import { expect, test, type RunningApp } from './support/app.ts';
import { takeScreenshots } from './support/screenshots.ts';

type Message = Readonly<Record<string, unknown>>;

const origin = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`;
const tool = {
  name: 'tab12_createTodo',
  description: 'Adds a todo to the list.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  _meta: { 'gatehouse/site': 'https://todo.example', 'gatehouse/title': 'Todos' },
};

async function expectAccessible(page: Page): Promise<void> {
  const axe = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

/** Imitates the browser extension; test/world/browser.world.mjs uses the real one. */
async function pairBrowser(app: RunningApp, page: Page): Promise<WebSocket> {
  const port = app.discovery.browserPort;
  const post = async (route: string, body: object, key?: string): Promise<Message> => {
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    const headers = { 'Content-Type': 'application/json', Origin: origin, ...authorization };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`http://127.0.0.1:${port}${route}`, init)).json()) as Message;
  };
  const asked = await post('/browser/pair', { name: 'Chromium', version: '1' });
  await expect(page.getByRole('heading', { name: 'Chromium wants to connect' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the code' }).click();
  const code = await page.locator('.pairing-code').textContent();
  const body = { pairing_id: asked['pairing_id'], code };
  const { browser_key: key } = await post('/browser/pair/code', body);
  const { ticket } = await post('/browser/ticket', {}, String(key));
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/?type=extension`,
    ['gatehouse.v1', String(ticket)],
    { headers: { Origin: origin } },
  );
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString('utf8')) as Message;
    const { id, connectionId, method } = message;
    const results: Readonly<Record<string, object>> = {
      initialize: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} },
      'tools/list': { tools: [tool] },
    };
    const result = results[String(method)];
    if (result) socket.send(JSON.stringify({ jsonrpc: '2.0', id, connectionId, result }));
  });
  return socket;
}

test('editors, browsers with their tabs and the backend share one page, for mouse and keyboard', async ({
  start,
}) => {
  const app = await start();
  const page = await app.openMainWindow();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.keyboard.press('4');
  await expect(page.getByRole('heading', { name: 'Editors & tabs', level: 1 })).toBeFocused();
  await expect(page.getByText('Workbench')).toBeVisible();
  await expect(
    page.getByText('No browser connected. Install the Gatehouse extension'),
  ).toBeVisible();
  await takeScreenshots(app, page, 'editors-empty');
  await expectAccessible(page);

  const socket = await pairBrowser(app, page);
  const tab = page.getByRole('region', { name: 'Tab 12, https://todo.example' });
  await expect(tab.getByText('tab12_createTodo')).toBeVisible();
  await expect(tab.getByText("The page's own description, not checked: Adds a todo")).toBeVisible();

  const backend = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await page.getByRole('button', { name: 'Configure it in Settings' }).click();
  const address = page.getByLabel('Address of the core-agentic backend');
  await address.fill('http://not-a-socket');
  await address.press('Enter');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  const { port } = backend.address() as { port: number };
  await address.fill(`ws://localhost:${port}/ws`);
  await address.press('Enter');
  await expect(address).toHaveAttribute('aria-invalid', 'false');
  const token = page.getByLabel('Backend token');
  await token.fill('s3cret');
  await page.getByRole('button', { name: 'Save token' }).click();
  await expect(page.getByRole('button', { name: 'Remove token' })).toBeVisible();
  await page.getByRole('heading', { name: 'Backend', exact: true }).scrollIntoViewIfNeeded();
  await takeScreenshots(app, page, 'settings-backend');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Editors & tabs' }).click();
  const state = page.getByRole('region', { name: 'Backend' });
  await expect(state.getByText('connected', { exact: true })).toBeVisible();
  await takeScreenshots(app, page, 'editors');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Forget Chromium…' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await page.getByRole('button', { name: 'Forget', exact: true }).click();
  expect(await closed).toBe(4403);
  await expect(
    page.getByText('No browser connected. Install the Gatehouse extension'),
  ).toBeVisible();
  await expect
    .poll(() => app.ledger().map(({ action }) => action))
    .toEqual(expect.arrayContaining(['browser.paired', 'backend.token', 'browser.forgotten']));
  for (const client of backend.clients) client.terminate();
  backend.close();
});
