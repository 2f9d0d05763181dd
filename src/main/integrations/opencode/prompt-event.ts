/**
 * A permission prompt of OpenCode as the call that it is about. The prompt itself shows patterns and a part of the
 * arguments; the call's own part of its message has them all, and the adapter of OpenCode's hooks reads those.
 */
import { cutMiddle } from '../../../shared/actions/sentence-parts.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { NativeEvent, NativeRequest } from '../../../shared/native/native-call.ts';
import { opencode } from '../native/adapters/opencode.ts';
import type { Permission, ToolCallPart } from './server-api.ts';

export type PromptEvent = Extract<NativeEvent, { kind: 'before' }>;

/** Where only the prompt itself is known, it has to be shown in full. */
const maxShown = 256 * 1024;

/** A reason when it is refused without a question. */
export function eventOf(
  permission: Permission,
  part: ToolCallPart | null,
  workspace: string,
): PromptEvent | string {
  const event = part && readPart(part, workspace, permission.permission);
  if (event) return event;
  const { id, sessionID, permission: name, patterns, metadata, tool } = permission;
  const args = { patterns, ...metadata };
  if (JSON.stringify(args).length > maxShown) return 'It is too long to be shown.';
  return {
    ...{ kind: 'before', conversation: sessionID, cwd: workspace },
    ...{ callId: tool?.callID ?? id, tool: name, args },
    request: { kind: 'unknown-tool', tool: name },
  };
}

/** What OpenCode asks about a call besides the permission that is called like its tool. */
const alsoAsked: Readonly<Partial<Record<NativeRequest['kind'], string>>> = {
  command: 'bash',
  edit: 'edit',
  fetch: 'webfetch',
};
const aboutAnyCall: ReadonlySet<string> = new Set(['external_directory', 'doom_loop']);

/** Null when the part is not understood or the prompt asks for something else; then it is asked about as it is. */
function readPart(
  { tool, sessionID, callID, state }: ToolCallPart,
  workspace: string,
  permission: string,
) {
  const read = opencode.read(
    {
      ...{ directory: workspace, input: { tool, sessionID, callID } },
      output: { args: state.input },
    },
    'before',
  );
  if (read.kind !== 'before') return null;
  const isOfCall = permission === tool || permission === alsoAsked[read.request.kind];
  if (!isOfCall && !aboutAnyCall.has(permission)) return null;
  // OpenCode wants an answer, also about what its hooks would let pass.
  const isLeftAlone = !['command', 'edit', 'fetch', 'mcp-tool'].includes(read.request.kind);
  const request = { kind: 'unknown-tool', tool } as const;
  return isLeftAlone ? { ...read, request } : read;
}

/** The report of a call that has ended; null while it runs. */
export function reportOf(
  { tool, sessionID, callID, state }: ToolCallPart,
  workspace: string,
): NativeEvent | null {
  const { status, input: args, output, metadata, error } = state;
  if (status !== 'completed' && status !== 'error') return null;
  const result =
    status === 'error' ? { error: error ?? 'failed' } : { output: { output, metadata } };
  const call = { tool, sessionID, callID, args };
  return opencode.read({ directory: workspace, input: call, ...result }, 'after');
}

/** Shortened in the middle, because the end of a path matters most. */
const shortest = (text: string): string => cutMiddle(visibleText(text.replaceAll('\n', ' ')), 120);

/** For a note about a prompt that was answered elsewhere. */
export function sentenceFor({ permission: tool, patterns, metadata }: Permission): string {
  const what = shortest(patterns.join(', '));
  const { command } = metadata;
  if (tool === 'bash') return `run ${typeof command === 'string' ? shortest(command) : what}`;
  if (tool === 'edit') return `change ${what}`;
  if (tool === 'webfetch') return `fetch ${what}`;
  if (tool === 'external_directory') return `access something outside its workspace: ${what}`;
  return `use its tool ${shortest(tool)}: ${what}`;
}
