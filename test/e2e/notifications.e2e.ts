import { expect, test } from './support/app.ts';
import { askIsVisible, askWindow, project, accessRequest } from './support/asks.ts';
import { Desktop } from './support/desktop.ts';

test('a hidden ask shows a notification with Review and Deny, but no Allow', async ({
  start,
  desktop,
}) => {
  const app = await start();
  const client = await app.connect('asker');
  const asking = client.callTool({
    name: 'request_access',
    arguments: accessRequest(project().root),
  });
  await expect.poll(() => desktop.notifications().length).toBe(1);
  const [shown] = desktop.notifications();
  expect(shown).toEqual({
    id: 1,
    title: 'An agent is waiting for your answer',
    body: 'asker wants to work in my-project for 15 minutes',
    actions: { default: 'Review', review: 'Review', deny: 'Deny' },
  });
  const ask = await app.askPage();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  desktop.choose(1, 'review');
  await expect.poll(() => askWindow(app)).toMatchObject({ visible: true, focused: true });
  await ask.getByRole('button', { name: 'Deny' }).click();
  expect(await asking).toMatchObject({ structuredContent: { code: 'denied-by-person' } });
  await expect.poll(() => askIsVisible(app)).toBe(false);
  await expect.poll(() => desktop.notifications()).toEqual([]);
});

test('Deny on a notification denies that ask without opening the window', async ({
  start,
  desktop,
}) => {
  const app = await start();
  const client = await app.connect('asker');
  const asking = client.callTool({
    name: 'request_access',
    arguments: accessRequest(project().root),
  });
  await expect.poll(() => desktop.notifications().length).toBe(1);
  desktop.choose(1, 'deny');
  expect(await asking).toMatchObject({ structuredContent: { code: 'denied-by-person' } });
  expect(desktop.notified).toBe(1);
});

test('without a system tray the window explains how to come back', async ({ start }) => {
  const bare = await Desktop.start({ tray: false });
  try {
    const app = await start({ args: [], env: { DBUS_SESSION_BUS_ADDRESS: bare.busAddress } });
    const page = await app.mainPage();
    await expect(page.getByText('This desktop shows no tray icon')).toBeVisible();
    await app.electron.close();
    // Later starts are hidden, but not on a desktop without a tray.
    const second = await start({ args: [], env: { DBUS_SESSION_BUS_ADDRESS: bare.busAddress } });
    await expect((await second.mainPage()).getByRole('heading', { name: 'Inbox' })).toBeVisible();
  } finally {
    await bare.stop();
  }
});
