/**
 * A call recorded in an agent's history file. The adapter for that tool's hook also parses it
 * here, so that both count alike; file contents are dropped immediately.
 */
import type { NativeRequest } from '../../../shared/native/native-call.ts';
import type { HistoryClient } from '../../../shared/integrations/agent-history.ts';
import { adapters } from '../native/adapters/adapters.ts';

export type RecordedAction =
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'edit'; readonly paths: readonly string[]; readonly moves: boolean }
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  | { readonly kind: 'fetch'; readonly url: string }
  | { readonly kind: 'other' };

export interface PastToolCall {
  /** Wall clock, ms. */
  readonly at: number;
  /** Absolute: the folder in which the call was made. */
  readonly cwd: string;
  readonly conversation: string;
  readonly action: RecordedAction;
}

/** As recorded, before its tool is interpreted. */
export interface RawCall {
  readonly at: number;
  readonly cwd: string;
  readonly conversation: string;
  readonly tool: string;
  readonly args: unknown;
}

/** Null for tools without an effect, and for Gatehouse's own tools, which have entries. */
export function callOf(client: HistoryClient, raw: RawCall): PastToolCall | null {
  const { at, cwd, conversation } = raw;
  const event = adapters[client].read(hookInput(client, raw), hookEvent[client]);
  if (event.kind !== 'before') return null;
  const action = actionOf(event.request);
  // The adapter knows where a command with another folder runs.
  const folder = action?.kind === 'command' ? event.cwd : cwd;
  return action && { at, cwd: folder, conversation, action };
}

const hookEvent: Readonly<Record<HistoryClient, string | undefined>> = {
  'claude-code': undefined,
  codex: undefined,
  gemini: undefined,
  copilot: 'preToolUse',
  opencode: 'before',
};

/** The input that the client would have sent to a hook before this call. */
function hookInput(client: HistoryClient, { cwd, conversation, tool, args }: RawCall): unknown {
  switch (client) {
    case 'claude-code':
    case 'codex':
    case 'gemini': {
      const hook_event_name = client === 'gemini' ? 'BeforeTool' : 'PreToolUse';
      return { hook_event_name, session_id: conversation, cwd, tool_name: tool, tool_input: args };
    }
    case 'copilot':
      return { sessionId: conversation, cwd, toolName: tool, toolArgs: args };
    case 'opencode':
      return { directory: cwd, input: { sessionID: conversation, tool }, output: { args } };
  }
}

const maxPaths = 200;

function actionOf(request: NativeRequest): RecordedAction | null {
  switch (request.kind) {
    case 'command':
      return { kind: 'command', line: request.line };
    case 'edit': {
      const paths = request.files.flatMap(({ path, to }) =>
        to === undefined ? [path] : [path, to],
      );
      const moves = request.files.some(({ change }) => change === 'move');
      return { kind: 'edit', paths: paths.slice(0, maxPaths), moves };
    }
    case 'read':
      return { kind: 'read', paths: request.paths.slice(0, maxPaths) };
    case 'fetch':
      return { kind: 'fetch', url: request.url };
    case 'mcp-tool':
    case 'unknown-tool':
      return { kind: 'other' };
    case 'gatehouse-tool':
    case 'harmless':
    case 'sub-agent':
      return null;
  }
}
