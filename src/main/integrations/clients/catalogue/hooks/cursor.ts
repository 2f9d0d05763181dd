import { inHome } from '../config-paths.ts';
import { daySeconds, markOf, shellForm } from './hook-command.ts';
import type { HookSpec } from './hook-spec.ts';

const client = 'cursor';

export const cursorHooks: HookSpec = {
  client,
  files: (at) => [
    {
      path: inHome(at, '.cursor', 'hooks.json'),
      edits: (_settings, { command }) => {
        const mark = markOf(command, client);
        const include = (event: string, isDecision: boolean) =>
          ({
            kind: 'include',
            path: ['hooks', event],
            item: {
              command: shellForm(command, { client, event, isDecision }),
              ...(isDecision ? { timeout: daySeconds, failClosed: true } : {}),
            },
            mark,
          }) as const;
        return [
          { kind: 'set', path: ['version'], value: 1 },
          include('preToolUse', true),
          include('postToolUse', false),
          include('postToolUseFailure', false),
        ];
      },
    },
  ],
  switches: () => [],
  otherSwitches: 'Unknown: it was not tried.',
  note: 'Cursor may also load the hooks of Claude Code. Gatehouse then asks for each of the two.',
};
