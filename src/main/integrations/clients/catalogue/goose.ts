import { isJsonObject, valueAt } from '../edit/json-value.ts';
import { yamlFormat } from '../edit/yaml-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { headersOf, withEnv } from './entries.ts';
import { asks, denied, free, lastAt, withShell, wordAt } from './exposures.ts';
import { inAppData, inConfigHome } from './config-paths.ts';

const developer = ['extensions', 'developer'];
const common = { enabled: true, name: 'gatehouse', description: 'Gatehouse', timeout: 300 };

export const goose: ClientSpec = {
  id: 'goose',
  name: 'Goose',
  signs: (at) => ({ programs: ['goose'], places: [goose.newFile(at), '/Applications/Goose.app'] }),
  format: yamlFormat,
  userFiles: (at) => [goose.newFile(at)],
  newFile: (at) =>
    at.platform === 'win32'
      ? inAppData(at, 'Block', 'goose', 'config', 'config.yaml')
      : inConfigHome(at, 'goose', 'config.yaml'),
  projectFiles: [],
  precedence: 'There is one file; variables of the environment win over it.',
  entry: { path: ['extensions', 'gatehouse'] },
  stdio: (command) => ({
    ...common,
    type: 'stdio',
    cmd: command.program,
    args: [...command.args],
    ...withEnv('envs', command),
  }),
  http: (address) => ({
    ...common,
    type: 'streamable_http',
    uri: address.url,
    headers: headersOf(address),
  }),
  expands: ['$'],
  after: 'Begin a new session in Goose: it starts its extensions then.',
  ifSilent: 'Run "goose info -v" in a terminal and see that gatehouse is among the extensions.',
  native: {
    format: yamlFormat,
    files: (at) => [goose.newFile(at)],
    read(settings) {
      const mode = wordAt(settings, ['GOOSE_MODE']) || 'auto';
      const byMode =
        { auto: free('GOOSE_MODE is auto'), chat: denied('GOOSE_MODE is chat') }[mode] ??
        asks(`GOOSE_MODE is ${mode}`);
      const isOff = lastAt(settings, [...developer, 'enabled']) === false;
      const own = isOff ? denied('the developer extension is switched off') : byMode;
      return withShell({ read: own, edit: own, shell: own, network: own, mcp: byMode });
    },
    deny: (settings) =>
      isJsonObject(valueAt(settings, developer))
        ? [{ kind: 'set', path: [...developer, 'enabled'], value: false }]
        : [],
    note: 'Its developer extension edits and runs commands. Where the file does not name it, switch it off with "goose configure".',
  },
  isUntried: true,
};
