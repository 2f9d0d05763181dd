import { valueAt, type Json } from '../../edit/json-value.ts';
import { inMovable } from '../config-paths.ts';
import { daySeconds, execForm, markOf } from './hook-command.ts';
import type { HookSpec } from './hook-spec.ts';

const client = 'claude-code';

/**
 * Tools that need an answer even if hooks are off: then Claude Code shows its own prompt, or
 * refuses in `-p`.
 */
const floor = ['Bash', 'Edit', 'Write', 'NotebookEdit', 'WebFetch'];

const managedFile = '/etc/claude-code/managed-settings.json';

export const claudeCodeHooks: HookSpec = {
  client,
  files: (at) => [
    {
      path: inMovable(at, 'CLAUDE_CONFIG_DIR', '.claude', 'settings.json'),
      edits: (_settings, { command }) => {
        const run = { type: 'command', ...execForm(command, { client, isDecision: false }) };
        const decide = {
          ...{ type: 'command', ...execForm(command, { client, isDecision: true }) },
          ...{ timeout: daySeconds, onFailure: 'block' },
        };
        const groups = {
          PreToolUse: { matcher: '*', hooks: [decide] },
          PermissionRequest: { matcher: '*', hooks: [decide] },
          PostToolUse: { matcher: '*', hooks: [run] },
          PostToolUseFailure: { matcher: '*', hooks: [run] },
          SessionStart: { hooks: [run] },
          SessionEnd: { hooks: [run] },
        };
        const mark = markOf(command, client);
        return [
          ...Object.entries(groups).map(
            ([event, item]) => ({ kind: 'include', path: ['hooks', event], item, mark }) as const,
          ),
          ...floor.map(
            (item) => ({ kind: 'include', path: ['permissions', 'ask'], item }) as const,
          ),
        ];
      },
    },
  ],
  switches: (at) => [
    { file: managedFile, off: managedOff },
    { file: inMovable(at, 'CLAUDE_CONFIG_DIR', '.claude', 'settings.json'), off },
    { file: '.claude/settings.json', off },
    { file: '.claude/settings.local.json', off },
  ],
  otherSwitches: 'The flags --bare and --settings.',
  managed: {
    file: managedFile,
    text: '{ "disableAllHooks": false }\n',
    meaning: 'Keeps your hooks on whatever a project says.',
  },
  note: 'Its own permission rules for these tools become “ask”: if Gatehouse can’t answer, Claude Code asks itself, and refuses where it can’t.',
};

const off = (settings: Json): string | null =>
  valueAt(settings, ['disableAllHooks']) === true ? '"disableAllHooks": true' : null;

const managedOff = (settings: Json): string | null =>
  valueAt(settings, ['allowManagedHooksOnly']) === true
    ? '"allowManagedHooksOnly": true'
    : off(settings);
