/** The Clients page in the real app: connecting a client in one sheet, and undoing all of it at once. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from 'playwright/test';
import { expect, test } from './support/app.ts';
import { takeScreenshots } from './support/screenshots.ts';

const mine = '{\n  // my own\n  "theme": "system",\n}\n';

async function clean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

function homeWith(files: Readonly<Record<string, string>>): string {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-home-')));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), content);
  }
  return home;
}

test('OpenCode is connected, uses its key, has its own tools denied, and everything is undone byte for byte', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const home = homeWith({
    '.config/opencode/opencode.json': mine,
    '.claude/settings.json': '{ "permissions": { "defaultMode": "bypassPermissions" } }\n',
    '.codex/config.toml': 'sandbox_mode = "workspace-write" # as I like it\n',
    '.cursor/mcp.json': '{ "mcpServers": { "other": { "url": "http://localhost:1" } } }\n',
  });
  const file = path.join(home, '.config/opencode/opencode.json');
  try {
    const app = await start({ env: { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') } });
    const page = await app.openMainWindow();
    await page.locator('h1').focus();
    await page.keyboard.press('6');
    const card = page.getByRole('article', { name: 'OpenCode' });
    await expect(card.getByText('Not connected')).toBeVisible();
    await expect(page.getByRole('row', { name: /Claude Code Without asking/ })).toBeVisible();
    await takeScreenshots(app, page, 'clients');
    await clean(page);

    await card.getByRole('button', { name: 'Connect: OpenCode' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect OpenCode' });
    await expect(dialog.getByText('"gatehouse": {')).toBeVisible();
    await expect(dialog.getByText(/No key is in the file/)).toBeVisible();
    await takeScreenshots(app, page, 'clients-diff');
    await clean(page);
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(dialog.getByText(/Gatehouse was added to/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(card.getByText('Configured. Waiting for it to connect…')).toBeVisible();
    await expect(card.getByText(/opencode mcp list/)).toBeVisible();

    // The client reads its own file, and our key file that it refers to.
    const plain = fs.readFileSync(file, 'utf8').replace('// my own', '');
    const { mcp } = JSON.parse(plain.replaceAll(/,(?=\s*\})/g, '')) as {
      mcp: { gatehouse: { url: string; headers: { Authorization: string } } };
    };
    const { url, headers } = mcp.gatehouse;
    const Authorization = headers.Authorization.replace(/\{file:(.+)\}/, (_all, name: string) =>
      fs.readFileSync(name, 'utf8').trim(),
    );
    const client = new Client({ name: 'opencode', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { Authorization } },
      }),
    );
    await expect(card.getByText(/Connected (just now|\d)/)).toBeVisible();
    await client.close();

    // Turns the client's own tools off by keyboard alone.
    await page
      .getByRole('button', { name: "Turn off OpenCode's own edit and shell tools" })
      .focus();
    await page.keyboard.press('Enter');
    const deny = page.getByRole('dialog', { name: 'OpenCode' });
    await expect(deny.getByText('"bash": "deny"')).toBeVisible();
    await expect(deny.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(deny.getByRole('button', { name: 'Save' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(deny.getByText(/own edit and shell tools are off/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(
      page.getByRole('row', { name: /OpenCode Without asking.*Denied.*Denied/ }),
    ).toBeVisible();
    await takeScreenshots(app, page, 'clients-connected');
    await clean(page);

    await card.getByRole('button', { name: 'Undo: OpenCode' }).click();
    const undo = page.getByRole('dialog', { name: 'Undo all changes for OpenCode' });
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(undo.getByText(/: undone\./)).toBeVisible();
    await undo.getByRole('button', { name: 'Close' }).click();
    await expect(card.getByText('Not connected')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Undo: OpenCode' })).toHaveCount(0);
    expect(fs.readFileSync(file, 'utf8')).toBe(mine);
    const acts = app
      .ledger()
      .filter(({ action, phase }) => action.startsWith('owner.') && phase === 'outcome');
    expect(acts.map(({ action, result }) => `${action} ${result}`)).toEqual([
      'owner.write_client_config done',
      'owner.write_client_config done',
      'owner.undo_client_config done',
      'owner.undo_client_config done',
    ]);
  } finally {
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('Claude Code is connected from the first run in one sheet, with a readable diff of a one-line file', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const servers = '{"numStartups":3,"mcpServers":{"other":{"command":"x","args":[]}}}';
  const settings = '{"permissions":{"allow":["WebSearch"]}}';
  const home = homeWith({ '.claude.json': servers, '.claude/settings.json': settings });
  const [first, second] = ['.claude.json', '.claude/settings.json'].map((name) =>
    path.join(home, name),
  );
  const read = (file: string | undefined): string => fs.readFileSync(file ?? '', 'utf8');
  try {
    const app = await start({ env: { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') } });
    const page = await app.openMainWindow();
    await takeScreenshots(app, page, 'first-run-claude');
    await clean(page);
    await page.getByRole('button', { name: 'Connect Claude Code…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Connect Claude Code' });
    await expect(sheet.getByText('"gatehouse": {')).toBeVisible();
    await expect(sheet.getByText(/Formatted here for reading/).first()).toBeVisible();
    await sheet.getByRole('radio', { name: /^Off/ }).check();
    await sheet.getByRole('tab', { name: /settings\.json/ }).click();
    await expect(sheet.getByText('"mcp__gatehouse"')).toBeVisible();
    await expect(sheet.getByText('"Bash"')).toBeVisible();
    await takeScreenshots(app, page, 'connect-sheet');
    await clean(page);
    await sheet.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(sheet.getByText(/Gatehouse was added to/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing is waiting for you' })).toBeVisible();
    expect(read(first)).not.toContain('\n');
    expect(JSON.parse(read(second))).toEqual({
      permissions: {
        allow: ['WebSearch', 'mcp__gatehouse'],
        deny: ['Edit', 'Write', 'NotebookEdit', 'Bash'],
      },
    });
    await page.getByRole('button', { name: 'Connect another client' }).click();
    await page.getByRole('button', { name: 'Undo: Claude Code' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/: undone\./)).toBeVisible();
    expect(read(first)).toBe(servers);
    expect(read(second)).toBe(settings);
  } finally {
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});
