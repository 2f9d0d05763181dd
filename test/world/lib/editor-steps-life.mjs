// Events, the view, and the life of the connection.
import assert from 'node:assert/strict';
import { eventually } from './editor-agent.mjs';
import { runCommand } from './editor-page.mjs';

/** @type {import('./editor-walk.mjs').Step[]} */
export const lifeSteps = [
  {
    name: 'events of the editor reach a session',
    async run({ ears, heard }) {
      for (const name of [
        ...[
          'buffer_changed',
          'cursor_moved',
          'selection_changed',
          'viewport_changed',
          'file_saved',
        ],
        ...['file_opened', 'file_closed', 'file_created', 'file_deleted', 'directory_changed'],
        ...['config_updated', 'commit_made', 'branch_changed', 'status_updated', 'errors_detected'],
        ...['symbols_updated', 'settings_changed', 'pane_split', 'tab_switched'],
      ]) {
        await heard(name);
      }
      assert.ok(
        !ears.names().has('output_received'),
        'what another agent’s terminal writes is not told',
      );
    },
  },
  {
    name: 'the view shows sessions and what waits; the status bar too',
    async run({ page, picture }) {
      await runCommand(page, 'View: Show Gatehouse');
      await page.getByText('walker').first().waitFor();
      await page.getByText('listener').first().waitFor();
      await picture('view');
    },
  },
  {
    name: 'agents are paused from the editor; only the window of Gatehouse lets them go on',
    async run({ page, agent, gatehouse, picture }) {
      await runCommand(page, 'Gatehouse: Pause Agents');
      await eventually(async () =>
        (await agent.call('git_status', {})).text.includes('session-paused'),
      );
      await picture('paused');
      const main = await gatehouse.mainPage();
      await main
        .getByRole('link', { name: /Sessions/ })
        .or(main.getByRole('button', { name: /Sessions/ }))
        .first()
        .click();
      for (;;) {
        const resume = main.getByRole('button', { name: /Resume/ }).first();
        if (!(await resume.isVisible().catch(() => false))) break;
        await resume.click();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      await agent.does('git_status', {});
    },
  },
  {
    name: 'killing the editor leaves its sessions degraded, and the workbench serves; back again',
    async run({ kill, again, ears, agent, page: _page, picture, at }) {
      const state = (/** @type {string} */ wanted) =>
        eventually(
          () => ears.heard.some(({ data }) => data?.state === wanted),
          `state ${wanted}`,
          40_000,
        );
      await kill();
      await state('DEGRADED');
      const info = await agent.does('get_workspace_info');
      assert.equal(info.editor.name, 'Workbench');
      ears.heard.length = 0;
      await again();
      await state('ACTIVE');
      const back = await agent.does('get_workspace_info');
      assert.notEqual(back.editor.name, 'Workbench');
      await picture('back');
      const path = at('notes/todo.txt');
      const { version } = await agent.does('open_file', { path });
      const edits = [{ old_text: 'sharpen', new_text: 'grind' }];
      assert.equal(
        (await agent.does('edit_buffer', { path, edits, base_version: version })).saved,
        false,
      );
    },
  },
  {
    name: 'sessions are revoked from the editor',
    async run({ page, agent }) {
      await runCommand(page, 'Gatehouse: Revoke Sessions');
      await eventually(async () =>
        (await agent.call('git_status', {})).text.includes('session-revoked'),
      );
    },
  },
];
