import { valueAt, type Json } from '../../edit/json-value.ts';
import { inMovable } from '../config-paths.ts';
import { afterLimit, daySeconds, shellForm } from './hook-command.ts';
import type { HookSpec } from './hook-spec.ts';

const client = 'copilot';

/** Its input doesn't always name the event, so the command does. */
const decisions = ['preToolUse', 'permissionRequest'];
const reports = ['postToolUse', 'postToolUseFailure', 'sessionStart'];

export const copilotHooks: HookSpec = {
  client,
  files: (at) => [
    {
      path: inMovable(at, 'COPILOT_HOME', '.copilot', 'hooks', 'gatehouse.json'),
      edits: (_settings, { command }) => {
        const hook = (event: string, isDecision: boolean) => ({
          ...{ type: 'command', bash: shellForm(command, { client, event, isDecision }) },
          // After the default of 30 seconds, the tool would run.
          ...(isDecision ? { timeoutSec: daySeconds } : {}),
        });
        const hooks = Object.fromEntries([
          ...decisions.map((event) => [event, [hook(event, true)]]),
          ...reports.map((event) => [event, [hook(event, false)]]),
        ]) as Readonly<Record<string, readonly object[]>>;
        const value = `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
        return [{ kind: 'set', path: [], value }];
      },
    },
  ],
  switches: (at) => [
    { file: inMovable(at, 'COPILOT_HOME', '.copilot', 'settings.json'), off },
    { file: inMovable(at, 'COPILOT_HOME', '.copilot', 'config.json'), off },
    { file: '.github/copilot/settings.json', off },
    { file: '.github/copilot/settings.local.json', off },
  ],
  otherSwitches: `Settings of a project count only if Copilot CLI trusts its folder. ${afterLimit}`,
  note: 'It has a separate file; your other hooks stay as they are.',
};

const off = (settings: Json): string | null =>
  valueAt(settings, ['disableAllHooks']) === true ? '"disableAllHooks": true' : null;
