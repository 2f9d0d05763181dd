// What the person sees of agents, and what they can do about them, without leaving the editor.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { eventually, mcpAgent } from './editor-agent.mjs';
import { runCommand } from './editor-page.mjs';

/** @param {import('playwright').Page} page @param {string | RegExp} text */
const rowOf = (page, text) =>
  page.locator('.pane-body .monaco-list-row').filter({ hasText: text }).first();

/** @type {import('./editor-walk.mjs').Step[]} */
export const faceSteps = [
  {
    name: 'lines that an agent wrote are marked, with the consent behind them',
    async run({ agent, at, page, screenshot, version, gatehouse }) {
      const path = at('src/long.ts');
      const edits = [{ old_text: 'export const n1 = 1;', new_text: 'export const halberds = 1;' }];
      const base_version = await version('src/long.ts');
      await agent.succeeds('edit_buffer', { path, edits, base_version, save: true });
      await agent.succeeds('set_cursor_pos', { path, position: { line: 1, character: 0 } });
      await page.locator('.tab', { hasText: 'long.ts' }).first().click();
      const line = page.locator('.view-line', { hasText: 'halberds' }).first();
      await line.waitFor();
      await line.hover({ position: { x: 90, y: 5 } });
      const hover = page.locator('.monaco-hover', { hasText: 'Written by walker' }).first();
      await hover.waitFor();
      const entry = /Consent (\S+)/.exec((await hover.textContent()) ?? '')?.[1];
      const consent = gatehouse.ledger().find((one) => one.entry === entry);
      assert.equal(consent?.action, 'edit_buffer');
      await screenshot('consent-blame');
      await page.mouse.move(5, 5);
    },
  },
  {
    name: 'the view shows sessions and what waits; a click shows our window and allows nothing',
    async run({ page, agent, at, person, gatehouse, screenshot, askScreenshot }) {
      fs.writeFileSync(at('gone.txt'), 'soon\n');
      await runCommand(page, 'View: Show Gatehouse');
      await rowOf(page, 'walker').waitFor();
      await rowOf(page, 'listener').waitFor();
      await gatehouse.closeMain();
      let isOver = false;
      const deleting = await person.whileAway(async () => {
        const call = agent.call('delete_file', { path: at('gone.txt') });
        void call.then(() => (isOver = true));
        const row = rowOf(page, /walker wants to .*gone\.txt/);
        await row.waitFor();
        await screenshot('view');
        await askScreenshot();
        await gatehouse.askPage.getByRole('button', { name: /^Details/ }).click();
        await gatehouse.askPage.getByText('Runs in').first().waitFor();
        assert.equal(await gatehouse.isMainShown(), false);
        await row.click();
        await eventually(() => gatehouse.isMainShown(), 'our window');
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        assert.equal(isOver, false, 'the click is no answer');
        assert.equal(fs.existsSync(at('gone.txt')), true);
        return { call };
      });
      assert.equal((await deleting.call).isError, false);
      await eventually(
        async () => !(await rowOf(page, 'gone.txt').isVisible()),
        'the view is empty',
      );
    },
  },
  {
    name: 'one session is revoked in its row, and the others work on',
    async run({ page, agent, gatehouse, project }) {
      const passer = await mcpAgent(gatehouse, 'passer-by', project);
      const row = rowOf(page, 'passer-by');
      await row.hover();
      await row.getByRole('button', { name: /Revoke/ }).click();
      await eventually(
        async () => (await passer.call('git_status', {})).text.includes('session-revoked'),
        'the end of it',
      );
      await eventually(async () => !(await row.isVisible()), 'its row');
      await agent.succeeds('git_status', {});
      await passer.close();
    },
  },
  {
    name: 'agents are paused from the editor; only the window of Gatehouse lets them go on',
    async run({ page, agent, gatehouse, screenshot }) {
      await runCommand(page, 'Gatehouse: Pause Agents');
      await eventually(async () =>
        (await agent.call('git_status', {})).text.includes('session-paused'),
      );
      await screenshot('paused');
      const main = await gatehouse.mainPage();
      await main.getByRole('button', { name: /^Sessions/ }).click();
      for (;;) {
        const resume = main.getByRole('button', { name: /Resume/ }).first();
        if (!(await resume.isVisible().catch(() => false))) break;
        await resume.click();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      await agent.succeeds('git_status', {});
    },
  },
];
