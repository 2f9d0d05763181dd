/**
 * Calls of agents' own tools as the gate sees them: four actions besides the built-in ones. Only
 * the hook transport can make such a call; over MCP these names are unknown actions.
 */
import { z } from 'zod';
import type { NativeClient } from './native-call.ts';

export const nativeActions = [
  'native_command',
  'native_edit',
  'native_fetch',
  'native_tool',
] as const;
export type NativeAction = (typeof nativeActions)[number];

export const isNativeAction = (action: string): action is NativeAction =>
  nativeActions.some((name) => name === action);

/** The vendor's spelling of the name. */
export const nativeTitles: Readonly<Record<NativeClient, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'OpenCode',
  copilot: 'Copilot CLI',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
};

const path = z.string().min(1).max(4096);
const tool = z.string().min(1).max(200);
const text = z.string().max(8 * 1024 ** 2);
/** The agent's working folder. */
const cwd = path;

export const NativeCommandArgs = z.strictObject({
  tool,
  command: z
    .string()
    .min(1)
    .max(1024 ** 2),
  cwd,
  in_background: z.boolean().optional(),
  reason: z.string().max(2000).optional(),
});

export const maxNativeFiles = 200;

export const NativeFile = z.strictObject({
  path,
  change: z.enum(['create', 'edit', 'delete', 'move']),
  to: path.optional(),
  new_text: text.optional(),
  replacements: z
    .array(
      z.strictObject({ old_text: text, new_text: text, all: z.boolean(), at: text.optional() }),
    )
    .max(1000)
    .optional(),
});
export type NativeFile = z.infer<typeof NativeFile>;

export const NativeEditArgs = z.strictObject({
  tool,
  paths: z.array(path).min(1).max(400),
  files: z.array(NativeFile).min(1).max(maxNativeFiles),
  reason: z.string().max(2000).optional(),
});

export const NativeFetchArgs = z.strictObject({
  tool,
  url: z.string().min(1).max(8192),
  cwd,
  reason: z.string().max(2000).optional(),
});

/** An unknown tool, or one of another MCP server that the agent calls itself. */
export const NativeToolArgs = z.strictObject({
  tool,
  server: z.string().max(200).optional(),
  cwd,
  input: z.unknown().optional(),
  reason: z.string().max(2000).optional(),
});
