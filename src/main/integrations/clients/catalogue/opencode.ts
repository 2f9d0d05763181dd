import type { Exposed } from '../../../../shared/clients.ts';
import { jsoncFormat } from '../edit/jsonc-format.ts';
import { isObject, valueAt, type Json } from '../edit/json-value.ts';
import type { ClientSpec } from './client-spec.ts';
import { headersOf, withEnv } from './entries.ts';
import { asks, denied, free, moreOpen, withShell } from './exposures.ts';
import { inConfigHome, inHome } from './places.ts';

const words: Readonly<Record<string, (why: string) => Exposed>> = {
  allow: free,
  ask: asks,
  deny: denied,
};
const usual = 'what OpenCode does when nothing is set';

/** Of rules by pattern the boldest is told: what some calls may do, the agent can do. */
function standingOf(rules: Json | undefined, otherwise: Exposed): Exposed {
  if (typeof rules === 'string') return words[rules]?.(`set to "${rules}"`) ?? otherwise;
  if (!isObject(rules)) return otherwise;
  const told = Object.entries(rules).flatMap(([pattern, rule]) => {
    if (typeof rule !== 'string') return [];
    return words[rule] ? [words[rule](`"${pattern}" is set to "${rule}"`)] : [];
  });
  const rest = Object.hasOwn(rules, '*') ? [] : [otherwise];
  return [...rest, ...told].reduce((one, other) => moreOpen(one, other), told[0] ?? otherwise);
}

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
  after: 'Start OpenCode anew: it reads its settings when it starts.',
  ifSilent:
    'Run "opencode mcp list" in a terminal: it says whether it found gatehouse, and what went wrong.',
  native: {
    format: jsoncFormat,
    files: (at) => opencode.userFiles(at),
    read(settings) {
      const all = settings
        .map((value) => valueAt(value, ['permission']))
        .findLast((value) => value !== undefined);
      const general = isObject(all)
        ? standingOf(all['*'], free(usual))
        : standingOf(all, free(usual));
      const of = (key: string): Exposed => {
        if (settings.some((value) => valueAt(value, ['tools', key]) === false))
          return denied(`the tool "${key}" is switched off`);
        const rules = settings
          .map((value) => valueAt(value, ['permission', key]))
          .findLast((value) => value !== undefined);
        return standingOf(rules, general);
      };
      return withShell({
        read: of('read'),
        edit: of('edit'),
        shell: of('bash'),
        network: of('webfetch'),
        mcp: general,
      });
    },
    deny(settings) {
      const now = valueAt(settings, ['permission']);
      if (typeof now === 'string') {
        const value = { '*': now, edit: 'deny', bash: 'deny' };
        return [{ kind: 'set', path: ['permission'], value }];
      }
      return [
        { kind: 'set', path: ['permission', 'edit'], value: 'deny' },
        { kind: 'set', path: ['permission', 'bash'], value: 'deny' },
      ];
    },
    note: 'A project or an agent of OpenCode can set its own permissions, which are not read here.',
  },
};
