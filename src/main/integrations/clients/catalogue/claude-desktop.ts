import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry } from './entries.ts';
import { asks, denied, unknown } from './exposures.ts';
import { inAppData } from './config-paths.ts';

const hasNone = 'it brings no such tool along';

export const claudeDesktop: ClientSpec = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  signs: (at) => ({
    programs: ['claude-desktop'],
    places: [inAppData(at, 'Claude'), '/Applications/Claude.app'],
  }),
  format: jsoncFormat,
  userFiles: (at) => [inAppData(at, 'Claude', 'claude_desktop_config.json')],
  newFile: (at) => inAppData(at, 'Claude', 'claude_desktop_config.json'),
  projectFiles: [],
  precedence: 'There is one file.',
  entry: { path: ['mcpServers', 'gatehouse'] },
  stdio: commandEntry,
  expands: [],
  after: 'Quit Claude Desktop from its menu and start it again; closing the window is not enough.',
  ifSilent: 'Look at Settings, Developer in Claude Desktop: it lists its servers and their logs.',
  native: {
    format: jsoncFormat,
    files: () => [],
    read: () => ({
      read: denied(hasNone),
      edit: denied(hasNone),
      shell: denied(hasNone),
      network: unknown('searching the web is a setting of the account'),
      git: denied(hasNone),
      mcp: asks('asks before a tool is called, until you allow it always'),
    }),
    note: 'Other servers and extensions of Claude Desktop can bring such tools along.',
  },
  isUntried: true,
};
