/**
 * The names of actions of kind `read`. A test compares them with the catalogue, which needs zod
 * and is too large for the index thread and for the page.
 */
export const readActions: ReadonlySet<string> = new Set(
  `open_file search_files watch_file get_buffers switch_buffer split_pane analyze_syntax get_errors
  get_completions goto_definition explore_tree get_workspace_info get_output git_status git_diff
  find_in_file find_in_project regex_search get_cursor_pos set_cursor_pos get_selection
  sync_viewport get_code_lens`.split(/\s+/),
);
