import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, httpEntry } from './entries.ts';
import { asks, free, withShell } from './exposures.ts';
import { inMovable } from './config-paths.ts';

const flags = 'unless it is started with --allow-tool or --allow-all-tools';
const everyTool = { tools: ['*'] };

export const copilot: ClientSpec = {
  id: 'copilot',
  name: 'Copilot CLI',
  signs: (at) => ({ programs: ['copilot'], places: [inMovable(at, 'COPILOT_HOME', '.copilot')] }),
  format: jsoncFormat,
  userFiles: (at) => [copilot.newFile(at)],
  newFile: (at) => inMovable(at, 'COPILOT_HOME', '.copilot', 'mcp-config.json'),
  projectFiles: [],
  precedence: 'There is one file for all projects.',
  entry: { path: ['mcpServers', 'gatehouse'] },
  stdio: (command) => ({ type: 'local', ...commandEntry(command), ...everyTool }),
  http: (address) => ({ type: 'http', ...httpEntry(address), ...everyTool }),
  expands: ['$'],
  after: 'Restart Copilot CLI: it reads its servers when it starts.',
  ifSilent: 'Type /mcp in Copilot CLI: it lists its servers and what went wrong.',
  native: {
    format: jsoncFormat,
    files: () => [],
    read: () =>
      withShell({
        read: free('in folders it trusts'),
        edit: asks(flags),
        shell: asks(flags),
        network: asks(flags),
        mcp: asks(flags),
      }),
    note: 'It has no file that denies its tools: start it with --deny-tool shell --deny-tool write.',
  },
};
