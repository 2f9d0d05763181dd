/** Input that the real programs sent to hooks (versions as in each adapter's `testedVersion`). */
import type { NativeClient, NativeEvent } from '../../../src/shared/native/native-call.ts';
import { adapters } from '../../../src/main/integrations/native/adapters/adapters.ts';
import hooks from './captured-hooks.json' with { type: 'json' };

interface CapturedHook {
  readonly client: NativeClient;
  readonly run: string;
  readonly event: string;
  readonly input: Record<string, unknown>;
}

export const captured = hooks as unknown as readonly CapturedHook[];

/** What the plugin calls the events of OpenCode. */
const pluginEvents: Readonly<Record<string, string>> = {
  init: 'init',
  'tool.execute.before': 'before',
  'tool.execute.after': 'after',
};

/** OpenCode's after-event as our plugin sends it: with the folder. */
const sentByPlugin = (input: Record<string, unknown>) => ({ directory: '/ws', ...input });

export function readCaptured({ client, event, input }: CapturedHook): NativeEvent {
  return client === 'opencode'
    ? adapters[client].read(sentByPlugin(input), pluginEvents[event])
    : adapters[client].read(input, event);
}

/** The captured input of this run and event, for this tool if there are several. */
export function capturedHook(run: string, event: string, tool?: string): CapturedHook {
  const found = captured.find(
    (hook) =>
      hook.run === run &&
      hook.event === event &&
      [undefined, hook.input['tool_name'], hook.input['toolName'], hook.input['tool']].includes(
        tool,
      ),
  );
  if (!found) throw new Error(`nothing captured: ${run} ${event} ${tool ?? ''}`);
  return found;
}

export const readRun = (run: string, event: string, tool?: string): NativeEvent =>
  readCaptured(capturedHook(run, event, tool));
