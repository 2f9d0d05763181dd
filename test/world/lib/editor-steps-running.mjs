// Terminals, tasks, the project, extensions, colours and the debugger.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { eventually } from './editor-agent.mjs';

/** @type {import('./editor-walk.mjs').Step[]} */
export const runningSteps = [
  {
    name: 'a command runs in a terminal of the editor, as it was judged',
    actions: ['exec_command'],
    async run({ agent, project, page, screenshot }) {
      const argv = ['node', '-e', 'console.log("halberd " + 6 * 7); process.exit(3)'];
      const done = await agent.succeeds('exec_command', { argv, cwd: project });
      assert.equal(done.exit_code, 3);
      assert.equal(done.stdout, 'halberd 42\n');
      await page.locator('.terminal-wrapper').first().waitFor();
      await screenshot('terminal');
    },
  },
  {
    name: 'an interactive terminal on the editor’s own pty',
    actions: ['open_terminal', 'send_input', 'get_output'],
    async run({ agent, project }) {
      const { terminal_id } = await agent.succeeds('open_terminal', { cwd: project });
      await agent.succeeds('send_input', { terminal_id, data: 'echo the word is $((6*7))\r' });
      let said = '';
      let next = 0;
      const look = async () => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        const reply = await agent.succeeds('get_output', { terminal_id, since: next });
        said += reply.data;
        next = reply.next;
        return reply;
      };
      const hasSaid = async () => (await look()) && /the word is 42/.test(said);
      await eventually(hasSaid, 'the output', 20_000);
      await agent.succeeds('send_input', { terminal_id, data: 'exit\r' });
      await eventually(async () => (await look()).exited, 'the end of the shell');
      assert.match(await agent.refuses('get_output', { terminal_id: 'none' }), /no-terminal/);
    },
  },
  {
    name: 'building and testing by tasks of the editor',
    actions: ['build_project', 'run_tests'],
    async run({ agent, receivedEvent }) {
      const built = await agent.succeeds('build_project', {});
      assert.equal(built.exit_code, 0);
      assert.match(built.output, /built/);
      const tested = await agent.succeeds('run_tests', {});
      assert.deepEqual(tested.counts, { passed: 2, failed: 0, skipped: 0 });
      assert.match(await agent.refuses('build_project', { task: 'nothing' }), /no-task/);
      await receivedEvent('status_updated');
    },
  },
  {
    name: 'the tree and the project',
    actions: ['explore_tree', 'get_workspace_info'],
    async run({ agent, at, project }) {
      const { entries } = await agent.succeeds('explore_tree', { depth: 2 });
      const paths = entries.map((/** @type {{ path: string }} */ one) => one.path);
      assert.ok(paths.includes(at('src')) && paths.includes(at('src/main.ts')));
      assert.ok(!paths.some((/** @type {string} */ one) => one.includes('ignored')));
      const info = await agent.succeeds('get_workspace_info');
      assert.equal(info.folders[0].path, project);
      assert.equal(info.folders[0].git.branch, 'main');
      assert.ok(info.tasks.some((/** @type {{ kind: string }} */ one) => one.kind === 'build'));
      assert.ok(
        info.languages.some((/** @type {{ name: string }} */ one) => one.name === 'typescript'),
      );
      assert.notEqual(info.editor.name, 'Workbench', 'the editor answers, not the workbench');
    },
  },
  {
    name: 'extensions: listed; switching them is left to the person',
    actions: ['manage_plugins'],
    async run({ agent }) {
      const { plugins } = await agent.succeeds('manage_plugins', { op: 'list' });
      assert.ok(
        plugins.some((/** @type {{ id: string }} */ one) => one.id === 'gatehouse.gatehouse'),
      );
      const refused = await agent.refuses('manage_plugins', { op: 'disable', plugin: 'a.b' });
      assert.match(refused, /unsupported-by-editor/);
      assert.match(
        await agent.refuses('manage_plugins', { op: 'uninstall', plugin: 'a.b' }),
        /unknown-plugin/,
      );
    },
  },
  {
    name: 'the six colour tools',
    async run({ agent, page, screenshot, project }) {
      const names = await agent.toolNames();
      const own = names.find((name) => name.endsWith('_setColor')) ?? '';
      const prefix = own.slice(0, -'setColor'.length);
      const tool = (/** @type {string} */ name, args = {}) =>
        agent.succeeds(`${prefix}${name}`, args);
      const key = 'statusBar.background';
      const set = await tool('setColor', { key, value: 'rebeccapurple' });
      assert.deepEqual([set.oldValue, set.newValue], [null, '#663399']);
      const bar = page.locator('.part.statusbar');
      await eventually(
        async () =>
          (await bar.evaluate((one) => getComputedStyle(one).backgroundColor)) ===
          'rgb(102, 51, 153)',
        'the colour',
      );
      await screenshot('colours');
      assert.equal((await tool('getColor', { key })).value, '#663399');
      const again = await tool('setColors', {
        colors: { [key]: 'hsl(120, 100%, 25%)', 'editor.background': '#fffff0' },
        target: 'Workspace',
      });
      assert.equal(again.changes.length, 2);
      assert.ok(
        fs.readFileSync(path.join(project, '.vscode/settings.json'), 'utf8').includes('#008000'),
      );
      assert.equal((await tool('getCurrentColors')).colors[key], '#008000');
      await tool('resetColor', { key, target: 'Workspace' });
      await tool('resetAllColors', { target: 'Workspace' });
      const back = await tool('resetAllColors');
      assert.equal(back.oldColors[key], '#663399');
      assert.match(
        await agent.refuses(`${prefix}setColor`, { key, value: 'no colour' }),
        /invalid-arguments/,
      );
    },
  },
  {
    name: 'the debugger: a breakpoint is met and an expression evaluated',
    async run({ agent, at, screenshot }) {
      const names = await agent.toolNames();
      const tool = names.find((name) => name.endsWith('_debug_session')) ?? '';
      const listed = await agent.succeeds(tool, { op: 'list' });
      assert.deepEqual(listed.configurations, ['Greet']);
      await agent.succeeds(tool, {
        op: 'breakpoints',
        breakpoints: [{ path: at('run.js'), line: 3 }],
      });
      await agent.succeeds(tool, { op: 'start', configuration: 'Greet' });
      let said = '';
      const isThere = async () => {
        const { text } = await agent.call(tool, { op: 'evaluate', expression: 'answer' });
        said = text;
        return /"result\\?":\\?"42/.test(text);
      };
      await eventually(isThere, 'the breakpoint', 40_000).catch(() => assert.fail(said));
      await screenshot('debugger');
      await agent.succeeds(tool, { op: 'stop' });
      assert.match(
        await agent.refuses(tool, { op: 'start', configuration: 'Other' }),
        /not-offered/,
      );
    },
  },
];
