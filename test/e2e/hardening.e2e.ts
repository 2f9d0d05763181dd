import type { Page } from 'playwright/test';
import { expect, test } from './support/app.ts';

test('H1 no page can navigate away, open a window or embed another', async ({ start }) => {
  const app = await start();
  const main = await app.openMainWindow();
  const before = main.url();
  await main.evaluate(() => {
    window.open('https://example.com');
    const link = document.createElement('a');
    link.href = 'https://example.com';
    document.body.append(link);
    link.click();
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com';
    document.body.append(frame);
  });
  await main.waitForTimeout(300);
  expect(main.url()).toBe(before);
  const windows = await app.electron.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
  );
  expect(windows).toBe(2);
  expect(
    main
      .frames()
      .map((frame) => frame.url())
      .filter((url) => url.startsWith('http')),
  ).toEqual([]);
});

test('H2 a command from the wrong window or with an invalid payload is refused', async ({
  start,
}) => {
  const app = await start();
  const ask = await app.askPage();
  const main = await app.openMainWindow();
  const outcome = (page: Page, name: string, payload: unknown): Promise<string> =>
    app.electron.evaluate(
      async ({ BrowserWindow, ipcMain }, message) => {
        const window = BrowserWindow.getAllWindows().find(
          (one) => one.webContents.getURL() === message.url,
        );
        const handlers = ipcMain as unknown as {
          _invokeHandlers: Map<string, (event: unknown, payload: unknown) => unknown>;
        };
        const handler = handlers._invokeHandlers.get(message.name);
        const event = { sender: window?.webContents, senderFrame: window?.webContents.mainFrame };
        try {
          await handler?.(event, message.payload);
          return 'taken';
        } catch (error) {
          return String(error);
        }
      },
      { url: page.url(), name, payload },
    );
  expect(await outcome(ask, 'session:revoke-all', undefined)).toContain('refused');
  expect(await outcome(main, 'ask:answer', {})).toContain('refused');
  expect(await outcome(main, 'session:revoke', { sessionId: 'not an id' })).toContain('refused');
  expect(await outcome(main, 'snapshot:get', undefined)).toBe('taken');
});

test('H3 injected scripts, event handlers and styles are blocked', async ({ start }) => {
  const app = await start();
  const main = await app.openMainWindow();
  const violations = await main.evaluate(async () => {
    const seen: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      seen.push(event.effectiveDirective),
    );
    const holder = document.createElement('div');
    holder.innerHTML =
      '<img src="x:" onerror="globalThis.pwned = 1"><style>body { display: none }</style>';
    document.body.append(holder);
    const script = document.createElement('script');
    script.textContent = 'globalThis.pwned = 2';
    document.body.append(script);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { seen, pwned: 'pwned' in globalThis, display: getComputedStyle(document.body).display };
  });
  expect(violations.pwned).toBe(false);
  expect(violations.display).not.toBe('none');
  expect(violations.seen).toEqual(
    expect.arrayContaining(['script-src-elem', 'script-src-attr', 'style-src-elem']),
  );
});

test('pages have no Node, no network and no permissions', async ({ start }) => {
  const app = await start();
  for (const page of [await app.askPage(), await app.openMainWindow()]) {
    const seen = await page.evaluate(async () => ({
      node: 'require' in globalThis || 'process' in globalThis || 'module' in globalThis,
      network: await fetch('http://127.0.0.1:1').then(
        () => 'reached',
        () => 'refused',
      ),
      notifications: await Notification.requestPermission(),
      exposed: Object.keys(globalThis).filter((name) => name.startsWith('gatehouse')),
    }));
    expect(seen).toMatchObject({ node: false, network: 'refused', notifications: 'denied' });
    expect(seen.exposed).toHaveLength(1);
  }
});

test('J20 built-in prototypes are frozen in the main process, and the app still works', async ({
  start,
}) => {
  const app = await start();
  const open = await app.electron.evaluate(() => {
    const holders = {
      Object,
      Function,
      Array,
      Error,
      TypeError,
      Promise,
      Map,
      Set,
      RegExp,
      String,
    };
    return Object.entries(holders)
      .filter(([, one]) => !Object.isFrozen(one.prototype))
      .map(([name]) => name);
  });
  expect(open).toEqual([]);
  const client = await app.connect('still-works');
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(10);
});
