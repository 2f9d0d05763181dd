import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { AbilityExposure } from '../../../../shared/integrations/clients.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, httpEntry } from './entries.ts';
import { asks, free, isOn, lastAt, withShell } from './exposures.ts';
import { denyPolicy, geminiStanding } from './gemini-policy.ts';
import { inHome } from './config-paths.ts';

const timeout = { timeout: 600_000 };

export const gemini: ClientSpec = {
  id: 'gemini',
  name: 'Gemini CLI',
  signs: (at) => ({ programs: ['gemini'], places: [inHome(at, '.gemini')] }),
  format: jsoncFormat,
  userFiles: (at) => [inHome(at, '.gemini', 'settings.json')],
  newFile: (at) => inHome(at, '.gemini', 'settings.json'),
  projectFiles: ['.gemini/settings.json'],
  precedence:
    'The settings of a project win over those of the user; those of the system win over both.',
  entry: { path: ['mcpServers', 'gatehouse'] },
  stdio: (command) => ({ ...commandEntry(command), ...timeout }),
  http: (address) => ({ type: 'http', ...httpEntry(address), ...timeout }),
  expands: ['$'],
  after: 'Restart Gemini CLI: it reads its settings when it starts.',
  ifSilent: 'Type /mcp in Gemini CLI: it lists its servers and what went wrong.',
  native: {
    format: jsoncFormat,
    files: (at) => gemini.userFiles(at),
    policyFolder: (at) => inHome(at, '.gemini', 'policies'),
    read(settings, policies = []) {
      const of = (tools: readonly string[], otherwise: AbilityExposure): AbilityExposure =>
        geminiStanding(settings, policies, tools, otherwise);
      const mode = lastAt(settings, ['general', 'defaultApprovalMode']);
      return withShell({
        read: free('it reads without asking'),
        edit: of(
          ['write_file', 'replace'],
          mode === 'auto_edit'
            ? free('defaultApprovalMode is auto_edit')
            : asks('asks before an edit'),
        ),
        shell: of(['run_shell_command'], asks('asks before a command')),
        network: of(['web_fetch'], asks('asks before it fetches a page')),
        mcp: isOn(settings, ['mcpServers', 'gatehouse', 'trust'])
          ? free('gatehouse is trusted')
          : asks('asks before a tool is called'),
      });
    },
    deny: () => [{ kind: 'set', path: [], value: denyPolicy }],
    denyFile: (at) => inHome(at, '.gemini', 'policies', 'gatehouse-deny.toml'),
    note: 'Started with --yolo, Gemini CLI asks nothing; what its policy denies stays denied.',
  },
};
