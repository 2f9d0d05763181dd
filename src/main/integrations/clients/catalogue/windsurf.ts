import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, headersOf } from './entries.ts';
import { nobodyKnows } from './exposures.ts';
import { inAppData, inHome } from './config-paths.ts';

export const windsurf: ClientSpec = {
  id: 'windsurf',
  name: 'Windsurf',
  signs: (at) => ({
    programs: ['windsurf'],
    places: [
      inHome(at, '.codeium', 'windsurf'),
      inAppData(at, 'Windsurf'),
      '/Applications/Windsurf.app',
    ],
  }),
  format: jsoncFormat,
  userFiles: (at) => [inHome(at, '.codeium', 'windsurf', 'mcp_config.json')],
  newFile: (at) => inHome(at, '.codeium', 'windsurf', 'mcp_config.json'),
  projectFiles: [],
  precedence: 'There is one file.',
  entry: { path: ['mcpServers', 'gatehouse'] },
  stdio: commandEntry,
  // It reads `serverUrl`, not `url`.
  http: (address) => ({ serverUrl: address.url, headers: headersOf(address) }),
  expands: ['${'],
  after: 'In Windsurf press the refresh button of the MCP servers in Cascade.',
  ifSilent: 'Look at the MCP servers in the settings of Cascade, or restart Windsurf.',
  native: {
    format: jsoncFormat,
    files: () => [],
    read: () => nobodyKnows('Windsurf keeps this in its own database'),
    note: 'In Windsurf: Settings, Cascade, "Auto Execution": Off.',
  },
  isUntried: true,
};
