import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, httpEntry } from './entries.ts';
import { asks, free, isOn, withShell } from './exposures.ts';
import { inHome } from './config-paths.ts';

const timeout = { disabled: false, timeout: 600 };
const approvals = ['autoApprovalSettings', 'actions'];

export const cline: ClientSpec = {
  id: 'cline',
  name: 'Cline',
  signs: (at) => ({ programs: ['cline'], places: [inHome(at, '.cline', 'data')] }),
  format: jsoncFormat,
  userFiles: (at) => [inHome(at, '.cline', 'data', 'settings', 'cline_mcp_settings.json')],
  newFile: (at) => inHome(at, '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
  projectFiles: [],
  precedence: 'There is one file.',
  entry: { path: ['mcpServers', 'gatehouse'] },
  stdio: (command) => ({ type: 'stdio', ...commandEntry(command), ...timeout }),
  http: (address) => ({ type: 'streamableHttp', ...httpEntry(address), ...timeout }),
  expands: ['${'],
  after: 'Cline takes it over by itself; its list of MCP servers shows gatehouse.',
  ifSilent: 'Open the list of MCP servers in Cline and restart gatehouse there.',
  native: {
    format: jsoncFormat,
    files: (at) => [inHome(at, '.cline', 'data', 'globalState.json')],
    read(settings) {
      const of = (names: readonly string[], what: string) =>
        names.some((name) => isOn(settings, [...approvals, name]))
          ? free('approved automatically')
          : asks(`asks before ${what}`);
      return withShell({
        read: of(['readFiles'], 'it reads'),
        edit: of(['editFiles'], 'an edit'),
        shell: of(['executeAllCommands', 'executeSafeCommands'], 'a command'),
        network: of(['useBrowser'], 'it opens a page'),
        mcp: of(['useMcp'], 'a tool is called'),
      });
    },
    note: 'Cline has no setting that denies its tools, only which it approves by itself. Started with --yolo it asks nothing.',
  },
  isUntried: true,
};
