import { expect, test } from './support/app.ts';
import { askIsVisible, project, wish } from './support/asking.ts';

test('the tray shows how many asks wait, opens them, lists sessions and revokes them', async ({
  start,
  desktop,
}) => {
  const app = await start();
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: quiet');
  const quietIcon = await desktop.iconPixels();
  expect((await desktop.menu()).map((line) => line.label)).toEqual([
    'Nothing to review',
    '',
    'No active sessions',
    '',
    // Playwright drives it, and root has no sandbox.
    expect.stringMatching(/^Started with --remote-debugging-port, --inspect/),
    '',
    'Open Gatehouse',
    'Quit',
  ]);

  const client = await app.connect('asker');
  const wished = wish(project().root);
  const asked = client.callTool({ name: 'request_access', arguments: wished });
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: 1 ask waiting');
  expect(await desktop.iconPixels()).not.toBe(quietIcon);

  const ask = await app.askPage();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await ask.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => askIsVisible(app)).toBe(false);
  expect(await asked).toMatchObject({ structuredContent: { code: 'ask-parked' } });
  await desktop.click(/^Review: asker wants 4 scopes$/);
  await expect.poll(() => askIsVisible(app)).toBe(true);

  const allow = ask.getByRole('button', { name: /^Allow 4 scopes/ });
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await allow.click();
  // Nobody waited for that yes; it is used when the agent asks again.
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: quiet');
  const again = await client.callTool({ name: 'request_access', arguments: wished });
  expect(again.structuredContent).toMatchObject({ roots: wished.roots });
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: 1 active session');
  const activeIcon = await desktop.iconPixels();
  await desktop.click('Pause everything');
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: 1 active session, 1 paused');
  expect([quietIcon, activeIcon]).not.toContain(await desktop.iconPixels());
  await desktop.click('Resume everything');
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: 1 active session');
  // One question before everything is revoked; the safe answer is the first.
  const answerWith = (response: number) =>
    app.electron.evaluate(({ dialog }, chosen) => {
      dialog.showMessageBox = (options: object) => {
        Object.assign(globalThis, { asked: options });
        return Promise.resolve({ response: chosen, checkboxChecked: false });
      };
    }, response);
  await answerWith(0);
  await desktop.click('Revoke everything…');
  await expect
    .poll(() => app.electron.evaluate(() => (globalThis as { asked?: object }).asked))
    .toMatchObject({ message: 'Revoke 1 session?', buttons: ['Cancel', 'Revoke 1 session'] });
  expect(await desktop.tooltip()).toBe('Gatehouse: 1 active session');
  await desktop.click(/^Revoke asker \(15 min left\)$/);
  await expect.poll(() => desktop.tooltip()).toBe('Gatehouse: quiet');
  const status = await client.callTool({ name: 'access_status', arguments: {} });
  expect(status.structuredContent).toMatchObject({ sessions: [] });
});

test('the menu opens the window, and quitting from it ends everything in order', async ({
  start,
  desktop,
}) => {
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
