/**
 * The settings with which each agent is started inside the sandbox. They are read-only there.
 * Pure.
 */
import { agentPrograms, type AgentName } from '../../../shared/agents/agent-programs.ts';
import { claudeHooks, withHooks } from './agent-hooks.ts';

export interface AgentSettings {
  /** Relative to the home folder; each is in one of the agent's folders. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /**
   * Directly in the home folder, written only if missing, because the agent keeps its state there.
   */
  readonly firstState: readonly { readonly name: string; readonly text: string }[];
  /** Inserted before the user's own arguments. */
  readonly args: readonly string[];
}

export interface SettingsSpec {
  readonly folder: string;
  /** The address of Gatehouse's MCP server inside the sandbox; no key is needed there. */
  readonly mcpUrl: string;
  /** Whether the login is a key in a variable, for agents that have to be told. */
  readonly hasKey: boolean;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
/** JSON's notation is valid for a TOML string. */
const toml = (text: string): string => JSON.stringify(text);

type Write = (spec: SettingsSpec) => Partial<AgentSettings>;

const writers: Readonly<Record<AgentName, Write>> = {
  claude: ({ folder, mcpUrl }) => ({
    files: [
      {
        path: '.claude/settings.json',
        // Gatehouse asks about its own tools itself.
        text: json({ permissions: { allow: ['mcp__gatehouse'] }, hooks: claudeHooks(mcpUrl) }),
      },
      {
        path: '.claude/gatehouse-mcp.json',
        text: json({ mcpServers: { gatehouse: { type: 'http', url: mcpUrl } } }),
      },
    ],
    firstState: [
      {
        name: '.claude.json',
        text: json({
          hasCompletedOnboarding: true,
          projects: { [folder]: { hasTrustDialogAccepted: true } },
        }),
      },
    ],
    // Separated by a space, the option would take the user's prompt for another file.
    args: ['--mcp-config=~/.claude/gatehouse-mcp.json'],
  }),
  codex: ({ folder, mcpUrl }) => ({
    files: [
      {
        path: '.codex/config.toml',
        text: [
          '# The sandbox of Gatehouse holds it; its own would only be in the way.',
          'sandbox_mode = "danger-full-access"',
          'check_for_update_on_startup = false',
          '',
          '[analytics]',
          'enabled = false',
          '',
          // What is typed into a terminal of its own passes no hook.
          '[features]',
          'unified_exec_tty = false',
          '',
          '[mcp_servers.gatehouse]',
          `url = ${toml(mcpUrl)}`,
          'default_tools_approval_mode = "approve"',
          '',
          `[projects.${toml(folder)}]`,
          'trust_level = "trusted"',
          '',
        ].join('\n'),
      },
    ],
    // Codex trusts hooks by a hash that only it can make, in a file that is read-only here.
    args: ['--dangerously-bypass-hook-trust'],
  }),
  opencode: ({ mcpUrl }) => ({
    files: [
      {
        path: '.config/opencode/opencode.json',
        text: json({
          $schema: 'https://opencode.ai/config.json',
          autoupdate: false,
          mcp: { gatehouse: { type: 'remote', url: mcpUrl, oauth: false, enabled: true } },
        }),
      },
    ],
  }),
  gemini: ({ mcpUrl, hasKey }) => ({
    files: [
      {
        path: '.gemini/settings.json',
        text: json({
          general: { disableAutoUpdate: true },
          privacy: { usageStatisticsEnabled: false },
          security: {
            auth: { selectedType: hasKey ? 'gemini-api-key' : 'oauth-personal' },
            folderTrust: { enabled: false },
          },
          mcpServers: { gatehouse: { httpUrl: mcpUrl, trust: true } },
        }),
      },
    ],
  }),
  copilot: ({ folder, mcpUrl }) => ({
    files: [
      {
        path: '.copilot/mcp-config.json',
        text: json({ mcpServers: { gatehouse: { type: 'http', url: mcpUrl, tools: ['*'] } } }),
      },
      { path: '.copilot/settings.json', text: json({ trustedFolders: [folder] }) },
    ],
  }),
};

export function settingsFor(agent: AgentName, spec: SettingsSpec, home: string): AgentSettings {
  const { files = [], firstState = [], args = [] } = writers[agent](spec);
  const { mcpUrl } = spec;
  const folder = agentPrograms[agent].settings;
  return {
    files: agent === 'claude' ? files : withHooks(agent, files, { folder, mcpUrl }, home),
    firstState,
    args: args.map((arg) => arg.replace('=~/', `=${home}/`)),
  };
}
