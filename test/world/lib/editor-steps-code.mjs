// What the editor's language support knows, and git.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { eventually } from './editor-agent.mjs';

/** @type {import('./editor-walk.mjs').Step[]} */
export const codeSteps = [
  {
    name: 'diagnostics, and a quick fix for one',
    actions: ['get_errors', 'apply_quick_fix'],
    async run({ agent, at, read, screenshot }) {
      const path = at('src/broken.ts');
      const diagnostics = await eventually(
        async () => {
          const reply = await agent.succeeds('get_errors', { path });
          return reply.diagnostics.length >= 2 ? reply.diagnostics : null;
        },
        'an error',
        60_000,
      );
      const wrong = diagnostics.find((/** @type {{ code: string }} */ one) => one.code === '2322');
      assert.equal(wrong.severity, 'error');
      assert.match(wrong.message, /not assignable to type 'number'/);
      const misspelt = diagnostics.find((/** @type {{ message: string }} */ one) =>
        /lenght/.test(one.message),
      );
      const fix = misspelt.fixes.find((/** @type {{ title: string }} */ one) =>
        /length/.test(one.title),
      );
      assert.ok(fix, JSON.stringify(misspelt));
      const done = await agent.succeeds('apply_quick_fix', {
        path,
        range: misspelt.range,
        fix_id: fix.fix_id,
      });
      assert.match(done.files[0].diff, /\+export const copy = length;/);
      assert.match(read('src/broken.ts'), /copy = length/);
      const all = await agent.succeeds('get_errors', {});
      assert.ok(all.diagnostics.some((/** @type {{ path: string }} */ one) => one.path === path));
      await screenshot('diagnostics');
    },
  },
  {
    name: 'renaming a symbol over files',
    actions: ['refactor_symbol'],
    async run({ agent, at, read }) {
      const path = at('src/greet.ts');
      const { matches } = await agent.succeeds('find_in_file', { path, text: 'greet(' });
      const position = matches[0].range.start;
      const done = await agent.succeeds('refactor_symbol', { path, position, new_name: 'salute' });
      assert.equal(done.files.length, 2);
      assert.match(read('src/greet.ts'), /function salute/);
      assert.match(read('src/main.ts'), /salute\('world'\)/);
      const nothing = {
        path: at('src/main.ts'),
        position: { line: 2, character: 0 },
        new_name: 'x',
      };
      assert.match(await agent.refuses('refactor_symbol', nothing), /not-offered/);
    },
  },
  {
    name: 'formatting',
    actions: ['format_code'],
    async run({ agent, at, read }) {
      const path = at('src/untidy.ts');
      const done = await agent.succeeds('format_code', { path });
      assert.match(done.diff, /\+export const a = 1/);
      assert.match(read('src/untidy.ts'), /^export const a = 1$/m);
      assert.equal((await agent.succeeds('format_code', { path })).diff, '');
    },
  },
  {
    name: 'definitions, completions, symbols and lenses',
    actions: ['goto_definition', 'get_completions', 'analyze_syntax', 'get_code_lens'],
    async run({ agent, at }) {
      const path = at('src/main.ts');
      const { locations } = await agent.succeeds('goto_definition', {
        path,
        position: { line: 3, character: 14 },
      });
      assert.equal(locations[0].path, at('src/greet.ts'));
      assert.match(locations[0].preview, /function salute/);
      const { items } = await agent.succeeds('get_completions', {
        path,
        position: { line: 3, character: 8 },
        limit: 20,
      });
      assert.ok(
        items.some((/** @type {{ label: string }} */ one) => one.label === 'log'),
        JSON.stringify(items),
      );
      const { nodes } = await agent.succeeds('analyze_syntax', { path: at('src/greet.ts') });
      assert.ok(
        nodes.some(
          (/** @type {{ type: string, text?: string }} */ one) =>
            one.type === 'function' && one.text === 'salute',
        ),
      );
      const { lenses } = await agent.succeeds('get_code_lens', { path: at('package.json') });
      assert.ok(Array.isArray(lenses));
    },
  },
  {
    name: 'git: status, staging, diff, commit, branches',
    actions: ['git_status', 'git_add', 'git_diff', 'git_commit', 'git_branch'],
    async run({ agent, at, project, receivedEvent }) {
      const status = await agent.succeeds('git_status', {});
      assert.equal(status.branch, 'main');
      const changed = status.entries.find(
        (/** @type {{ path: string }} */ one) => one.path === at('src/greet.ts'),
      );
      assert.equal(changed.worktree, 'M');
      const diff = await agent.succeeds('git_diff', { paths: [at('src/greet.ts')] });
      assert.match(diff.files[0].diff, /\+export function salute/);
      const { staged } = await agent.succeeds('git_add', {
        paths: [at('src/greet.ts'), at('src/main.ts')],
      });
      assert.ok(staged.includes(at('src/main.ts')));
      const { sha, branch } = await agent.succeeds('git_commit', { message: 'Salute the world' });
      assert.equal(branch, 'main');
      const said = execFileSync('git', ['log', '-1', '--format=%H %B'], {
        cwd: project,
        encoding: 'utf8',
      });
      assert.match(said, new RegExp(`^${sha} Salute the world`));
      assert.match(said, /Consent-Id: /);
      await receivedEvent('commit_made');
      const { branches } = await agent.succeeds('git_branch', { op: 'create', name: 'side' });
      assert.ok(branches.some((/** @type {{ name: string }} */ one) => one.name === 'side'));
      assert.equal(
        (await agent.succeeds('git_branch', { op: 'switch', name: 'side' })).current,
        'side',
      );
      await receivedEvent('branch_changed');
      await agent.succeeds('git_branch', { op: 'switch', name: 'main' });
      await agent.succeeds('git_branch', { op: 'delete', name: 'side' });
      assert.equal((await agent.succeeds('git_status', {})).branch, 'main');
    },
  },
];
