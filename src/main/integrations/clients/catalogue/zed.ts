import type { AbilityExposure } from '../../../../shared/integrations/clients.ts';
import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, httpEntry } from './entries.ts';
import { asks, denied, free, isOn, lastAt, moreOpen, withShell } from './exposures.ts';
import { inAppData, inConfigHome } from './config-paths.ts';

const rules = ['agent', 'tool_permissions'];
const changing = [
  'edit_file',
  'delete_path',
  'move_path',
  'copy_path',
  'create_directory',
  'save_file',
  'restore_file_from_disk',
];

const words: Readonly<Record<string, (why: string) => AbilityExposure>> = {
  allow: free,
  confirm: asks,
  deny: denied,
};

const settingsFile: ClientSpec['newFile'] = (at) =>
  at.platform === 'win32'
    ? inAppData(at, 'Zed', 'settings.json')
    : inConfigHome(at, 'zed', 'settings.json');

export const zed: ClientSpec = {
  id: 'zed',
  name: 'Zed',
  signs: (at) => ({
    programs: ['zed', 'zeditor'],
    places: [settingsFile(at), '/Applications/Zed.app'],
  }),
  format: jsoncFormat,
  userFiles: (at) => [settingsFile(at)],
  newFile: settingsFile,
  projectFiles: ['.zed/settings.json'],
  precedence: 'The settings of a project win over those of the user.',
  entry: { path: ['context_servers', 'gatehouse'] },
  stdio: commandEntry,
  http: httpEntry,
  expands: [],
  after:
    'Zed takes it over at once; a dot beside gatehouse in the settings of the agent panel turns green.',
  ifSilent: 'Look at the servers in the settings of the agent panel, or restart Zed.',
  native: {
    format: jsoncFormat,
    files: (at) => [settingsFile(at)],
    read(settings) {
      const usual = isOn(settings, ['agent', 'always_allow_tool_actions'])
        ? free('always_allow_tool_actions is on')
        : asks('asks, as Zed does when nothing is set');
      const exposureOf = (
        value: unknown,
        what: string,
        otherwise: AbilityExposure,
      ): AbilityExposure => words[String(value)]?.(`${what} is "${String(value)}"`) ?? otherwise;
      const general = exposureOf(
        lastAt(settings, [...rules, 'default']),
        'tool_permissions.default',
        usual,
      );
      const of = (tool: string): AbilityExposure =>
        exposureOf(lastAt(settings, [...rules, 'tools', tool, 'default']), tool, general);
      return withShell({
        read: free('it reads without asking'),
        edit: changing.map(of).reduce((a, b) => moreOpen(a, b)),
        shell: of('terminal'),
        network: of('fetch'),
        mcp: general,
      });
    },
    deny: () =>
      ['terminal', ...changing].map(
        (tool) =>
          ({ kind: 'set', path: [...rules, 'tools', tool, 'default'], value: 'deny' }) as const,
      ),
    note: "This applies to Zed's own agent, from version 0.224. Other agents that run in Zed have their own settings.",
  },
  isUntried: true,
};
