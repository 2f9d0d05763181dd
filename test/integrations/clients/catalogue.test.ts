/** What the catalogue says of each client, on each system, and how its own permissions are read. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/main/integrations/clients/catalogue/catalogue.ts';
import type { Json } from '../../../src/main/integrations/clients/edit/json-value.ts';
import { tomlFormat } from '../../../src/main/integrations/clients/edit/toml-format.ts';
import { wholeFormat } from '../../../src/main/integrations/clients/edit/whole-format.ts';
import { applyEdits } from '../../../src/main/integrations/clients/edit/config-edits.ts';
import { entryIn, entryEdit } from '../../../src/main/integrations/clients/entry-edit.ts';
import { clientIds } from '../../../src/shared/integrations/clients.ts';

const linux = { platform: 'linux', env: {}, home: '/home/ann' };
const mac = { platform: 'darwin', env: {}, home: '/Users/ann' };
const windows = {
  platform: 'win32',
  env: { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' },
  home: 'C:\\Users\\ann',
};

it('knows every client by its own id', () => {
  expect(Object.values(catalogue).map(({ id }) => id)).toEqual([...clientIds]);
});

it.each([
  [
    'opencode',
    '/home/ann/.config/opencode/opencode.json',
    'C:\\Users\\ann\\.config\\opencode\\opencode.json',
  ],
  ['cursor', '/home/ann/.cursor/mcp.json', 'C:\\Users\\ann\\.cursor\\mcp.json'],
  [
    'vscode',
    '/home/ann/.config/Code/User/mcp.json',
    'C:\\Users\\ann\\AppData\\Roaming\\Code\\User\\mcp.json',
  ],
  ['claude-code', '/home/ann/.claude.json', 'C:\\Users\\ann\\.claude.json'],
  [
    'claude-desktop',
    '/home/ann/.config/Claude/claude_desktop_config.json',
    'C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
  ],
  ['codex', '/home/ann/.codex/config.toml', 'C:\\Users\\ann\\.codex\\config.toml'],
  ['gemini', '/home/ann/.gemini/settings.json', 'C:\\Users\\ann\\.gemini\\settings.json'],
  [
    'antigravity',
    '/home/ann/.gemini/config/mcp_config.json',
    'C:\\Users\\ann\\.gemini\\config\\mcp_config.json',
  ],
  ['copilot', '/home/ann/.copilot/mcp-config.json', 'C:\\Users\\ann\\.copilot\\mcp-config.json'],
  [
    'windsurf',
    '/home/ann/.codeium/windsurf/mcp_config.json',
    'C:\\Users\\ann\\.codeium\\windsurf\\mcp_config.json',
  ],
  [
    'zed',
    '/home/ann/.config/zed/settings.json',
    'C:\\Users\\ann\\AppData\\Roaming\\Zed\\settings.json',
  ],
  [
    'cline',
    '/home/ann/.cline/data/settings/cline_mcp_settings.json',
    'C:\\Users\\ann\\.cline\\data\\settings\\cline_mcp_settings.json',
  ],
  ['continue', '/home/ann/.continue/config.yaml', 'C:\\Users\\ann\\.continue\\config.yaml'],
  [
    'goose',
    '/home/ann/.config/goose/config.yaml',
    'C:\\Users\\ann\\AppData\\Roaming\\Block\\goose\\config\\config.yaml',
  ],
  ['void', '/home/ann/.void-editor/mcp.json', 'C:\\Users\\ann\\.void-editor\\mcp.json'],
] as const)('%s has its file where its documentation says', (id, onLinux, onWindows) => {
  expect(catalogue[id].newFile(linux)).toBe(onLinux);
  expect(catalogue[id].newFile(windows)).toBe(onWindows);
  expect(catalogue[id].userFiles(linux)).toContain(onLinux);
});

it('follows the variables that move a folder', () => {
  const moved = {
    ...linux,
    env: { CODEX_HOME: '/x', CLAUDE_CONFIG_DIR: '/y', XDG_CONFIG_HOME: '/z' },
  };
  expect(catalogue.codex.newFile(moved)).toBe('/x/config.toml');
  expect(catalogue['claude-code'].newFile(moved)).toBe('/y/.claude.json');
  expect(catalogue.opencode.newFile(moved)).toBe('/z/opencode/opencode.json');
  expect(catalogue['claude-desktop'].newFile(mac)).toBe(
    '/Users/ann/Library/Application Support/Claude/claude_desktop_config.json',
  );
});

it('I8 says which of several files of OpenCode wins', () => {
  const files = catalogue.opencode.userFiles({ ...linux, env: { OPENCODE_CONFIG: '/my.json' } });
  expect(files.map((file) => file.split('/').at(-1))).toEqual([
    'config.json',
    'opencode.json',
    'opencode.jsonc',
    'my.json',
  ]);
});

/** Shapes that their documentation asks for. */
const command = { program: '/g', args: ['stdio'], env: { A: 'b' } };
const address = { url: 'http://127.0.0.1:7717/mcp', authorization: 'Bearer k' };
it.each([
  [
    'opencode',
    { type: 'local', command: ['/g', 'stdio'], environment: { A: 'b' } },
    { type: 'remote', oauth: false },
  ],
  ['cursor', { command: '/g', args: ['stdio'], env: { A: 'b' } }, { url: address.url }],
  [
    'codex',
    { command: '/g', default_tools_approval_mode: 'approve' },
    { http_headers: { Authorization: 'Bearer k' } },
  ],
  ['windsurf', { command: '/g' }, { serverUrl: address.url }],
  ['copilot', { type: 'local', tools: ['*'] }, { type: 'http', tools: ['*'] }],
  ['cline', { type: 'stdio' }, { type: 'streamableHttp', timeout: 600 }],
  [
    'continue',
    { name: 'gatehouse', type: 'stdio' },
    { type: 'streamable-http', requestOptions: { headers: { Authorization: 'Bearer k' } } },
  ],
  [
    'goose',
    { type: 'stdio', cmd: '/g', envs: { A: 'b' } },
    { type: 'streamable_http', uri: address.url },
  ],
] as const)('%s is given the entry it understands', (id, stdio, http) => {
  expect(catalogue[id].stdio(command)).toMatchObject(stdio);
  expect(catalogue[id].http?.(address)).toMatchObject(http);
});

it.each(Object.values(catalogue))('$name finds its entry again in a new file', (spec) => {
  const entry = spec.stdio(command);
  const applied = applyEdits(spec.format, '', [entryEdit(spec, entry)]);
  if ('error' in applied) throw new Error(applied.error.why);
  const read = spec.format.parse(applied.text);
  expect('value' in read && entryIn(spec, read.value)).toEqual(entry);
});

describe('native permissions', () => {
  it.each([
    ['a rule for every tool', { toolName: '*', decision: 'allow', priority: 900 }, 'free'],
    ['a lower rule', { toolName: '*', decision: 'allow', priority: 100 }, 'denied'],
    [
      'a rule for some commands',
      { commandPrefix: 'git', decision: 'allow', priority: 900 },
      'free',
    ],
    [
      'a rule that asks',
      { toolName: ['run_shell_command'], decision: 'ask_user', priority: 500 },
      'asks',
    ],
    ['invalid values', { toolName: 7, decision: [], priority: 'x' }, 'denied'],
  ] as const)(
    'Gemini CLI: %s in a policy file counts beside tools.exclude',
    (_what, rule, standing) => {
      const settings: Json = { tools: { exclude: ['run_shell_command'] } };
      const { shell } = catalogue.gemini.native.read([settings], [{ rule: [rule] }]);
      expect(shell.standing).toBe(standing);
    },
  );

  it.each([
    ['opencode', {}, 'free free free free free free'],
    ['opencode', { permission: 'ask' }, 'asks asks asks asks asks asks'],
    [
      'opencode',
      { permission: { bash: { '*': 'deny', 'git *': 'allow' } } },
      'free free free free free free',
    ],
    ['opencode', { permission: { bash: 'ask', edit: 'deny' } }, 'free denied asks free asks free'],
    // What it did with these was seen with the real OpenCode.
    [
      'opencode',
      { permission: { edit: 'deny', bash: 'deny', '*': 'allow' } },
      'free free free free free free',
    ],
    [
      'opencode',
      { permission: { '*': 'allow', 'ba*': 'deny', edit: 'deny' } },
      'free denied denied free denied free',
    ],
    [
      'opencode',
      { tools: { bash: false, write: false }, permission: 'allow' },
      'free free free free free free',
    ],
    ['opencode', { tools: { bash: false, write: false } }, 'free denied denied free denied free'],
    [
      'opencode',
      { permission: { edit: { 'a.txt': 'allow', '*': 'deny' } } },
      'free denied free free free free',
    ],
    // With nothing set it was seen to start in auto mode.
    ['claude-code', {}, 'free unknown unknown unknown unknown unknown'],
    ['claude-code', { permissions: { defaultMode: 'default' } }, 'free asks asks asks asks asks'],
    ['claude-code', { permissions: { defaultMode: 'auto' } }, 'free free free free free free'],
    [
      'claude-code',
      { permissions: { defaultMode: 'default' }, sandbox: { enabled: true } },
      'free asks free free free asks',
    ],
    [
      'claude-code',
      { permissions: { defaultMode: 'bypassPermissions', ask: ['Bash', 'Edit'] } },
      'free asks asks free asks free',
    ],
    ['antigravity', {}, 'free unknown unknown unknown unknown unknown'],
    ['antigravity', { toolPermission: 'always-proceed' }, 'free free free free free free'],
    [
      'gemini',
      { tools: { exclude: ['run_shell_command', 'write_file', 'replace'] } },
      'free denied denied asks denied asks',
    ],
    [
      'claude-code',
      { permissions: { defaultMode: 'bypassPermissions' } },
      'free free free free free free',
    ],
    [
      'claude-code',
      { permissions: { defaultMode: 'default', deny: ['Bash', 'Edit'] } },
      'free denied denied asks denied asks',
    ],
    ['codex', {}, 'free unknown unknown unknown unknown unknown'],
    ['codex', { sandbox_mode: 'danger-full-access' }, 'free free free free free unknown'],
    ['gemini', { general: { defaultApprovalMode: 'auto_edit' } }, 'free free asks asks asks asks'],
    ['goose', { GOOSE_MODE: 'chat' }, 'denied denied denied denied denied denied'],
    ['goose', {}, 'free free free free free free'],
    ['zed', { agent: { tool_permissions: { default: 'allow' } } }, 'free free free free free free'],
    [
      'cline',
      { autoApprovalSettings: { actions: { editFiles: true } } },
      'asks free asks asks asks asks',
    ],
    ['continue', { exclude: ['Bash'] }, 'free asks denied free denied asks'],
  ] as const)('%s with %j: %s', (id, settings, standing) => {
    const spec = catalogue[id];
    // In the order of the map: read, edit, shell, network, git, mcp.
    const { read: item, edit, shell, network, git, mcp } = spec.native.read([settings]);
    expect(
      [item, edit, shell, network, git, mcp].map((ability) => ability.standing).join(' '),
    ).toBe(standing);
  });

  it.each(Object.values(catalogue).filter(({ native }) => native.deny))(
    '$name: what is offered really denies its edit and shell tools',
    (spec) => {
      const start: Json =
        spec.id === 'goose' ? { extensions: { developer: { enabled: true } } } : {};
      const { native } = spec;
      const text = spec.id === 'goose' ? 'extensions:\n  developer:\n    enabled: true\n' : '';
      const isPolicy = native.denyFile !== undefined;
      const format = isPolicy ? wholeFormat : native.format;
      const applied = applyEdits(format, text, native.deny?.(start) ?? []);
      if ('error' in applied) throw new Error(applied.error.why);
      const settings = (isPolicy ? tomlFormat : native.format).parse(applied.text);
      if (!('value' in settings)) throw new Error('unreadable');
      const { edit, shell } = isPolicy
        ? native.read([{}], [settings.value])
        : native.read([settings.value]);
      expect([edit.standing, shell.standing]).toEqual(['denied', 'denied']);
    },
  );

  it.each([
    '{ "permission": { "bash": "ask", "*": "allow" } }',
    '{ "permission": { "*": "allow", "bash": { "git *": "allow" } } }',
    '{ "permission": { "e*": "allow" }, "tools": { "bash": true } }',
    '{ "tools": { "bash": true }, "permission": { "*": "allow" } }',
    '{ "tools": { "write": true, "read": true }, "permission": "allow" }',
    '{ "tools": { "bash": false, "*": true } }',
  ])('OpenCode with %s is denied, whatever stood there in which order', (text) => {
    const { native } = catalogue.opencode;
    const before = native.format.parse(text);
    if (!('value' in before)) throw new Error('unreadable');
    const applied = applyEdits(native.format, text, native.deny?.(before.value) ?? []);
    if ('error' in applied) throw new Error(applied.error.why);
    const after = native.format.parse(applied.text);
    if (!('value' in after)) throw new Error('unreadable');
    const { edit, shell } = native.read([after.value]);
    expect([edit.standing, shell.standing]).toEqual(['denied', 'denied']);
  });

  it('a later file of OpenCode wins, but a key keeps its place', () => {
    const read = (...files: Json[]) => catalogue.opencode.native.read(files).shell.standing;
    expect(read({ permission: 'allow' }, { permission: { bash: 'deny' } })).toBe('denied');
    expect(read({ permission: { bash: 'deny' } }, { permission: 'allow' })).toBe('free');
    const first = { permission: { bash: 'allow', '*': 'allow' } };
    expect(read(first, { permission: { bash: 'deny' } })).toBe('free');
  });

  it('a permission of OpenCode that is one word for all is kept for the rest', () => {
    expect(catalogue.opencode.native.deny?.({ permission: 'ask' })).toEqual([
      { kind: 'set', path: ['permission'], value: { '*': 'ask', edit: 'deny', bash: 'deny' } },
    ]);
  });
});
