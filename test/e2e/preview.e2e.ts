/** What is in no argument, in the real window: the diff of a replacement, the command of a task, what a deletion loses. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, type RunningApp } from './support/app.ts';
import {
  askIsVisible,
  callTool,
  grantedAll,
  press,
  project,
  type ToolAnswer,
  readInFull,
} from './support/asking.ts';
import { picture } from './support/pictures.ts';

async function workshop(start: () => Promise<RunningApp>) {
  const app = await start();
  const { root, file } = project();
  const client = await app.connect('opencode');
  await grantedAll(app, client, {
    scopes: ['read:files', 'replace:text', 'test:code', 'delete:files'],
    roots: [root],
    reason: 'To rename the package.',
  });
  const ask = await app.askPage();
  /** A call that waits for the person, shown in the real window. */
  const shown = async (name: string, args: Record<string, unknown>) => {
    const answer: Promise<ToolAnswer> = callTool(client, name, args);
    await expect(ask.getByRole('heading', { name: 'The exact call' })).toBeVisible();
    await expect.poll(() => askIsVisible(app)).toBe(true);
    return answer;
  };
  const put = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');
  return { app, ask, root, file, shown, put, read };
}

test('G14 a replacement that would change package.json is shown as diffs, and does exactly that', async ({
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
  await picture(app, ask, 'confirm-diff');
  const height = (): Promise<number> => ask.evaluate(() => window.innerHeight);
  const before = await height();
  await readInFull(ask);
  await expect(evidence).toContainText("+export const name = 'lighthouse';");
  // As high as the ask was when it came; what is opened in it later moves no button.
  await expect(ask.getByText('paused while you read')).toBeVisible();
  expect(await height()).toBe(before);
  await press(ask, ask.getByRole('button', { name: /^Allow once: / }));
  expect(await calling).toMatchObject({ isError: false, data: { replacements: 2 } });
  expect(read('package.json')).toContain('"name": "lighthouse"');
  expect(read('src/name.ts')).toContain("'lighthouse'");
});

test('G14 a test run is shown as the words that start it and what the project says they run', async ({
  start,
}) => {
  const { app, ask, root, shown, put } = await workshop(start);
  put('package.json', '{ "scripts": { "pretest": "tsc", "test": "vitest run" } }\n');
  const calling = shown('run_tests', { root });
  await expect(ask.getByRole('list', { name: 'Program and arguments' })).toHaveText('npmruntest');
  await expect(ask.getByText('test: vitest run')).toBeAttached();
  await picture(app, ask, 'confirm-task');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await calling).toMatchObject({ isError: true, data: { code: 'denied-by-person' } });
});

test('a deletion says whether it can be had back', async ({ start }) => {
  const { app, ask, file, shown } = await workshop(start);
  const calling = shown('delete_file', { path: file });
  await expect(ask.getByRole('heading', { name: 'Can it be undone?' })).toBeVisible();
  await expect(ask.getByText(/It goes to the trash of Gatehouse/)).toBeVisible();
  await picture(app, ask, 'confirm-delete');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await calling).toMatchObject({ isError: true });
});
