/** The clients whose own tools can be put under the gate. */
import type { KnownClient } from '../../../../../shared/integrations/clients.ts';
import { claudeCodeHooks } from './claude-code.ts';
import { codexHooks } from './codex.ts';
import { copilotHooks } from './copilot.ts';
import { cursorHooks } from './cursor.ts';
import { geminiHooks } from './gemini.ts';
import { opencodeHooks } from './opencode.ts';
import type { HookFile, HookSpec } from './hook-spec.ts';
import type { SystemEnvironment } from '../../../../../shared/app/data-dir.ts';

const hookSpecs: Readonly<Partial<Record<KnownClient, HookSpec>>> = {
  'claude-code': claudeCodeHooks,
  codex: codexHooks,
  opencode: opencodeHooks,
  copilot: copilotHooks,
  gemini: geminiHooks,
  cursor: cursorHooks,
};

/** Undefined if there are none. The commands are written for a POSIX shell. */
export const hooksOf = (
  client: KnownClient,
  { platform }: SystemEnvironment,
): HookSpec | undefined => (platform === 'win32' ? undefined : hookSpecs[client]);

/** The file of a part, if it was offered. */
export function hookFileAt(
  client: KnownClient,
  at: SystemEnvironment,
  purpose: 'hooks' | 'prompts',
  path: string,
): HookFile | undefined {
  const spec = hooksOf(client, at);
  const files = purpose === 'hooks' ? spec?.files(at) : [spec?.prompts?.(at)];
  return files?.find((file) => file?.path === path);
}
