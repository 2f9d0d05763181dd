import fs from 'node:fs';
import path from 'node:path';
import { expect, test, withoutSandbox } from './support/app.ts';
import {
  askIsVisible,
  callTool,
  grantAll,
  openDetails,
  project,
  readWholeAsk,
} from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

test('F1 a command is shown with each argument, program, folder, effects and environment, and remembered as shown', async ({
  start,
}) => {
  const app = await start(withoutSandbox);
  const { root } = project();
  const client = await app.connect('opencode');
  await grantAll(app, client, {
    scopes: ['run:commands'],
    roots: [root],
    reason: 'To look around.',
  });
  const ask = await app.askPage();
  const argv = ['ls', '-1', 'src; id', '$(id)'];
  fs.mkdirSync(path.join(root, 'src; id'));
  fs.mkdirSync(path.join(root, '$(id)'));
  const answer = callTool(client, 'exec_command', { argv });
  await expect(ask.getByRole('heading', { name: 'Run ls' })).toBeVisible();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByRole('list', { name: 'Program and arguments' })).toContainText('$(id)');
  await expect(
    ask.getByRole('list', { name: 'Program and arguments' }).getByRole('listitem'),
  ).toHaveCount(argv.length);
  await openDetails(ask);
  await expect(ask.getByRole('list', { name: 'What it can do' })).toContainText('It reads files');
  await ask.getByText(/variables, nothing else$/).click();
  await expect(ask.getByText(/HOME, .*PATH/)).toBeVisible();
  await expect(ask.getByText(root).first()).toBeVisible();
  await takeScreenshots(app, ask, 'confirm-command');
  await readWholeAsk(ask);
  const session = ask.getByRole('button', { name: 'Allow this call all session' });
  await expect(session).toHaveAttribute('aria-disabled', 'false');
  await session.click();
  expect(await answer).toMatchObject({ isError: false, data: { exit_code: 0 } });
  expect(await callTool(client, 'exec_command', { argv })).toMatchObject({ isError: false });

  const shell = callTool(client, 'exec_command', { argv: ['sh', '-c', 'frobnicate --all'] });
  await expect(ask.getByText('Gatehouse does not know everything it does.')).toBeVisible();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByRole('button', { name: /session/ })).toHaveCount(0);
  await takeScreenshots(app, ask, 'confirm-unknown');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await shell).toMatchObject({ isError: true });
});
