import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './support/app.ts';
import { allowAccess, askIsVisible, clickAllow, readWholeAsk } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

test('a new user starts the demo agent, allows it, sees its session and its entries, and removes it', async ({
  start,
}) => {
  const began = Date.now();
  const app = await start({ args: [] });
  const page = await app.mainPage();
  await expect(page.getByRole('heading', { name: 'What Gatehouse can’t do' })).toBeVisible();
  await takeScreenshots(app, page, 'first-run');
  const axe = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);

  await page.getByRole('button', { name: 'Try the demo' }).click();
  const ask = await app.askPage();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await clickAllow(ask, ask.getByRole('button', { name: allowAccess }));
  await readWholeAsk(ask);
  await clickAllow(ask, ask.getByRole('button', { name: /^Allow once/ }));
  await expect(page.getByText('You allowed it, and the file is there.')).toBeVisible();
  await expect(page.getByText(/^Refused without asking you/)).toBeVisible();
  await page.getByText('You allowed it, and the file is there.').scrollIntoViewIfNeeded();
  await takeScreenshots(app, page, 'first-run-done');

  // Follows the window's own links to the session and its entries, and removes the demo.
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('button', { name: /^Activity/ }).click();
  await expect(page.getByRole('main')).toContainText('gatehouse-demo');
  await pages.getByRole('button', { name: /^Sessions/ }).click();
  const session = page.getByRole('article', { name: /^Session of / });
  await expect(session).toContainText('Demo agent');
  await expect(session).toContainText(/\d+ min( \d+ s)? left, until /);
  await takeScreenshots(app, page, 'first-run-session');
  await session.getByRole('button', { name: /^Revoke/ }).click();
  await expect(page.getByText('No active sessions')).toBeVisible();
  expect(Date.now() - began).toBeLessThan(120_000);
  await pages.getByRole('button', { name: /^Inbox/ }).click();
  await page.getByRole('button', { name: 'Remove the demo agent' }).click();
  await expect(page.getByText('Removed the demo agent')).toBeVisible();
  expect(JSON.parse(app.cli('status', '--json'))).toMatchObject({ sessions: 0, pending: 0 });
});
