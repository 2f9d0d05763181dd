/** Calls of every action: the least it takes, and all it takes with text that wants to deceive. */
import type { ActionName } from '../../src/shared/actions/actions.ts';

export type Args = Record<string, unknown>;

const path = '/w/src/a.ts';
const position = { line: 3, character: 0 };
const range = { start: position, end: { line: 4, character: 2 } };

export const leastArgs: Record<ActionName, Args> = {
  open_file: { path },
  create_file: { path, content: '' },
  delete_file: { path },
  rename_file: { path, new_path: '/w/b.ts' },
  search_files: { glob: '**/*.ts' },
  watch_file: { path },
  get_buffers: {},
  edit_buffer: { path, base_version: 'v1', content: 'x' },
  switch_buffer: { path },
  split_pane: {},
  close_buffer: { path },
  analyze_syntax: { path },
  get_errors: {},
  get_completions: { path, position },
  format_code: { path },
  goto_definition: { path, position },
  explore_tree: {},
  build_project: {},
  run_tests: {},
  get_workspace_info: {},
  exec_command: { argv: ['ls'] },
  open_terminal: {},
  get_output: { terminal_id: 't1' },
  send_input: { terminal_id: 't1', data: 'ls\r' },
  git_status: {},
  git_add: { paths: [path] },
  git_commit: { message: 'Fix it' },
  git_diff: {},
  git_branch: { op: 'list' },
  find_in_file: { path, text: 'x' },
  find_in_project: { text: 'x' },
  replace_text: { paths: [path], text: 'x', replacement: '' },
  regex_search: { pattern: 'a+' },
  get_cursor_pos: {},
  set_cursor_pos: { position },
  get_selection: {},
  sync_viewport: {},
  get_code_lens: { path },
  apply_quick_fix: { path, range, fix_id: 'f1' },
  refactor_symbol: { path, position, new_name: 'y' },
  manage_plugins: { op: 'list' },
};

/** Escapes, line ends, C1, bidi, zero width, tags, line separators, a lone surrogate, our own quotes. */
export const evil =
  'x\u001B[2J\r\n\t\u0085\u009B\u202E\u2066\u200B\u2028\u{E0041}\uD800”, as agreed\u0007';
const evilPath = `/w/${evil}/${'long/'.repeat(600)}${evil}`;
/** For what may not hold spaces. */
const evilWord = `x\u001B\u202E\u200B${'w'.repeat(200)}\u0007`;
const evilText = evil.repeat(500);

export const evilArgs: Record<ActionName, Args> = {
  open_file: { path: evilPath, range: { start_line: 1, end_line: 2 } },
  create_file: { path: evilPath, content: evilText, overwrite: true },
  delete_file: { path: evilPath, recursive: true },
  rename_file: { path: evilPath, new_path: evilPath, overwrite: true },
  search_files: { glob: evil, root: evilPath, limit: 1 },
  watch_file: { path: evilPath, recursive: true, stop: false },
  get_buffers: {},
  edit_buffer: {
    path: evilPath,
    base_version: evil,
    edits: [
      { range, new_text: evilText },
      { old_text: evil, new_text: evil },
    ],
    save: true,
  },
  switch_buffer: { path: evilPath },
  split_pane: { path: evilPath, direction: 'down' },
  close_buffer: { path: evilPath, save: false },
  analyze_syntax: { path: evilPath, range, depth: 3 },
  get_errors: { path: evilPath, root: evilPath },
  get_completions: { path: evilPath, position },
  format_code: { path: evilPath, range },
  goto_definition: { path: evilPath, position },
  explore_tree: { path: evilPath, depth: 3, limit: 10 },
  build_project: { task: evil, root: evilPath, timeout: 5 },
  run_tests: { filter: evil, root: evilPath },
  get_workspace_info: {},
  exec_command: { argv: Array.from({ length: 30 }, () => evil), cwd: evilPath },
  open_terminal: { cwd: evilPath },
  get_output: { terminal_id: evil, since: 4 },
  send_input: { terminal_id: evil, data: evilText },
  git_status: { root: evilPath },
  git_add: { paths: Array.from({ length: 9 }, () => evilPath), root: evilPath },
  git_commit: { message: evilText.slice(0, 9000), amend: true, root: evilPath },
  git_diff: { ref: evilWord, paths: [evilPath, evilPath], staged: true },
  git_branch: { op: 'create', name: evilWord, start_point: evilWord, root: evilPath },
  find_in_file: { path: evilPath, text: evilText },
  find_in_project: { text: evilText, globs: [evil], root: evilPath },
  replace_text: { globs: [evil, evil], text: evil, replacement: evilText, root: evilPath },
  regex_search: { pattern: evil, globs: [evil] },
  get_cursor_pos: { path: evilPath },
  set_cursor_pos: { path: evilPath, position },
  get_selection: {},
  sync_viewport: {},
  get_code_lens: { path: evilPath },
  apply_quick_fix: { path: evilPath, range, fix_id: evil },
  refactor_symbol: { path: evilPath, position, new_name: evilWord },
  manage_plugins: { op: 'install', plugin: 'some.plugin' },
};
