// Each of the workbench's actions, from its arguments to the disk: all but one are tried. What needs a program
// that is not there (git, a language server, a terminal of Windows) is skipped with what it answered.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { openAllHandlers } from '../../../../src/workbench/handlers.ts';
import { confinedFiles } from '../../../../src/workbench/confined/files.ts';
import { actionNames, actions } from '../../../../src/shared/actions/actions.ts';

/** @typedef {Record<string, any>} Answers what each action answered before, by its name */
/** @typedef {(at: (name: string) => string, known: Answers) => object} Args */
/** @typedef {[action: keyof typeof actions, args: Args, look?: (answer: any, at: (name: string) => string) => void]} Step */

const from = { line: 1, character: 0 };
const text = (/** @type {string} */ file) => fs.readFileSync(file, 'utf8');

/** @type {readonly Step[]} */
const steps = [
  ['get_workspace_info', () => ({}), ({ folders }) => assert.equal(folders.length, 1)],
  ['explore_tree', () => ({ depth: 3 }), ({ entries }) => assert.ok(entries.length > 2)],
  ['open_file', (at) => ({ path: at('src\\b.ts') }), (a) => assert.match(a.content, /total/)],
  ['search_files', () => ({ glob: '**/*.ts' }), ({ paths }) => assert.equal(paths.length, 1)],
  [
    'find_in_file',
    (at) => ({ path: at('src\\b.ts'), text: 'total' }),
    ({ matches }) => assert.equal(matches.length, 2),
  ],
  ['find_in_project', () => ({ text: 'total' }), ({ matches }) => assert.equal(matches.length, 2)],
  ['regex_search', () => ({ pattern: 'tot[a-z]l' }), (a) => assert.equal(a.matches.length, 2)],
  ['watch_file', (at) => ({ path: at('src\\b.ts') }), (a) => assert.equal(a.watching, true)],
  ['watch_file', (at) => ({ path: at('src\\b.ts'), stop: true })],
  ['analyze_syntax', (at) => ({ path: at('src\\b.ts') }), (a) => assert.deepEqual(a.errors, [])],
  ['get_errors', (at) => ({ path: at('src\\b.ts') })],
  ['get_completions', (at) => ({ path: at('src\\b.ts'), position: from })],
  ['goto_definition', (at) => ({ path: at('src\\b.ts'), position: { line: 2, character: 10 } })],
  ['get_code_lens', (at) => ({ path: at('src\\b.ts') })],
  ['format_code', (at) => ({ path: at('src\\b.ts') })],
  [
    'apply_quick_fix',
    (at) => ({ path: at('src\\b.ts'), range: { start: from, end: from }, fix_id: 'f1' }),
  ],
  [
    'refactor_symbol',
    (at) => ({ path: at('src\\b.ts'), position: { line: 1, character: 6 }, new_name: 'sum' }),
  ],
  ['switch_buffer', (at) => ({ path: at('src\\b.ts') })],
  [
    'edit_buffer',
    (at, { switch_buffer }) => ({
      path: at('src\\b.ts'),
      edits: [{ range: { start: from, end: from }, new_text: '// Sums.\n' }],
      base_version: switch_buffer?.version,
    }),
    ({ saved }) => assert.equal(saved, false),
  ],
  ['get_buffers', () => ({}), ({ buffers }) => assert.equal(buffers.length, 1)],
  ['set_cursor_pos', () => ({ position: { line: 2, character: 1 } })],
  ['get_cursor_pos', () => ({}), ({ position }) => assert.equal(position.line, 2)],
  ['get_selection', () => ({})],
  ['split_pane', (at) => ({ path: at('src\\b.ts'), direction: 'down' })],
  ['sync_viewport', () => ({})],
  [
    'close_buffer',
    (at) => ({ path: at('src\\b.ts'), save: true }),
    (_, at) => assert.match(text(at('src\\b.ts')), /^\/\/ Sums\.\n/),
  ],
  [
    'create_file',
    (at) => ({ path: at('notes\\a.md'), content: '# Notes\n' }),
    (_, at) => assert.equal(text(at('notes\\a.md')), '# Notes\n'),
  ],
  [
    'rename_file',
    (at) => ({ path: at('notes\\a.md'), new_path: at('notes\\b.md') }),
    (_, at) => assert.deepEqual(fs.readdirSync(at('notes')), ['b.md']),
  ],
  [
    'replace_text',
    (at) => ({ paths: [at('notes\\b.md')], text: 'Notes', replacement: 'Thoughts' }),
    (_, at) => assert.equal(text(at('notes\\b.md')), '# Thoughts\n'),
  ],
  [
    'delete_file',
    (at) => ({ path: at('notes\\b.md') }),
    (_, at) => assert.deepEqual(fs.readdirSync(at('notes')), []),
  ],
  [
    'exec_command',
    () => ({ argv: [process.execPath, '-p', '6*7'] }),
    (a) => assert.match(a.stdout, /42/),
  ],
  ['build_project', () => ({})],
  ['run_tests', () => ({})],
  ['open_terminal', () => ({})],
  ['get_output', (_, { open_terminal }) => ({ terminal_id: open_terminal?.terminal_id ?? 't1' })],
  [
    'send_input',
    (_, { open_terminal }) => ({ terminal_id: open_terminal?.terminal_id ?? 't1', data: 'exit\r' }),
  ],
  ['git_status', () => ({})],
  ['git_add', (at) => ({ paths: [at('notes')] })],
  ['git_diff', () => ({ staged: true })],
  ['git_commit', () => ({ message: 'Notes' })],
  ['git_branch', () => ({ op: 'list' })],
];

/** What is not in this test's Windows. */
const missing = [
  ['git', /^git_/],
  [
    "TypeScript's server",
    /^(get_errors|get_completions|goto_definition|get_code_lens|format_code|apply_quick_fix|refactor_symbol)$/,
  ],
  ['a terminal of Windows', /^(open_terminal|get_output|send_input)$/],
  ['the thread of languages, which is not in this test', /^analyze_syntax$/],
  ['npm', /^(build_project|run_tests)$/],
  [
    'ripgrep, which does not start here',
    /^(get_workspace_info|explore_tree|search_files|find_in_file|find_in_project|regex_search)$/,
  ],
  ['the gate, which names the program', /^exec_command$/],
];

/**
 * @param {import('./race-checks.mjs').Place} place @param {(line: object) => void} say
 */
export async function tryActions({ roots, outside, at }, say) {
  fs.mkdirSync(at('src'));
  fs.writeFileSync(at('src\\b.ts'), 'const total = [1, 2].length;\nexport { total };\n');
  fs.writeFileSync(at('package.json'), '{"scripts":{"build":"node -p 1","test":"node -p 1"}}');
  const opened = openAllHandlers({
    ...{
      version: '1.2.3',
      files: confinedFiles,
      stateFolder: outside('state'),
      languageServers: {},
    },
    emit: () => undefined,
    shareWith: () => undefined,
    keep: async () => 'x'.repeat(64),
    runEnded: () => undefined,
  });
  // The app itself answers that one, not the workbench.
  const tried = new Set([...steps.map(([name]) => name), 'manage_plugins']);
  assert.deepEqual(tried, new Set(actionNames));
  /** @type {Answers} */
  const known = {};
  for (const [name, argsOf, look] of steps) {
    const line = { name: `action ${name}` };
    try {
      const handler = /** @type {any} */ (opened.handlers[name]);
      const task = taskIn(roots);
      const outcome = await handler(actions[name].args.parse(argsOf(at, known)), task);
      known[name] = outcome.data;
      const lacks = missing.find(([, names]) => /** @type {RegExp} */ (names).test(name))?.[0];
      if (outcome.kind !== 'done' && lacks)
        say({ ...line, result: 'skipped', why: `it needs ${lacks}; answered ${outcome.code}` });
      else {
        assert.equal(outcome.kind, 'done', JSON.stringify(outcome));
        look?.(outcome.data, at);
        say({ ...line, result: 'passed' });
      }
    } catch (error) {
      say({ ...line, result: 'failed', why: error instanceof Error ? error.stack : String(error) });
    }
  }
  await opened.dispose();
}

/** @param {import('./race-checks.mjs').Place['roots']} roots */
const taskIn = (roots) => ({
  ...{ sessionId: 's1', agentId: 'agent', entryId: 'e1', roots, skip: [], start: undefined },
  ...{ planned: undefined, resultBytes: 1_048_576, signal: AbortSignal.timeout(30_000) },
});
