import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, httpEntry } from './entries.ts';
import { denied, namesAll, unknown, withShell, wordsAt } from './exposures.ts';
import { inAppData, inHome } from './config-paths.ts';

const elsewhere = 'the editor keeps this in its own database';

export const cursor: ClientSpec = {
  id: 'cursor',
  name: 'Cursor',
  signs: (at) => ({
    programs: ['cursor', 'cursor-agent'],
    places: [inHome(at, '.cursor'), inAppData(at, 'Cursor'), '/Applications/Cursor.app'],
  }),
  format: jsoncFormat,
  userFiles: (at) => [inHome(at, '.cursor', 'mcp.json')],
  newFile: (at) => inHome(at, '.cursor', 'mcp.json'),
  projectFiles: ['.cursor/mcp.json'],
  precedence: 'An entry of the project wins over one of the same name for all projects.',
  entry: { path: ['mcpServers', 'gatehouse'] },
  stdio: commandEntry,
  http: httpEntry,
  expands: ['${'],
  after: 'Open Cursor Settings, MCP, and see that gatehouse is switched on; Cursor asks once.',
  ifSilent:
    'Switch gatehouse off and on in Cursor Settings, MCP, or restart Cursor; "Show output" there says what went wrong.',
  native: {
    format: jsoncFormat,
    files: (at) => [inHome(at, '.cursor', 'cli-config.json')],
    read(settings) {
      const no = wordsAt(settings, ['permissions', 'deny']);
      const of = (tool: string) =>
        namesAll(no, tool)
          ? denied(`${tool} is denied to its command line; ${elsewhere}`)
          : unknown(elsewhere);
      return withShell({
        read: of('Read'),
        edit: of('Write'),
        shell: of('Shell'),
        network: of('WebFetch'),
        mcp: unknown(elsewhere),
      });
    },
    deny: () => [
      { kind: 'include', path: ['permissions', 'deny'], item: 'Shell(**)' },
      { kind: 'include', path: ['permissions', 'deny'], item: 'Write(**)' },
    ],
    note: 'This applies to the command line (cursor-agent). In the editor, choose "Ask every time" under Settings, Agents.',
  },
  isUntried: true,
};
