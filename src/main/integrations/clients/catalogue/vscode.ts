import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, httpEntry } from './entries.ts';
import { asks, free, isOn, objectAt, withShell } from './exposures.ts';
import { inAppData } from './config-paths.ts';

export const vscode: ClientSpec = {
  id: 'vscode',
  name: 'VS Code',
  signs: (at) => ({
    programs: ['code'],
    places: [inAppData(at, 'Code', 'User'), '/Applications/Visual Studio Code.app'],
  }),
  format: jsoncFormat,
  userFiles: (at) => [inAppData(at, 'Code', 'User', 'mcp.json')],
  newFile: (at) => inAppData(at, 'Code', 'User', 'mcp.json'),
  projectFiles: ['.vscode/mcp.json'],
  precedence: 'VS Code takes the servers of the user and of the project together.',
  entry: { path: ['servers', 'gatehouse'] },
  stdio: (command) => ({ type: 'stdio', ...commandEntry(command) }),
  http: (address) => ({ type: 'http', ...httpEntry(address) }),
  expands: ['${'],
  after:
    'In VS Code run "MCP: List Servers", choose gatehouse and start it; it asks once whether to trust it.',
  ifSilent: 'In VS Code run "MCP: List Servers", choose gatehouse, then "Show Output".',
  native: {
    format: jsoncFormat,
    files: (at) => [inAppData(at, 'Code', 'User', 'settings.json')],
    read(settings) {
      const isAllFree = isOn(settings, ['chat.tools.global.autoApprove']);
      const bold = free('chat.tools.global.autoApprove is on');
      const commands = Object.values(objectAt(settings, ['chat.tools.terminal.autoApprove']));
      const someFree = commands.some((value) => value === true);
      const shell = asks(
        someFree
          ? 'asks, but for the commands in chat.tools.terminal.autoApprove'
          : 'asks before a command',
      );
      const or = isAllFree ? () => bold : (other: ReturnType<typeof asks>) => other;
      return withShell({
        read: free('reads the workspace'),
        edit: or(free('edits the workspace and shows it for review')),
        shell: or(shell),
        network: or(asks('asks before it fetches a page')),
        mcp: or(asks('asks before a tool is called')),
      });
    },
    note: 'VS Code has no setting that denies its tools; switch them off in the tools menu of the chat.',
  },
  isUntried: true,
};
