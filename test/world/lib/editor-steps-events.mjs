// Every event of the catalogue, each from a real cause: by the person, by another program, by agents.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { eventually } from './editor-agent.mjs';
import { packLinter } from './editor-linter.mjs';
import { runCommand } from './editor-page.mjs';

/** @typedef {import('./editor-walk.mjs').Place} Place */

const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid'];

/** As the person does it in a shell of their own. @param {string} cwd @returns {(...args: string[]) => string} */
const gitIn =
  (cwd) =>
  (...args) =>
    execFileSync('git', [...author, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });

/** @type {import('./editor-walk.mjs').Step[]} */
export const eventSteps = [
  {
    name: 'events: what the steps before have done to documents, files, git and panes',
    async run({ eventStream, receivedEvent }) {
      const expected = [
        ...['buffer_changed', 'cursor_moved', 'selection_changed', 'viewport_changed'],
        ...['file_saved', 'file_opened', 'file_closed', 'file_created', 'file_deleted'],
        ...['file_renamed', 'directory_changed', 'file_watched', 'config_updated', 'commit_made'],
        ...['branch_changed', 'status_updated', 'errors_detected', 'symbols_updated'],
        ...['settings_changed', 'pane_split', 'tab_switched'],
      ];
      for (const name of expected) await receivedEvent(name);
      assert.ok(
        !eventStream.names().has('output_received'),
        'what another agent’s terminal writes is not told',
      );
    },
  },
  {
    name: 'events: programs, builds, tests and completions of the session itself',
    async run({ eventStream, receivedEvent, project, at }) {
      const argv = ['node', '-e', 'console.log("heard")'];
      await eventStream.succeeds('exec_command', { argv, cwd: project });
      for (const name of ['process_started', 'process_ended', 'command_executed'])
        await receivedEvent(name);
      assert.match(String((await receivedEvent('output_received')).data?.data), /heard/);
      await eventStream.succeeds('build_project', {});
      await receivedEvent('build_started');
      await receivedEvent('build_completed');
      await eventStream.succeeds('run_tests', {});
      await receivedEvent('test_results');
      const position = { line: 3, character: 8 };
      await eventStream.succeeds('get_completions', {
        path: at('src/main.ts'),
        position,
        limit: 5,
      });
      await receivedEvent('completions_available');
    },
  },
  {
    name: 'events: a build that the person starts',
    async run({ eventStream, page, at }) {
      const task = {
        ...{ label: 'By hand', type: 'process', command: 'node', args: ['-e', '0'] },
        ...{ group: { kind: 'build', isDefault: true }, problemMatcher: [] },
      };
      fs.writeFileSync(
        at('.vscode/tasks.json'),
        JSON.stringify({ version: '2.0.0', tasks: [task] }),
      );
      const isDone = () =>
        eventStream.receivedItems.some(
          ({ data }) => data?.name === 'build_completed' && data?.task === 'By hand',
        );
      await eventually(
        async () => {
          // The editor reads the file when it comes to it.
          await runCommand(page, 'Tasks: Run Build Task');
          return eventually(isDone, 'the build', 5_000).catch(() => false);
        },
        'the build of the person',
        40_000,
      );
      fs.rmSync(at('.vscode/tasks.json'));
    },
  },
  {
    name: 'events: a conflict and a push, in a shell of the person',
    async run({ agent, project, at, receivedEvent, ctx }) {
      const git = gitIn(project);
      const commit = (/** @type {string} */ text) => {
        fs.writeFileSync(at('conflict.txt'), text);
        git('add', 'conflict.txt');
        git('commit', '-q', '-m', text.trim());
      };
      commit('first\n');
      git('branch', 'theirs');
      commit('ours\n');
      git('switch', '-q', 'theirs');
      commit('theirs\n');
      git('switch', '-q', 'main');
      assert.throws(() => git('merge', 'theirs'));
      const reply = await receivedEvent('merge_conflict');
      assert.deepEqual(reply.data?.paths, [at('conflict.txt')]);
      git('merge', '--abort');
      const remote = path.join(ctx.home, 'remote.git');
      execFileSync('git', ['init', '-q', '--bare', remote]);
      git('remote', 'add', 'origin', remote);
      git('push', '-q', '-u', 'origin', 'main');
      commit('more\n');
      await eventually(async () => (await agent.succeeds('git_status', {})).ahead === 1, 'ahead');
      git('push', '-q');
      await receivedEvent('push_completed');
    },
  },
  {
    name: 'events: an extension that the person installs, and what it finds',
    async run({ ctx, page, receivedEvent, agent, at, screenshot }) {
      const file = packLinter(ctx);
      await runCommand(page, 'Extensions: Install from VSIX...');
      const input = page.locator('.quick-input-widget input').first();
      await eventually(async () => /\//.test(await input.inputValue()), 'the dialog');
      await input.fill(file);
      const found = page.locator('.quick-input-list .monaco-list-row', {
        hasText: 'a-linter.vsix',
      });
      await found.first().click();
      await receivedEvent('plugin_loaded');
      await agent.succeeds('switch_buffer', { path: at('notes/todo.txt') });
      const reply = await eventually(
        () => receivedEvent('lint_results').catch(() => null),
        'the linter',
        40_000,
      );
      assert.equal(reply.data?.source, 'a-linter');
      await screenshot('linter');
    },
  },
];
