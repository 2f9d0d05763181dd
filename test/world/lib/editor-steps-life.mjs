// The life of the connection: killed and back, folders that nobody trusts, and the end of it.
import assert from 'node:assert/strict';
import { eventually } from './editor-agent.mjs';
import { runCommand } from './editor-page.mjs';

/** @type {import('./editor-walk.mjs').Step[]} */
export const lifeSteps = [
  {
    name: 'killing the editor leaves its sessions degraded, and the workbench serves; back again',
    async run({ kill, again, eventStream, agent, screenshot, at }) {
      const state = (/** @type {string} */ wanted) =>
        eventually(
          () => eventStream.receivedItems.some(({ data }) => data?.state === wanted),
          `state ${wanted}`,
          60_000,
        );
      await kill();
      await state('DEGRADED');
      assert.equal((await agent.succeeds('get_workspace_info')).editor.name, 'Workbench');
      eventStream.receivedItems.length = 0;
      await again();
      await state('ACTIVE');
      assert.notEqual((await agent.succeeds('get_workspace_info')).editor.name, 'Workbench');
      const path = at('notes/todo.txt');
      const { version } = await agent.succeeds('open_file', { path });
      const edits = [{ old_text: 'sharpen', new_text: 'grind' }];
      const done = await agent.succeeds('edit_buffer', { path, edits, base_version: version });
      assert.equal(done.saved, false);
      await screenshot('back');
    },
  },
  {
    name: 'in a folder that is not trusted agents look and edit, and run nothing',
    async run({ kill, again, agent, at, project, page: _before, screenshot, eventStream }) {
      eventStream.receivedItems.length = 0;
      await kill();
      await again({ trustsAll: false });
      await eventually(
        () => eventStream.receivedItems.some(({ data }) => data?.state === 'ACTIVE'),
        'the connection',
        60_000,
      );
      const path = at('src/broken.ts');
      const { version } = await agent.succeeds('open_file', { path });
      const edits = [{ old_text: 'const length = 1;', new_text: 'const length = 2;' }];
      await agent.succeeds('edit_buffer', { path, edits, base_version: version, save: true });
      const argv = ['node', '-e', '0'];
      const refused = await agent.refuses('exec_command', { argv, cwd: project });
      assert.match(refused, /unsupported-by-editor/);
      assert.match(refused, /has not marked this folder as trusted/);
      assert.match(
        await agent.refuses('build_project', {}),
        /has not marked this folder as trusted/,
      );
      await screenshot('untrusted');
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
