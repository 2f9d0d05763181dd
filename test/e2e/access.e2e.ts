import { expect, test } from './support/app.ts';
import { askIsVisible, project, accessRequest } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

test('an agent asks over MCP, the user approves less, and the ledger has every step', async ({
  start,
}) => {
  const app = await start();
  const { root, file } = project();
  const client = await app.connect('opencode');
  const ask = await app.askPage();
  expect(await askIsVisible(app)).toBe(false);

  const asked = client.callTool({
    name: 'request_access',
    arguments: { ...accessRequest(root), ttl_seconds: 300 },
  });
  await expect(ask.getByRole('heading', { level: 1 })).toHaveText(
    /^opencode wants to work in my-project for 5.min$/,
  );
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByText('Find out why the greeting test fails and fix it.')).toBeVisible();

  const height = (): Promise<number> => ask.evaluate(() => window.innerHeight);
  const before = await height();
  await ask.getByRole('button', { name: /^Edit files/ }).click();
  // The window grows with the row, and nothing has to be scrolled.
  await expect.poll(height).toBeGreaterThan(before);
  await ask.getByRole('checkbox', { name: 'Save changes to files' }).uncheck();
  await expect(ask.getByRole('switch', { name: 'Edit files' })).not.toBeChecked();
  await ask.getByRole('button', { name: /^Edit files/ }).click();
  await expect.poll(height).toBe(before);
  await ask.getByRole('switch', { name: 'Run commands and tests' }).uncheck();
  await ask.getByRole('radio', { name: '5 min', exact: true }).check();
  const allow = ask.getByRole('button', { name: 'Allow for 5 min' });
  await expect(allow).toBeVisible();
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await takeScreenshots(app, ask, 'ask');
  await allow.click();

  const granted = (await asked).structuredContent as { scopes: string[]; roots: string[] };
  expect(granted.scopes).toEqual(['read:files', 'search:files']);
  expect(granted.roots).toEqual([root]);
  await expect.poll(() => askIsVisible(app)).toBe(false);

  const opened = await client.callTool({ name: 'open_file', arguments: { path: file } });
  expect(opened.structuredContent).toMatchObject({ content: "export const greeting = 'hello';\n" });
  const outside = await client.callTool({
    name: 'open_file',
    arguments: { path: '/etc/hostname' },
  });
  expect(outside).toMatchObject({ isError: true, structuredContent: { code: 'outside-roots' } });

  const main = await app.openMainWindow();
  await main
    .getByRole('button', { name: /Sessions/ })
    .or(main.getByRole('link', { name: /Sessions/ }))
    .first()
    .click();
  await expect(main.getByText(/[45] min left/).first()).toBeVisible();
  await takeScreenshots(app, main, 'sessions');
  await main
    .getByRole('button', { name: /Activity/ })
    .or(main.getByRole('link', { name: /Activity/ }))
    .first()
    .click();
  await expect(main.getByText('/etc/hostname').first()).toBeVisible();
  await takeScreenshots(app, main, 'activity');

  // Only the clock is faked: five minutes pass at once.
  await app.electron.evaluate(() => {
    const later = Date.now() + 5 * 60_000;
    Date.now = () => later;
  });
  const late = await client.callTool({ name: 'open_file', arguments: { path: file } });
  expect(late).toMatchObject({ isError: true, structuredContent: { code: 'session-expired' } });

  const steps = app
    .ledger()
    .map((line) => `${line.action} ${line.phase} ${line.result ?? ''}`.trim());
  expect(steps.slice(-11)).toEqual([
    'request_access intent',
    'request_access decision allow',
    'request_access outcome done',
    'open_file intent',
    'open_file decision allow',
    'open_file outcome done',
    'open_file intent',
    'open_file outcome refused',
    'session.expired note',
    'open_file intent',
    'open_file outcome refused',
  ]);
});
