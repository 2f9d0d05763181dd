/** Sessions, entries and rules of three agents, so that every page has realistic content. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Page } from 'playwright/test';
import { expect, type RunningApp } from './app.ts';
import { callTool, grantAll } from './asks.ts';

export interface AgentsAtWork {
  readonly root: string;
  readonly opencode: Client;
  readonly ask: Page;
  readonly page: Page;
}

const files = {
  'README.md': '# Harbour\n\nShips come in, ships go out.\n',
  'src/berths.ts':
    "export const berths = ['north', 'south'];\n\nexport function free(taken: string[]): string[] {\n  return berths.filter((berth) => !taken.includes(berth));\n}\n",
  'src/tides.ts': 'export const high = 4.2;\nexport const low = 0.6;\n',
  'package.json': '{\n  "name": "harbour",\n  "scripts": { "test": "node --test" }\n}\n',
};

/** Screenshots need the same path every time: the home that scripts/screenshots.mjs prepares. */
function projectFolder(): string {
  const home = process.env['GATEHOUSE_TAKE_SCREENSHOTS']
    ? os.homedir()
    : fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-e2e-work-'));
  return path.join(fs.realpathSync(home), 'harbour');
}

export function sampleProject(): string {
  const root = projectFolder();
  fs.mkdirSync(root, { recursive: true });
  // Emptied rather than replaced, since it may be the current working directory.
  for (const old of fs.readdirSync(root))
    fs.rmSync(path.join(root, old), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

export async function agentsAtWork(app: RunningApp): Promise<AgentsAtWork> {
  const root = sampleProject();
  const ask = await app.askPage();
  const opencode = await app.connect('opencode');
  const scopes = [
    'read:files',
    'create:files',
    'search:files',
    'write:files',
    'search:project',
    'delete:files',
  ];
  const access = { scopes: [...scopes, 'run:commands'], roots: [root] };
  const reason = 'The test of free berths fails at low tide. Find out why and fix it.';
  await grantAll(app, opencode, { ...access, reason, ttl_seconds: 3600 });
  const at = (name: string): string => path.join(root, name);
  await callTool(opencode, 'open_file', { path: at('src/berths.ts') });
  await callTool(opencode, 'find_in_project', { text: 'berth' });
  await callTool(opencode, 'create_file', {
    path: at('src/depth.ts'),
    content: "import { low } from './tides.ts';\n\nexport const enough = low > 0.5;\n",
  });
  await callTool(opencode, 'open_file', { path: at('src/docks.ts') });
  await callTool(opencode, 'delete_file', { path: at('src/tides.ts') });

  const cursor = await app.connect('cursor');
  const look = { scopes: ['read:files', 'search:files'], roots: [path.join(root, 'src')] };
  await grantAll(app, cursor, { ...look, reason: 'To explain the code.', ttl_seconds: 900 });
  await callTool(cursor, 'open_file', { path: at('src/berths.ts') });
  const page = await app.openMainWindow();
  await addRules(page, root);
  return { root, opencode, ask, page };
}

const addRules = (page: Page, root: string): Promise<void> =>
  page.evaluate(async (within) => {
    const rule = { client: null, seconds: null, fromEntry: null } as const;
    const rules = [
      { ...rule, effect: 'deny', actions: ['git_commit'], within: null },
      { ...rule, effect: 'ask', actions: ['edit_buffer'], within, seconds: 7 * 24 * 3600 },
    ] as const;
    for (const one of rules) await window.gatehouse.command('rules:add', one);
  }, root);

/** The names of all pages, read from the sidebar. */
export async function pageNames(page: Page): Promise<readonly string[]> {
  const buttons = page.getByRole('navigation', { name: 'Pages' }).getByRole('button');
  await buttons.first().waitFor();
  const names = await buttons.evaluateAll((all) =>
    all.map((one) => [...one.childNodes].find(({ nodeType }) => nodeType === 3)?.textContent ?? ''),
  );
  expect(names.length).toBeGreaterThanOrEqual(5);
  return names;
}

export async function goTo(page: Page, name: string): Promise<void> {
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.waitForTimeout(400);
}

export async function dismissNotices(page: Page): Promise<void> {
  // A notice may disappear by itself meanwhile.
  const dismiss = page.locator('.notice').getByRole('button');
  while ((await dismiss.count()) > 0)
    await dismiss
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
}
