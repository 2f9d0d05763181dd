/** Every action once, by its MCP tool through the gate to the real workbench and back. */
import { expect, it } from 'vitest';
import { actionNames, actions, isAction } from '../../src/shared/actions/actions.ts';
import { put } from '../fakes/scratch.ts';
import { workbenchApp } from './workbench-app.ts';

type Answer = Readonly<Record<string, unknown>>;
type Answers = Readonly<Record<string, Answer | undefined>>;

interface Step {
  readonly action: string;
  /** What is known by then helps to say what is wanted. */
  readonly args?: (at: (name: string) => string, known: Answers) => Record<string, unknown>;
  readonly expected: Answer;
}

const some = expect.arrayContaining([expect.anything()]) as unknown;
const text = expect.any(String) as unknown;
const first = (list: unknown): Answer => (list as Answer[])[0] ?? {};
const whole = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } };

const looking: readonly Step[] = [
  { action: 'get_workspace_info', expected: { folders: some, tasks: some, languages: some } },
  { action: 'explore_tree', args: () => ({ depth: 3 }), expected: { entries: some } },
  { action: 'search_files', args: () => ({ glob: '**/*.ts' }), expected: { paths: some } },
  {
    action: 'open_file',
    args: (at) => ({ path: at('src/loose.ts') }),
    expected: { language: 'typescript', content: expect.stringContaining('price') },
  },
  {
    action: 'find_in_file',
    args: (at) => ({ path: at('src/loose.ts'), text: 'total' }),
    expected: { matches: [{ range: { start: { line: 1 } } }, {}] },
  },
  {
    action: 'find_in_project',
    args: () => ({ text: 'total' }),
    expected: { matches: some, truncated: false },
  },
  {
    action: 'regex_search',
    args: () => ({ pattern: 'tot[a-z]l' }),
    expected: { matches: some, truncated: false },
  },
  {
    action: 'watch_file',
    args: (at) => ({ path: at('src/loose.ts') }),
    expected: { watching: true },
  },
  {
    action: 'analyze_syntax',
    args: (at) => ({ path: at('src/loose.ts') }),
    expected: { nodes: some, errors: [] },
  },
  {
    action: 'get_errors',
    args: (at) => ({ path: at('src/loose.ts') }),
    expected: { diagnostics: [{ severity: 'error', fixes: some }] },
  },
  {
    action: 'get_completions',
    args: (at) => ({ path: at('src/loose.ts'), position: { line: 2, character: 0 } }),
    expected: { items: some },
  },
  {
    action: 'goto_definition',
    args: (at) => ({ path: at('src/loose.ts'), position: { line: 2, character: 10 } }),
    expected: { locations: [{ preview: expect.stringContaining('total') }] },
  },
  {
    action: 'get_code_lens',
    args: (at) => ({ path: at('src/loose.ts') }),
    expected: { truncated: false },
  },
  { action: 'git_status', expected: { branch: 'main', entries: [{ worktree: '?' }] } },
];

const inTheEditor: readonly Step[] = [
  {
    action: 'apply_quick_fix',
    args: (at, { get_errors }) => {
      const { range, fixes } = first(get_errors?.['diagnostics']);
      return { path: at('src/loose.ts'), range, fix_id: first(fixes)['fix_id'] };
    },
    expected: { title: expect.stringContaining('import'), files: [{}] },
  },
  {
    action: 'format_code',
    args: (at) => ({ path: at('src/loose.ts') }),
    expected: { diff: text },
  },
  {
    action: 'switch_buffer',
    args: (at) => ({ path: at('src/loose.ts') }),
    expected: { version: text },
  },
  {
    action: 'edit_buffer',
    args: (at, { switch_buffer }) => ({
      path: at('src/loose.ts'),
      edits: [{ range: { start: whole.start, end: whole.start }, new_text: '// Sums.\n' }],
      base_version: switch_buffer?.['version'],
    }),
    expected: { saved: false, diff: expect.stringContaining('+// Sums.') },
  },
  { action: 'get_buffers', expected: { buffers: some } },
  {
    action: 'set_cursor_pos',
    args: () => ({ position: { line: 2, character: 1 } }),
    expected: { position: { line: 2, character: 1 } },
  },
  { action: 'get_cursor_pos', expected: { position: { line: 2, character: 1 } } },
  { action: 'get_selection', expected: { selections: [{ text: '' }] } },
  {
    action: 'split_pane',
    args: (at) => ({ path: at('src/loose.ts'), direction: 'down' }),
    expected: { pane_id: text },
  },
  { action: 'sync_viewport', expected: { viewports: [{ active: true }] } },
  {
    action: 'close_buffer',
    args: (at) => ({ path: at('src/loose.ts'), save: true }),
    expected: { closed: true, saved: true },
  },
  {
    action: 'refactor_symbol',
    args: (at) => ({
      path: at('src/price.ts'),
      position: { line: 1, character: 17 },
      new_name: 'gross',
    }),
    expected: { occurrences: expect.any(Number), files: some },
  },
];

const changing: readonly Step[] = [
  {
    action: 'create_file',
    args: (at) => ({ path: at('notes/a.md'), content: '# Notes\n' }),
    expected: { bytes: 8 },
  },
  {
    action: 'rename_file',
    args: (at) => ({ path: at('notes/a.md'), new_path: at('notes/b.md') }),
    expected: { new_path: text },
  },
  {
    action: 'replace_text',
    args: (at) => ({ paths: [at('notes/b.md')], text: 'Notes', replacement: 'Thoughts' }),
    expected: { replacements: 1 },
  },
  { action: 'git_add', args: (at) => ({ paths: [at('notes')] }), expected: { staged: [text] } },
  {
    action: 'git_diff',
    args: () => ({ staged: true }),
    expected: { files: [{ diff: expect.stringContaining('+# Thoughts') }] },
  },
  { action: 'git_commit', args: () => ({ message: 'Notes' }), expected: { branch: 'main' } },
  {
    action: 'git_branch',
    args: () => ({ op: 'create', name: 'aside' }),
    expected: { current: 'main', branches: [{ name: 'aside' }, { name: 'main' }] },
  },
  {
    action: 'delete_file',
    args: (at) => ({ path: at('notes/b.md') }),
    expected: { trash_id: text },
  },
];

const running: readonly Step[] = [
  { action: 'build_project', expected: { task: 'build', exit_code: 1 } },
  { action: 'run_tests', expected: { exit_code: 1, timed_out: false } },
  {
    action: 'exec_command',
    args: () => ({ argv: ['printf', '%s', '$HOME'] }),
    expected: { exit_code: 0, stdout: '$HOME' },
  },
  { action: 'open_terminal', expected: { terminal_id: text } },
  {
    action: 'send_input',
    args: (_at, { open_terminal }) => ({
      terminal_id: open_terminal?.['terminal_id'],
      data: 'exit\r',
    }),
    expected: { bytes: 5 },
  },
  {
    action: 'get_output',
    args: (_at, { open_terminal }) => ({ terminal_id: open_terminal?.['terminal_id'] }),
    expected: { data: text },
  },
  { action: 'manage_plugins', args: () => ({ op: 'list' }), expected: { plugins: [] } },
];

const steps = [...looking, ...inTheEditor, ...changing, ...running];

it('each of the 41 actions answers as the catalogue promises', async () => {
  expect(steps.map(({ action }) => action).toSorted()).toEqual([...actionNames].toSorted());
  const { at, root, call } = await workbenchApp();
  put(
    root,
    'src/loose.ts',
    'const total = [1, 2].map((net) => price(net, 0.5));\nexport { total };\n',
  );
  const known: Record<string, Answer> = {};
  for (const { action, args, expected } of steps) {
    const answer = await call(action, args?.(at, known));
    if (!isAction(action)) throw new Error(action);
    expect([action, actions[action].result.safeParse(answer).error]).toEqual([action, undefined]);
    expect([action, answer]).toMatchObject([action, expected]);
    known[action] = answer;
  }
}, 120_000);
