import type { AbilityExposure } from '../../../../shared/integrations/clients.ts';
import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { Json } from '../edit/json-value.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, httpEntry } from './entries.ts';
import {
  asks,
  denied,
  free,
  isOn,
  lastAt,
  namesAll,
  unknown,
  withShell,
  wordsAt,
} from './exposures.ts';
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
      const usual = byMode(mode);
      return withShell({
        read: standing(settings, 'Read', free('it reads without asking')),
        edit: standing(
          settings,
          'Edit',
          mode === 'acceptEdits' ? free('defaultMode is acceptEdits') : usual('an edit'),
        ),
        shell: standing(settings, 'Bash', inOwnSandbox(settings) ?? usual('a command')),
        network: standing(settings, 'WebFetch', usual('it fetches a page')),
        mcp: standing(settings, 'mcp__gatehouse', usual('a tool is called')),
      });
    },
    allow: () => [{ kind: 'include', path: ['permissions', 'allow'], item: 'mcp__gatehouse' }],
    deny: () =>
      ['Edit', 'Write', 'NotebookEdit', 'Bash'].map(
        (item) => ({ kind: 'include', path: denyList, item }) as const,
      ),
    note: 'A project can deny more in its .claude/settings.json.',
  },
};

/** In auto mode a model decides. It was observed to be the default when nothing is set. */
function byMode(mode: Json | undefined): (what: string) => AbilityExposure {
  if (mode === 'auto') return () => free('auto mode: a model decides what to ask about');
  if (mode === undefined)
    return () => unknown('it may start in auto mode, which asks about little');
  return (what) => asks(`asks before ${what}`);
}

/** Commands in Claude Code's own sandbox run without asking, unless that is turned off. */
function inOwnSandbox(settings: readonly Json[]): AbilityExposure | null {
  if (!isOn(settings, ['sandbox', 'enabled'])) return null;
  const isQuiet = lastAt(settings, ['sandbox', 'autoAllowBashIfSandboxed']) !== false;
  return isQuiet ? free('inside its own sandbox') : null;
}

function standing(
  settings: readonly Json[],
  tool: string,
  otherwise: AbilityExposure,
): AbilityExposure {
  if (namesAll(wordsAt(settings, denyList), tool)) return denied(`permissions.deny has ${tool}`);
  // Overrides every mode and `permissions.allow`.
  if (namesAll(wordsAt(settings, ['permissions', 'ask']), tool))
    return asks(`permissions.ask has ${tool}`);
  if (lastAt(settings, ['permissions', 'defaultMode']) === 'bypassPermissions')
    return free('defaultMode is bypassPermissions');
  const yes = wordsAt(settings, ['permissions', 'allow']);
  if (namesAll(yes, tool)) return free(`permissions.allow has ${tool}`);
  const some = yes.filter((rule) => rule.startsWith(`${tool}(`));
  if (some.length === 0) return otherwise;
  return { ...otherwise, why: `${otherwise.why}; without asking: ${some.slice(0, 3).join(', ')}` };
}
