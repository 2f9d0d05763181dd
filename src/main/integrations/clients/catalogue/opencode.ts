import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { headersOf, withEnv } from './entries.ts';
import { withShell } from './exposures.ts';
import { allowances, denials, standingOf } from './opencode-permission.ts';
import { inConfigHome, inHome } from './config-paths.ts';

export const opencode: ClientSpec = {
  id: 'opencode',
  name: 'OpenCode',
  signs: (at) => ({
    programs: ['opencode'],
    places: [inConfigHome(at, 'opencode'), inHome(at, '.opencode', 'bin', 'opencode')],
  }),
  format: jsoncFormat,
  userFiles: (at) => [
    inConfigHome(at, 'opencode', 'config.json'),
    inConfigHome(at, 'opencode', 'opencode.json'),
    inConfigHome(at, 'opencode', 'opencode.jsonc'),
    ...(at.env['OPENCODE_CONFIG'] ? [at.env['OPENCODE_CONFIG']] : []),
  ],
  newFile: (at) => inConfigHome(at, 'opencode', 'opencode.json'),
  projectFiles: [
    'opencode.json',
    'opencode.jsonc',
    '.opencode/opencode.json',
    '.opencode/opencode.jsonc',
  ],
  precedence:
    'OpenCode merges config.json, opencode.json and opencode.jsonc, then OPENCODE_CONFIG, then the files of the project; what is read later wins.',
  entry: { path: ['mcp', 'gatehouse'] },
  stdio: (command) => ({
    type: 'local',
    command: [command.program, ...command.args],
    ...withEnv('environment', command),
    enabled: true,
    timeout: 60_000,
  }),
  http: (address) => ({
    type: 'remote',
    url: address.url,
    headers: headersOf(address),
    oauth: false,
    enabled: true,
    timeout: 60_000,
  }),
  fileReference: (path) => `{file:${path}}`,
  expands: ['{env:', '{file:'],
  after: 'Restart OpenCode: it reads its settings when it starts.',
  ifSilent:
    'Run "opencode mcp list" in a terminal: it says whether it found gatehouse, and what went wrong.',
  native: {
    format: jsoncFormat,
    files: (at) => opencode.userFiles(at),
    read: (settings) =>
      withShell({
        read: standingOf(settings, 'read'),
        edit: standingOf(settings, 'edit'),
        shell: standingOf(settings, 'bash'),
        network: standingOf(settings, 'webfetch'),
        mcp: standingOf(settings, 'gatehouse_open_file'),
      }),
    allow: allowances,
    deny: denials,
    note: 'A project or an agent of OpenCode can set its own permissions, which are not read here.',
  },
};
