/** Asks that show more than the arguments: a replacement's diff, a task's command, a deletion's losses. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, type RunningApp, type StartOptions, withoutSandbox } from './support/app.ts';
import {
  askIsVisible,
  callTool,
  grantAll,
  clickAllow,
  project,
  type ToolAnswer,
  readWholeAsk,
} from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

async function workshop(start: (options?: StartOptions) => Promise<RunningApp>) {
  const app = await start(withoutSandbox);
  const { root } = project();
  const client = await app.connect('opencode');
  await grantAll(app, client, {
    scopes: ['read:files', 'replace:text', 'test:code', 'delete:files'],
    roots: [root],
    reason: 'To rename the package.',
  });
  const ask = await app.askPage();
  /** Starts a call that needs confirmation and waits until the window shows it. */
  const shown = async (name: string, args: Record<string, unknown>) => {
    const answer: Promise<ToolAnswer> = callTool(client, name, args);
    await expect(ask.getByRole('group', { name: 'The exact call' })).toBeVisible();
    await expect.poll(() => askIsVisible(app)).toBe(true);
    return answer;
  };
  const put = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');
  return { app, ask, root, shown, put, read };
}

test('G14 a replacement in package.json is shown as a diff and changes exactly that', async ({
  start,
}) => {
  const { app, ask, root, shown, put, read } = await workshop(start);
  put('package.json', '{\n  "name": "lantern",\n  "private": true\n}\n');
  put('src/name.ts', "export const name = 'lantern';\nexport const version = 1;\n");
  const calling = shown('replace_text', {
    root,
    globs: ['**/*.ts', 'package.json'],
    text: 'lantern',
    replacement: 'lighthouse',
  });
  const evidence = ask.getByRole('group', { name: 'The exact call' });
  await expect(evidence).toContainText('+  "name": "lighthouse",');
  await expect(evidence.getByText('protected')).toBeVisible();
  await takeScreenshots(app, ask, 'confirm-diff');
  const height = (): Promise<number> => ask.evaluate(() => window.innerHeight);
  const before = await height();
  await readWholeAsk(ask);
  await expect(evidence).toContainText("+export const name = 'lighthouse';");
  // The window keeps its height while the user reads, so that no button moves.
  await evidence.hover();
  await ask.mouse.wheel(0, 40);
  await expect(ask.getByRole('timer', { name: /paused while you read$/ })).toBeVisible();
  expect(await height()).toBe(before);
  await clickAllow(ask, ask.getByRole('button', { name: /^Allow once/ }));
  expect(await calling).toMatchObject({ isError: false, data: { replacements: 2 } });
  expect(read('package.json')).toContain('"name": "lighthouse"');
  expect(read('src/name.ts')).toContain("'lighthouse'");
});

test('G14 a test run is shown with its command and the script of the project', async ({
  start,
}) => {
  const { app, ask, root, shown, put } = await workshop(start);
  put('package.json', '{ "scripts": { "pretest": "tsc", "test": "vitest run" } }\n');
  const calling = shown('run_tests', { root });
  await expect(ask.getByRole('list', { name: 'Program and arguments' })).toHaveText('npmruntest');
  await expect(ask.getByText('test: vitest run')).toBeAttached();
  await takeScreenshots(app, ask, 'confirm-task');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await calling).toMatchObject({ isError: true, data: { code: 'denied-by-person' } });
});

test('a deletion says whether it can be undone', async ({ start }) => {
  const { app, ask, root, shown, put } = await workshop(start);
  put('Makefile', 'all:\n');
  const calling = shown('delete_file', { path: path.join(root, 'Makefile') });
  await expect(ask.getByText(/It moves to Gatehouse's trash/)).toBeVisible();
  await takeScreenshots(app, ask, 'confirm-delete');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await calling).toMatchObject({ isError: true });
});
