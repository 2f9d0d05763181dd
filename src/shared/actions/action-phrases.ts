/**
 * Short phrases for what an action does, equal to its title in the catalogue (a test checks that).
 * No zod here, so that pages load fast.
 */
const phrases: Readonly<Record<string, string>> = {
  get_code_lens: 'read code lenses',
  apply_quick_fix: 'apply a quick fix',
  refactor_symbol: 'rename a symbol',
  manage_plugins: 'manage plugins',
  get_buffers: 'list open documents',
  edit_buffer: 'edit a document',
  switch_buffer: 'show a document',
  split_pane: 'split the editor',
  close_buffer: 'close a document',
  analyze_syntax: 'read the syntax tree',
  get_errors: 'see errors and warnings',
  get_completions: 'ask for completions',
  format_code: 'format code',
  goto_definition: 'find a definition',
  open_file: 'open a file',
  create_file: 'create a file',
  delete_file: 'delete a file or folder',
  rename_file: 'rename or move a file',
  search_files: 'find files by name',
  watch_file: 'watch a file or folder',
  git_status: 'see the git status',
  git_add: 'stage files',
  git_commit: 'commit',
  git_diff: 'see git diffs',
  git_branch: 'work with branches',
  explore_tree: 'list a folder',
  build_project: 'build the project',
  run_tests: 'run the tests',
  get_workspace_info: 'see what the project is',
  find_in_file: 'search a file',
  find_in_project: 'search the folder',
  replace_text: 'replace text across files',
  regex_search: 'search with a regular expression',
  get_cursor_pos: 'see the cursor',
  set_cursor_pos: 'move the cursor',
  get_selection: 'see the selection',
  sync_viewport: 'see what is on the screen',
  exec_command: 'run a command',
  open_terminal: 'open a terminal',
  get_output: 'read a terminal',
  send_input: 'type into a terminal',
};

/** "delete a file or folder"; a plugin's tool is called by its name. */
export const actionPhrase = (name: string): string =>
  Object.hasOwn(phrases, name) ? (phrases[name] ?? name) : `use ${name}`;
