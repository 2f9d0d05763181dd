/** The command palette in the real app, with the keyboard alone. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './support/app.ts';
import { accessRequest, askIsVisible, callTool, grantAll, project } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

async function run(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await page.keyboard.type(typed);
  await expect(page.locator('.palette-item').first()).toHaveAttribute('data-active-item', /.*/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeHidden();
}

test('every part of the window is reached, and all agents are paused, resumed and revoked, by typing', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const app = await start();
  const { root, file } = project();
  const client = await app.connect('opencode');
  await grantAll(app, client, accessRequest(root));
  const page = await app.openMainWindow();
  const title = page.getByRole('heading', { level: 1 });

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await expect(palette.getByRole('listbox', { name: 'Commands' })).toBeVisible();
  const first = await palette.getByRole('option').first().getAttribute('id');
  await expect(palette.getByRole('combobox')).toHaveAttribute('aria-activedescendant', first ?? '');
  await takeScreenshots(app, page, 'palette');
  for (const theme of ['light', 'dark'] as const) {
    await app.electron.evaluate(
      ({ nativeTheme }, to) => void (nativeTheme.themeSource = to),
      theme,
    );
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [theme, id, nodes[0]?.html])).toEqual([]);
  }
  await page.keyboard.type('zzzz');
  await expect(palette.getByText('Nothing matches.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  // The same keys open and close it.
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();

  await run(page, 'rules');
  await expect(title).toHaveText('Rules');
  await expect(title).toBeFocused();
  await run(page, 'burst');
  await expect(title).toHaveText('Settings');
  await expect(page.locator('.setting').filter({ hasText: 'Burst size' })).toBeFocused();
  await run(page, 'session of opencode');
  const card = page.getByRole('article', { name: 'Session of opencode' });
  await expect(card).toBeFocused();
  // Recently used commands come first.
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('option').first()).toContainText('Session of opencode');
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();

  await run(page, 'pause all');
  await expect(card.getByText(/Paused. Calls are refused/)).toBeVisible();
  expect(await callTool(client, 'open_file', { path: file })).toMatchObject({
    data: { code: 'session-paused' },
  });
  await run(page, 'resume all');
  await expect(card.getByText(/Paused. Calls/)).toHaveCount(0);
  expect(await callTool(client, 'open_file', { path: file })).toMatchObject({ isError: false });

  // An ask is opened, and never answered, from here.
  const asked = callTool(client, 'request_access', {
    ...accessRequest(root),
    scopes: ['git:commit'],
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  const ask = await app.askPage();
  await page.waitForTimeout(700);
  await ask.keyboard.press('Escape');
  await expect.poll(() => askIsVisible(app)).toBe(false);
  await run(page, 'waiting ask');
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await asked).toMatchObject({ isError: true });

  await run(page, 'verify');
  await expect(page.getByText(/lines verified/)).toBeVisible();
  await run(page, 'revoke all');
  const sure = page.getByRole('dialog', { name: 'Revoke 1 session?' });
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No active sessions')).toBeVisible();
  const noted = app.ledger().filter(({ action }) => action.startsWith('session.'));
  expect(noted.map(({ action }) => action)).toEqual([
    'session.paused',
    'session.resumed',
    'session.revoked',
  ]);
});
