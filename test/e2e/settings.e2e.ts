import fs from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import { pickInFileDialog, project, answerSystemDialog, accessRequest } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

const saved = (app: RunningApp): Record<string, unknown> =>
  JSON.parse(fs.readFileSync(path.join(app.dataDir, 'settings.json'), 'utf8')) as Record<
    string,
    unknown
  >;

async function openSettings(app: RunningApp): Promise<Page> {
  const page = await app.openMainWindow();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.keyboard.press('9');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
  return page;
}

async function expectAccessible(page: Page): Promise<void> {
  const axe = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test('a changed setting is saved, takes effect at once and is in the ledger', async ({
  start,
  dataDir,
}) => {
  const app = await start({ env: { XDG_CONFIG_HOME: path.join(dataDir, 'config') } });
  const page = await openSettings(app);
  await takeScreenshots(app, page, 'settings');
  await expectAccessible(page);
  // The rest is under Advanced, where a search finds it.
  await page.getByRole('heading', { name: 'Advanced' }).click();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('language server');
  await expect(page.getByLabel('Your own language servers')).toBeVisible();
  await expect(page.getByLabel('Extra protected names')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('');
  await takeScreenshots(app, page, 'settings-advanced');
  await expectAccessible(page);

  // By keyboard: an invalid value is explained at the field and not saved.
  const timeout = page.getByLabel('Time limit for answering');
  await timeout.fill('5');
  await timeout.press('Enter');
  const why = 'Enter a whole number from 10 to 3,600.';
  await expect(timeout).toHaveAccessibleDescription(new RegExp(why));
  await expect(timeout).toHaveAttribute('aria-invalid', 'true');
  await takeScreenshots(app, page, 'settings-problem');
  await timeout.fill('77');
  await timeout.press('Enter');
  await expect(timeout).toHaveAttribute('aria-invalid', 'false');
  await expect.poll(() => saved(app)).toMatchObject({ askTimeoutSeconds: 77 });

  // It applies to the next ask.
  const client = await app.connect('asker');
  const asking = client.callTool({
    name: 'request_access',
    arguments: accessRequest(project().root),
  });
  const ask = await app.askPage();
  await ask.getByRole('button', { name: 'Deny' }).waitFor();
  const waits = await page.evaluate(async () => {
    const { asks } = await window.gatehouse.command('snapshot:get');
    return asks.map(({ askedAt, deadline }) => (deadline - askedAt) / 1000);
  });
  expect(waits).toEqual([77]);
  await ask.getByRole('button', { name: 'Deny' }).click();
  await asking;

  // Main confirms risky settings in a system dialog, which no page can answer.
  await answerSystemDialog(app, false);
  const overHttp = page.getByLabel('Allow approving access over HTTP');
  await overHttp.click();
  await expect(page.getByText('you did not confirm it in the dialog')).toBeVisible();
  await expect(overHttp).not.toBeChecked();
  await answerSystemDialog(app, true);
  await overHttp.click();
  await expect(page.getByText('without anyone at the screen')).toBeVisible();
  await page.getByLabel('Extra protected names').fill('migrations\n\n *.pem ');
  const servers = page.getByLabel('Your own language servers');
  await servers.fill('python: "/opt/my tools/py" --stdio');
  // The next change could be saved first, while this one's dialog is open.
  await servers.blur();
  await expect.poll(() => saved(app)['languageServers']).toHaveProperty('python');
  await page.getByLabel('Start when I log in').click();
  const autostart = path.join(dataDir, 'config/autostart/gatehouse.desktop');
  await expect.poll(() => fs.existsSync(autostart)).toBe(true);
  expect(fs.readFileSync(autostart, 'utf8')).toContain('"--no-window"');
  await expect
    .poll(() => saved(app))
    .toMatchObject({
      approveOverHttp: true,
      startAtLogin: true,
      protectedNames: ['migrations', '*.pem'],
      languageServers: { python: ['/opt/my tools/py', '--stdio'] },
    });
  // Remote access with files that are not a certificate and a key.
  await page.getByLabel('IP address of this machine').fill('127.0.0.1');
  await pickInFileDialog(app, path.join(dataDir, 'settings.json'));
  await page.getByRole('button', { name: 'Choose: Certificate' }).click();
  await page.getByRole('button', { name: 'Choose: Private key' }).click();
  await expect(page.getByLabel('Private key', { exact: true })).toHaveValue(/settings\.json$/);
  await page.getByRole('button', { name: 'Turn on…' }).click();
  await expect(page.getByText('do not belong together, or are not in PEM')).toBeVisible();
  await takeScreenshots(app, page, 'settings-warning');
  await expectAccessible(page);

  const changes = app.ledger().filter((line) => line.action === 'settings.changed');
  expect(changes.map((line) => [line.decided_by, line.detail])).toEqual([
    ['person', 'askTimeoutSeconds: 300 → 77'],
    ['person', 'approveOverHttp: false → true'],
    ['person', 'protectedNames: [] → ["migrations","*.pem"]'],
    ['person', 'languageServers: {} → {"python":["/opt/my tools/py","--stdio"]}'],
    ['person', 'startAtLogin: false → true'],
  ]);
  await app.electron.close();

  const again = await start();
  await expect((await openSettings(again)).getByLabel('Time limit for answering')).toHaveValue(
    '77',
  );
});
