import { isList, valueAt, type Json } from '../../edit/json-value.ts';
import { inHome } from '../config-paths.ts';
import { afterLimit, dayMs, markOf, shellForm } from './hook-command.ts';
import type { HookSpec } from './hook-spec.ts';

const client = 'gemini';
const name = 'gatehouse';

/**
 * Its prompt is shown after the hook, whatever the hook answered; only a policy rule stops it.
 */
const silence = `# Written by Gatehouse: its hook decides, so Gemini CLI doesn't ask a second time.
# If hooks are switched off while this file is here, Gemini CLI asks nobody about these tools.
[[rule]]
toolName = ["run_shell_command", "replace", "write_file", "web_fetch", "save_memory", "activate_skill", "mcp_*"]
decision = "allow"
priority = 900
allowRedirection = true
`;

export const geminiHooks: HookSpec = {
  client,
  files: (at) => [
    {
      path: inHome(at, '.gemini', 'settings.json'),
      edits: (_settings, { command }) => {
        const mark = markOf(command, client);
        const group = (isDecision: boolean) => ({
          matcher: '*',
          hooks: [
            {
              ...{ type: 'command', name },
              command: shellForm(command, { client, isDecision }),
              ...(isDecision ? { timeout: dayMs } : {}),
            },
          ],
        });
        return [
          { kind: 'include', path: ['hooks', 'BeforeTool'], item: group(true), mark },
          { kind: 'include', path: ['hooks', 'AfterTool'], item: group(false), mark },
        ];
      },
    },
  ],
  prompts: (at) => ({
    path: inHome(at, '.gemini', 'policies', 'gatehouse.toml'),
    edits: () => [{ kind: 'set', path: [], value: silence }],
  }),
  promptsNote:
    'Without this rule you answer twice: here and in Gemini CLI. With it, a trusted project that switches hooks off leaves Gemini CLI without any prompt.',
  switches: (at) => [
    { file: systemFiles[at.platform] ?? '/etc/gemini-cli/settings.json', off },
    { file: inHome(at, '.gemini', 'settings.json'), off },
    { file: '.gemini/settings.json', off },
  ],
  otherSwitches: `A settings file that GEMINI_CLI_SYSTEM_SETTINGS_PATH names. ${afterLimit}`,
  note: 'Gemini CLI also shows its own prompt, unless the rule below is added.',
};

/** Elsewhere than on Linux. */
const systemFiles: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/GeminiCli/settings.json',
};

function off(settings: Json): string | null {
  if (valueAt(settings, ['hooksConfig', 'enabled']) === false)
    return '"hooksConfig.enabled": false';
  const disabled = valueAt(settings, ['hooksConfig', 'disabled']);
  return isList(disabled) && disabled.includes(name)
    ? `"hooksConfig.disabled" has "${name}"`
    : null;
}
