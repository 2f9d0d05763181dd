import type { Exposed } from '../../../../shared/integrations/clients.ts';
import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { Json } from '../edit/json-value.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, httpEntry } from './entries.ts';
import { asks, denied, free, lastAt, namesAll, withShell, wordsAt } from './exposures.ts';
import { inFolder, inHome, inMovable } from './config-paths.ts';

const denyList = ['permissions', 'deny'];

export const claudeCode: ClientSpec = {
  id: 'claude-code',
  name: 'Claude Code',
  signs: (at) => ({
    programs: ['claude'],
    places: [inHome(at, '.claude'), inHome(at, '.claude.json')],
  }),
  format: jsoncFormat,
  userFiles: (at) => [claudeCode.newFile(at)],
  newFile: (at) =>
    at.env['CLAUDE_CONFIG_DIR']
      ? inFolder(at, at.env['CLAUDE_CONFIG_DIR'], '.claude.json')
      : inHome(at, '.claude.json'),
  projectFiles: ['.mcp.json'],
  precedence:
    'An entry in ~/.claude.json under a project wins over .mcp.json of that project, which wins over the entry for all projects.',
  entry: { path: ['mcpServers', 'gatehouse'] },
  stdio: (command) => ({ type: 'stdio', ...commandEntry(command) }),
  http: (address) => ({ type: 'http', ...httpEntry(address) }),
  expands: ['${'],
  after: 'Restart Claude Code: it reads its servers when it starts.',
  ifSilent:
    'Run "claude mcp list" in a terminal, or /mcp in Claude Code: it says whether gatehouse is connected.',
  native: {
    format: jsoncFormat,
    files: (at) => [inMovable(at, 'CLAUDE_CONFIG_DIR', '.claude', 'settings.json')],
    read(settings) {
      const mode = lastAt(settings, ['permissions', 'defaultMode']);
      return withShell({
        read: standing(settings, 'Read', free('it reads without asking')),
        edit: standing(
          settings,
          'Edit',
          mode === 'acceptEdits' ? free('defaultMode is acceptEdits') : asks('asks before an edit'),
        ),
        shell: standing(
          settings,
          'Bash',
          asks('asks before a command, but for some that only read'),
        ),
        network: standing(settings, 'WebFetch', asks('asks before it fetches a page')),
        mcp: standing(settings, 'mcp__gatehouse', asks('asks before a tool is called')),
      });
    },
    deny: () => [
      ...['Edit', 'Write', 'NotebookEdit', 'Bash'].map(
        (item) => ({ kind: 'include', path: denyList, item }) as const,
      ),
      { kind: 'include', path: ['permissions', 'allow'], item: 'mcp__gatehouse' },
    ],
    note: 'A project can deny more in its .claude/settings.json. The tools of Gatehouse are allowed there without a second question, since Gatehouse asks you itself.',
  },
};

function standing(settings: readonly Json[], tool: string, otherwise: Exposed): Exposed {
  if (namesAll(wordsAt(settings, denyList), tool)) return denied(`permissions.deny has ${tool}`);
  if (lastAt(settings, ['permissions', 'defaultMode']) === 'bypassPermissions')
    return free('defaultMode is bypassPermissions');
  const yes = wordsAt(settings, ['permissions', 'allow']);
  if (namesAll(yes, tool)) return free(`permissions.allow has ${tool}`);
  const some = yes.filter((rule) => rule.startsWith(`${tool}(`));
  if (some.length === 0) return otherwise;
  return { ...otherwise, why: `${otherwise.why}; without asking: ${some.slice(0, 3).join(', ')}` };
}
