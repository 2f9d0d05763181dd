/** The adapters of all clients whose own tools pass the gate. */
import type { NativeAdapter, NativeClient } from '../../../../shared/native/native-call.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor, cursorThroughClaude, isFromCursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

export const adapters: Readonly<Record<NativeClient, NativeAdapter>> = {
  'claude-code': claudeCode,
  codex,
  opencode,
  copilot,
  gemini,
  cursor,
};

/**
 * The adapter for this input. Cursor can start Claude Code's hooks, so the name in the command
 * does not identify the calling program; the returned adapter's `client` does.
 */
export function adapterFor(client: NativeClient, input: unknown): NativeAdapter {
  return client === 'claude-code' && isFromCursor(input) ? cursorThroughClaude : adapters[client];
}
