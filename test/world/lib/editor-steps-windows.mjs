// Several windows, the workbench beside them, and the MCP client inside the editor.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { eventually, listener, mcpAgent } from './editor-agent.mjs';
import { openWindow, runCommand } from './editor-page.mjs';
import { pair } from './editor-person.mjs';

/** @param {import('./editor-walk.mjs').Place} place */
async function editorsPage({ gatehouse }) {
  const main = await gatehouse.mainPage();
  await main.getByRole('button', { name: /^Editors/ }).click();
  return { main, list: main.getByRole('list', { name: 'Connected editors' }) };
}

/** @param {string} folder */
function makeFolder(folder) {
  fs.mkdirSync(path.join(folder, 'inner'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'a.txt'), 'one window\n');
  return fs.realpathSync(folder);
}

/** @type {import('./editor-walk.mjs').Step[]} */
export const windowSteps = [
  {
    name: 'the workbench serves what no window has open; who did what is on record and shown',
    async run(place) {
      const { ctx, agent, gatehouse, at, shot, read } = place;
      const folder = makeFolder(path.join(ctx.home, 'elsewhere'));
      const other = await mcpAgent(gatehouse, 'elsewhere', folder);
      await other.succeeds('open_file', { path: path.join(folder, 'a.txt') });
      const { content } = await agent.succeeds('open_file', { path: at('run.js') });
      assert.equal(content, read('run.js'));
      const { editor } = await agent.succeeds('get_workspace_info');
      const servedBy = (/** @type {string} */ actor) =>
        gatehouse
          .ledger()
          .findLast(
            (one) => one.actor === actor && one.action === 'open_file' && one.phase === 'outcome',
          )?.carried_out_by;
      assert.equal(servedBy('elsewhere'), 'Workbench');
      assert.equal(servedBy('walker'), editor.name);
      const { main, list } = await editorsPage(place);
      const row = (/** @type {string} */ name) => list.locator(':scope > li', { hasText: name });
      await row('Workbench')
        .getByText(/Runs calls from .*elsewhere/)
        .waitFor();
      await row(editor.name)
        .getByText(/Runs calls from .*walker/)
        .waitFor();
      await shot(main, 'editors-page');
      await main.getByRole('button', { name: /^Activity/ }).click();
      await main.getByRole('row').filter({ hasText: 'a.txt' }).first().click();
      await main.getByText('carried out by').first().waitFor();
      await shot(main, 'activity');
      await other.close();
    },
  },
  {
    name: 'several windows are several editors',
    async run(place) {
      const { ctx, agent, gatehouse, keepsSecrets, url, page, shot, at, version } = place;
      const folder = makeFolder(path.join(ctx.home, 'other'));
      const file = path.join(ctx.home, 'other.code-workspace');
      const write = (/** @type {string[]} */ ...folders) =>
        fs.writeFileSync(file, JSON.stringify({ folders: folders.map((one) => ({ path: one })) }));
      write(folder);
      const second = await place.newPage();
      await openWindow(second, `${url}/?workspace=${encodeURIComponent(file)}`);
      if (!keepsSecrets) await pair(second, gatehouse);
      const { list } = await editorsPage(place);
      const row = list.getByText(folder).first();
      // code-server sometimes opens a workspace before it has read which folders are in it.
      await row.waitFor({ timeout: 20_000 }).catch(() => second.reload());
      await row.waitFor({ timeout: 40_000 });
      const own = await mcpAgent(gatehouse, 'second', folder);
      const { version: base_version } = await own.succeeds('open_file', {
        path: path.join(folder, 'a.txt'),
      });
      await own.succeeds('edit_buffer', {
        path: path.join(folder, 'a.txt'),
        edits: [{ old_text: 'one window', new_text: 'the second window' }],
        base_version,
      });
      await second.getByText('the second window').first().waitFor();
      assert.equal(await page.getByText('the second window').count(), 0);
      await agent.succeeds('edit_buffer', {
        path: at('run.js'),
        edits: [{ old_text: 'let answer', new_text: 'let  answer' }],
        base_version: await version('run.js'),
        save: true,
      });
      const eventStream = await listener(gatehouse, folder);
      write(folder, path.join(folder, 'inner'));
      const wasReported = () =>
        eventStream.receivedItems.some(({ data }) => data?.name === 'workspace_changed');
      await eventually(wasReported, 'workspace_changed', 30_000);
      await shot(second, 'second-window');
      place.eventStream.receivedItems.push(...eventStream.receivedItems);
      eventStream.close();
      await own.close();
      await second.close();
    },
  },
  {
    name: 'every event of the catalogue was heard',
    async run({ ctx, eventStream }) {
      const text = fs.readFileSync(
        path.join(ctx.repo, 'src/shared/protocols/session-events.ts'),
        'utf8',
      );
      const all = [...text.matchAll(/^ {6}(\w+): '/gm)].map(([, name]) => name);
      assert.equal(all.length, 34);
      const names = eventStream.names();
      assert.deepEqual(
        all.filter((name) => !names.has(name)),
        [],
      );
    },
  },
  {
    name: 'the MCP client inside the editor is offered Gatehouse, with a key of its own',
    async run({ page, gatehouse, screenshot }) {
      await runCommand(page, 'MCP: List Servers');
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await rows.filter({ hasText: 'Gatehouse' }).first().click();
      await rows.filter({ hasText: 'Start Server' }).first().click();
      const hasKey = () => gatehouse.ledger().some((one) => one.action === 'plugin.client-key');
      await eventually(hasKey, 'the key');
      // Its output is shown by itself; the editor writes spaces as something else.
      const reply = page.locator('.view-line').filter({ hasText: /Discovered\s\d+\stools/ });
      await reply.first().waitFor();
      await screenshot('mcp');
    },
  },
];
