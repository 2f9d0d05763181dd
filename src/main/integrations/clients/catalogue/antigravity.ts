import type { AbilityExposure } from '../../../../shared/integrations/clients.ts';
import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, headersOf } from './entries.ts';
import { asks, free, unknown, withShell, wordAt } from './exposures.ts';
import { inHome } from './config-paths.ts';

const modes: Readonly<Record<string, AbilityExposure>> = {
  'request-review': asks('toolPermission is request-review'),
  'always-proceed': free('toolPermission is always-proceed'),
  'proceed-in-sandbox': free('toolPermission is proceed-in-sandbox'),
};

export const antigravity: ClientSpec = {
  id: 'antigravity',
  name: 'Antigravity CLI',
  signs: (at) => ({ programs: ['agy'], places: [inHome(at, '.gemini', 'antigravity-cli')] }),
  format: jsoncFormat,
  userFiles: (at) => [antigravity.newFile(at)],
  newFile: (at) => inHome(at, '.gemini', 'config', 'mcp_config.json'),
  projectFiles: ['.agents/mcp_config.json'],
  precedence: 'The user’s file applies to all projects; a project can add its own servers.',
  entry: { path: ['mcpServers', 'gatehouse'] },
  stdio: commandEntry,
  http: (address) => ({ serverUrl: address.url, headers: headersOf(address) }),
  expands: ['$'],
  after: 'Restart Antigravity CLI: it reads its servers when it starts.',
  ifSilent: 'Run "agy mcp list" in a terminal, or /mcp in Antigravity CLI.',
  native: {
    format: jsoncFormat,
    files: (at) => [inHome(at, '.gemini', 'antigravity-cli', 'settings.json')],
    read(settings) {
      const mode = wordAt(settings, ['toolPermission']);
      const all = modes[mode] ?? unknown('what its settings mean was not tried');
      return withShell({
        read: free('it reads without asking'),
        edit: all,
        shell: all,
        network: all,
        mcp: all,
      });
    },
    note: 'Its own permissions are set in Antigravity CLI with /permissions.',
  },
  isUntried: true,
};
