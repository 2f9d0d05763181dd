import type { AbilityExposure } from '../../../../shared/integrations/clients.ts';
import { yamlFormat } from '../edit/yaml-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, headersOf } from './entries.ts';
import { asks, denied, free, namesAll, withShell, wordsAt } from './exposures.ts';
import { inHome } from './config-paths.ts';

const named = { name: 'gatehouse' };

export const continueDev: ClientSpec = {
  id: 'continue',
  name: 'Continue',
  signs: (at) => ({ programs: ['cn'], places: [inHome(at, '.continue')] }),
  format: yamlFormat,
  userFiles: (at) => [inHome(at, '.continue', 'config.yaml')],
  newFile: (at) => inHome(at, '.continue', 'config.yaml'),
  projectFiles: [],
  precedence:
    'Continue takes the servers of its file and of the folder .continue/mcpServers together.',
  entry: { path: ['mcpServers'], listBy: 'name' },
  stdio: (command) => ({ ...named, type: 'stdio', ...commandEntry(command) }),
  http: (address) => ({
    ...named,
    type: 'streamable-http',
    url: address.url,
    requestOptions: { headers: headersOf(address) },
  }),
  expands: ['${{'],
  newFileNeeds: { name: 'Local config', version: '1.0.0', schema: 'v1' },
  after: 'Continue takes it over when its file is saved; tools are there in agent mode.',
  ifSilent: 'Look at the MCP servers in the settings of Continue, or reload the window.',
  native: {
    format: yamlFormat,
    files: (at) => [inHome(at, '.continue', 'permissions.yaml')],
    read(settings) {
      const of = (tool: string, otherwise: AbilityExposure): AbilityExposure => {
        if (namesAll(wordsAt(settings, ['exclude']), tool))
          return denied('permissions.yaml excludes it');
        if (namesAll(wordsAt(settings, ['allow']), tool)) return free('permissions.yaml allows it');
        return namesAll(wordsAt(settings, ['ask']), tool)
          ? asks('permissions.yaml says so')
          : otherwise;
      };
      return withShell({
        read: of('Read', free('it reads without asking')),
        edit: of('Edit', asks('asks before an edit')),
        shell: of('Bash', asks('asks before a command')),
        network: of('Fetch', free('it fetches pages without asking')),
        mcp: asks('asks before a tool is called'),
      });
    },
    deny: () =>
      ['Edit', 'MultiEdit', 'Write', 'Bash'].map(
        (item) => ({ kind: 'include', path: ['exclude'], item }) as const,
      ),
    note: 'This applies to the command line (cn). In the editor, set the tools to "Excluded" in Continue\'s settings.',
  },
  isUntried: true,
};
