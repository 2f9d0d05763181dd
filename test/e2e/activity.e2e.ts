/** The Activity page over a ledger of 100,000 entries. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { electronPath, expect, test, type RunningApp } from './support/app.ts';
import { takeScreenshots } from './support/screenshots.ts';

const entries = 100_000;
const generator = path.resolve(import.meta.dirname, '../../bench/lib/busy-ledger.mjs');

function fillLedger(dataDir: string): void {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  execFileSync(electronPath, [generator, dataDir, String(entries)], { env });
}

async function openActivity(app: RunningApp): Promise<Page> {
  const page = await app.openMainWindow();
  await page.getByRole('button', { name: 'Activity' }).first().click();
  return page;
}

const note = (page: Page) => page.locator('.page-note').first();
const rows = (page: Page) => page.locator('.entry-place');

test('100,000 entries can be scrolled, searched, filtered, opened, exported and verified', async ({
  start,
  dataDir,
}) => {
  test.setTimeout(180_000);
  fillLedger(dataDir);
  const app = await start();
  const page = await openActivity(app);

  // The newest entries are there at once, the others when the index is built.
  await expect(rows(page).first()).toBeVisible();
  await expect(note(page)).toHaveText(/^100,\d{3} entries$/, { timeout: 60_000 });
  await expect(page.getByRole('slider')).toBeVisible();
  await page.waitForTimeout(300);
  await takeScreenshots(app, page, 'activity-many');

  // Scrolling loads older entries, and only visible rows are rendered.
  const scroller = page.locator('.entry-scroll');
  for (let times = 0; times < 6; times += 1) {
    await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await page.waitForTimeout(250);
  }
  const last = await rows(page).last().getAttribute('data-index');
  expect(Number(last)).toBeGreaterThan(800);
  expect(await rows(page).count()).toBeLessThan(80);

  // Reads that were carried out can be hidden.
  const notable = page.getByRole('switch', { name: 'Changes and refusals' });
  await notable.check();
  await expect(note(page)).toHaveText(/^[\d,]+ entries match$/);
  const all = await note(page).innerText();
  expect(Number(all.replaceAll(/\D/g, ''))).toBeLessThan(100_000);
  await expect(page.locator('.entry-place', { hasText: 'Refused' }).first()).toBeVisible();
  await notable.uncheck();
  await expect(note(page)).toHaveText(/^100,\d{3} entries$/);
  await scroller.evaluate((element) => element.scrollTo({ top: 5_000 }));
  await page.waitForTimeout(250);

  // New entries wait above the list, so that nothing moves while the user reads.
  const before = await rows(page).nth(15).innerText();
  const client = await app.connect('opencode');
  await client.callTool({ name: 'open_file', arguments: { path: '/etc/hostname' } });
  const waiting = page.getByRole('button', { name: /\d+ new entr/ });
  await expect(waiting).toBeVisible();
  expect(await rows(page).nth(15).innerText()).toBe(before);
  await waiting.click();
  await expect(page.getByText('/etc/hostname').first()).toBeVisible();

  // Full-text search by keyboard.
  await page.keyboard.press('Escape');
  await page.locator('h1').focus();
  await page.keyboard.press('/');
  await page.keyboard.type('gateway wallet');
  await expect(note(page)).toHaveText(/entries match$/);
  await expect(rows(page).first()).toBeVisible();
  await page.waitForTimeout(300);
  await takeScreenshots(app, page, 'activity-search');
  await page.keyboard.press('Escape');
  await expect(note(page)).toHaveText(/^100,\d{3} entries$/);

  // Filter chips.
  await page.getByRole('button', { name: /^Outcome/ }).click();
  await page.getByRole('checkbox', { name: /Refused/ }).check();
  await page.waitForTimeout(300);
  await takeScreenshots(app, page, 'activity-chip');
  await page.keyboard.press('Escape');
  await expect(note(page)).toHaveText(/entries match$/);
  await expect(rows(page).first()).toContainText('Refused');

  // The details show the decision, who made it, the rule and the duration.
  await rows(page).first().getByRole('button').first().click();
  await expect(page.getByRole('list', { name: 'Steps of this entry' })).toBeVisible();
  await takeScreenshots(app, page, 'activity-details');
  const axe = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);

  // Selecting a time range by keyboard: the first days.
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Time:/ })).toBeVisible();
  await page.waitForTimeout(300);
  await takeScreenshots(app, page, 'activity-brush');

  // Exporting the filtered entries to a file that the user picks.
  const file = path.join(dataDir, 'export.csv');
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('menuitem', { name: 'Table (CSV)' }).click();
  await expect(page.getByText(/^Exported \d+ entries to/)).toBeVisible({ timeout: 30_000 });
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^seq,ts,actor,action/);
  expect(lines.slice(1).every((line) => line.includes(',refused,'))).toBe(true);
  const matching = Number((await note(page).innerText()).replace(/\D/g, ''));
  expect(lines.length - 1).toBeGreaterThanOrEqual(matching);

  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/lines verified/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(note(page)).toHaveText(/^100,\d{3} entries$/);
});

test('an empty Activity page explains itself, and a search without results can be cleared', async ({
  start,
}) => {
  const app = await start();
  const page = await openActivity(app);
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('searchbox').fill('nothing is called so');
  await expect(page.getByText('No entries match.', { exact: true })).toBeVisible();
  await takeScreenshots(app, page, 'activity-empty');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('gatehouse.started').first()).toBeVisible();

  // At the top of the list every new call appears, even in quick succession.
  const client = await app.connect('opencode');
  for (let call = 0; call < 8; call += 1) {
    await client.callTool({ name: 'open_file', arguments: { path: `/etc/followed-${call}` } });
    await page.waitForTimeout(60);
  }
  for (let call = 0; call < 8; call += 1)
    await expect(page.getByText(`followed-${call}`)).toBeVisible();
});
