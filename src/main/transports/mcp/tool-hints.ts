/** MCP annotations that clients may show before a tool is called. */
import { actionInfo, type ActionName } from '../../../shared/actions/actions.ts';

export interface ToolHints {
  readonly readOnlyHint: boolean;
  /** May delete or replace something; false when it only adds or only moves the view. */
  readonly destructiveHint: boolean;
  /** The same call again changes nothing more. */
  readonly idempotentHint: boolean;
  /** May reach beyond this machine. */
  readonly openWorldHint: boolean;
}

/** They read no secret and write no file, but they visibly change the editor. */
const movesTheView = new Set<ActionName>(['switch_buffer', 'split_pane', 'set_cursor_pos']);
const onlyAdds = new Set<ActionName>(['git_add', 'git_commit']);
const sameAgain = new Set<ActionName>([
  ...(['switch_buffer', 'set_cursor_pos', 'close_buffer', 'watch_file'] as const),
  ...(['create_file', 'delete_file', 'rename_file', 'format_code', 'git_add'] as const),
]);
const reachesOut = new Set<ActionName>(['manage_plugins']);

export function hintsOf(name: ActionName): ToolHints {
  const { kind } = actionInfo(name);
  const readOnly = kind === 'read' && !movesTheView.has(name);
  return {
    readOnlyHint: readOnly,
    destructiveHint: kind !== 'read' && !onlyAdds.has(name),
    idempotentHint: readOnly || sameAgain.has(name),
    openWorldHint: kind === 'run' || reachesOut.has(name),
  };
}
