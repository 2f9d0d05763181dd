import { expect, test } from './support/app.ts';
import { accessRequest, allowAccess, askIsVisible, project } from './support/asks.ts';

test('the tray counts waiting asks, opens them, lists sessions and revokes them', async ({
  start,
  desktop,
}) => {
  const app = await start();
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse');
  const quietIcon = await desktop.iconPixels();
  expect((await desktop.menu()).map((line) => line.label)).toEqual([
    'Nothing to review',
    '',
    'No active sessions',
    '',
    // Playwright adds switches, and root runs without a sandbox.
    expect.stringMatching(/^Started with --remote-debugging-port, --inspect/),
    '',
    'Open Gatehouse',
    'Quit',
  ]);

  const client = await app.connect('asker');
  const request = accessRequest(project().root);
  const asked = client.callTool({ name: 'request_access', arguments: request });
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: 1 ask waiting');
  expect(await desktop.iconPixels()).not.toBe(quietIcon);

  const ask = await app.askPage();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await ask.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => askIsVisible(app)).toBe(false);
  expect(await asked).toMatchObject({ structuredContent: { code: 'ask-parked' } });
  await desktop.click(/^Review: asker wants to work in my-project for 15 minutes$/);
  await expect.poll(() => askIsVisible(app)).toBe(true);

  const allow = ask.getByRole('button', { name: allowAccess });
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await allow.click();
  // The agent no longer waits; the approval is used when it asks again.
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse');
  const again = await client.callTool({ name: 'request_access', arguments: request });
  expect(again.structuredContent).toMatchObject({ roots: request.roots });
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: 1 active session');
  const activeIcon = await desktop.iconPixels();
  await desktop.click('Pause everything');
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: 1 active session, 1 paused');
  expect([quietIcon, activeIcon]).not.toContain(await desktop.iconPixels());
  await desktop.click('Resume everything');
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: 1 active session');
  // Revoking everything needs confirmation; the first button is the safe one.
  const answerWith = (response: number) =>
    app.electron.evaluate(({ dialog }, button) => {
      dialog.showMessageBox = (options: object) => {
        Object.assign(globalThis, { asked: options });
        return Promise.resolve({ response: button, checkboxChecked: false });
      };
    }, response);
  await answerWith(0);
  await desktop.click('Revoke everything…');
  await expect
    .poll(() => app.electron.evaluate(() => (globalThis as { asked?: object }).asked))
    .toMatchObject({ message: 'Revoke 1 session?', buttons: ['Cancel', 'Revoke 1 session'] });
  expect(await desktop.tooltip()).toBe('Gatehouse: 1 active session');
  await desktop.click(/^Revoke asker \(15 min left\)$/);
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse');
  const status = await client.callTool({ name: 'access_status', arguments: {} });
  expect(status.structuredContent).toMatchObject({ sessions: [] });
});

test('the tray menu opens the window, and Quit ends everything', async ({ start, desktop }) => {
  const app = await start();
  expect(app.hasMainWindow()).toBe(false);
  await desktop.click('Open Gatehouse');
  await expect((await app.mainPage()).getByRole('heading', { name: 'Inbox' })).toBeVisible();

  const { pid } = app.discovery;
  const closed = app.electron.waitForEvent('close');
  await desktop.click('Quit');
  await closed;
  expect(isRunning(pid)).toBe(false);
  expect(app.leftovers()).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
