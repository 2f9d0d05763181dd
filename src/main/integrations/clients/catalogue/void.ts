import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry } from './entries.ts';
import { nobodyKnows } from './exposures.ts';
import { inAppData, inHome } from './config-paths.ts';

export const voidEditor: ClientSpec = {
  id: 'void',
  name: 'Void',
  signs: (at) => ({
    programs: ['void'],
    places: [inHome(at, '.void-editor'), inAppData(at, 'Void'), '/Applications/Void.app'],
  }),
  format: jsoncFormat,
  userFiles: (at) => [inHome(at, '.void-editor', 'mcp.json')],
  newFile: (at) => inHome(at, '.void-editor', 'mcp.json'),
  projectFiles: [],
  precedence: 'There is one file.',
  entry: { path: ['mcpServers', 'gatehouse'] },
  // It sends no headers over HTTP, so only the stdio command works.
  stdio: commandEntry,
  expands: [],
  after: 'Void takes it over when its file is saved.',
  ifSilent:
    'Look at the MCP servers in the settings of Void, or restart Void. It is no longer developed.',
  native: {
    format: jsoncFormat,
    files: () => [],
    read: () => nobodyKnows('Void keeps this in its own database'),
    note: 'In Void: Settings, "Auto-approve": off for edits and the terminal.',
  },
  isUntried: true,
};
