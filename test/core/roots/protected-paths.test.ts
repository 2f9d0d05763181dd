import { describe, expect, test } from 'vitest';
import { foldName } from '../../../src/main/core/roots/folded-names.ts';
import { buildServers, packages } from '../../../src/main/core/roots/protected-build-names.ts';
import { machine, shells } from '../../../src/main/core/roots/protected-machine-names.ts';
import {
  holdsOwnData,
  ownData,
  protectionOf,
  protectsTree,
} from '../../../src/main/core/roots/protected-paths.ts';
import { agents, editors, git } from '../../../src/main/core/roots/protected-tool-names.ts';

const places = { home: '/home/ada', ownPaths: ['/home/ada/.config/gatehouse'] };
const protects = (path: string) => protectionOf(path, places);

/** Every case of the list, with a word of the effect that the person is told. */
const listed = [
  ['.git/hooks/pre-commit', 'commit'],
  ['.git/config', 'Git runs the programs'],
  ['.git/info/attributes', 'filter'],
  ['.git', 'where the repository is'],
  ['.git/HEAD', 'Git trusts this'],
  ['.git/modules/x/hooks/update', 'commit'],
  ['.gitattributes', 'filter'],
  ['.gitmodules', 'fetches'],
  ['bare.git/hooks/post-receive', 'commit'],
  ['.githooks/anything', 'commit'],
  ['.vscode/tasks.json', 'tasks'],
  ['.vscode/settings.json', 'editor'],
  ['.vscode/launch.json', 'debug'],
  ['my.code-workspace', 'editor'],
  ['.cursor/mcp.json', 'servers'],
  ['.cursor/rules/x.mdc', 'Agents follow'],
  ['.cursor/environment.json', 'editor'],
  ['.idea/workspace.xml', 'editor'],
  ['.devcontainer/devcontainer.json', 'container'],
  ['opencode.json', 'what an agent may do'],
  ['opencode.jsonc', 'what an agent may do'],
  ['.opencode/plugin/x.ts', 'what an agent may do'],
  ['.mcp.json', 'servers'],
  ['.claude/settings.local.json', 'what an agent may do'],
  ['.claude/hooks/x.sh', 'what an agent may do'],
  ['.codex/config.toml', 'what an agent may do'],
  ['AGENTS.md', 'Agents follow'],
  ['.github/workflows/ci.yml', 'build server'],
  ['.github/hooks/x.json', 'what an agent may do'],
  ['.github/agents/x.md', 'Agents follow'],
  ['.gitlab-ci.yml', 'build server'],
  ['.husky/pre-push', 'next commit or push'],
  ['.hg/hgrc', 'Another version control system'],
  ['sub/.sl/config', 'Another version control system'],
  ['.jj/repo/config.toml', 'Another version control system'],
  ['_darcs/prefs/defaults', 'Another version control system'],
  ['.pylintrc', 'loads this as a program'],
  ['sub/.rubocop.yml', 'loads this as a program'],
  ['stylelint.config.mjs', 'loads this as a program'],
  ['.pre-commit-config.yaml', 'next commit or push'],
  ['.envrc', 'enter the folder'],
  ['.npmrc', 'packages come from'],
  ['.yarnrc.yml', 'packages come from'],
  ['.yarn/releases/yarn.cjs', 'packages come from'],
  ['package.json', 'scripts'],
  ['node_modules/x/index.js', 'load their code'],
  ['package-lock.json', 'next install'],
  ['Makefile', 'The build runs'],
  ['Cargo.toml', 'The build runs'],
  ['build.rs', 'The build runs'],
  ['setup.py', 'The build runs'],
  ['conftest.py', 'test runner'],
  ['evil.pth', 'Python'],
  ['compose.yaml', 'any folder'],
  ['docker-compose.override.yml', 'any folder'],
  ['.bashrc', 'shell'],
  ['.zshenv', 'shell'],
] as const;

const ofTheHome = [
  ['/home/ada/.ssh/authorized_keys', 'log in'],
  ['/home/ada/.ssh', 'log in'],
  ['/home/ada/.config/autostart/x.desktop', 'when you log in'],
  ['/home/ada/.config/systemd/user/x.service', 'starts this by itself'],
  ['/srv/xdg/systemd/user/x.timer', 'starts this by itself'],
  ['/home/ada/.local/bin/git', 'replaces a program'],
  ['/etc/profile.d/x.sh', 'every user'],
] as const;

describe('E1 what a change there would do is said in a sentence', () => {
  test.each(listed)('%s, at the top and deep down', (name, words) => {
    expect(protects(`/w/app/${name}`)?.effect).toContain(words);
    expect(protects(`/w/app/packages/deep/${name}`)?.effect).toContain(words);
  });

  test.each(ofTheHome)('%s', (path, words) => {
    expect(protects(path)?.effect).toContain(words);
  });

  test('every entry of the list protects what it names, in a whole sentence', () => {
    for (const { effect, patterns } of [
      git,
      editors,
      agents,
      packages,
      buildServers,
      shells,
      machine,
    ].flat()) {
      expect(effect).toMatch(/^[A-Z].*\.$/);
      for (const name of patterns) {
        const sample = name.replaceAll('*', 'x').replace(/\/$/, '');
        const path = sample.startsWith('~') ? `/home/ada${sample.slice(1)}` : `/w/app/${sample}`;
        expect(protects(sample.startsWith('/') ? sample : path), `at ${name}`).not.toBeNull();
      }
    }
  });

  test.each([
    ...['src/a.ts', 'README.md', 'src/hooks/use-it.ts', 'src/hooks/update/index.ts', 'docs/git.md'],
    ...['configure/index.md', 'workspace/a.ts', '.gitignore', '.github/ISSUE_TEMPLATE/bug.md'],
    ...['git/config', 'hooks/readme', 'vscode/tasks.json', 'package.json.bak', 'mypackage.json'],
    ...['.env', 'Dockerfile', 'etc/passwd', 'src/.config/autostarted/x'],
  ])('%s is a file like any other', (name) => {
    expect(protects(`/w/app/${name}`)).toBeNull();
  });

  test('what is tied to the home folder is free elsewhere', () => {
    expect(protects('/w/app/bin/run')).toBeNull();
    expect(protects('/home/ada/bin/run')).not.toBeNull();
    expect(protects('/home/ada-evil/bin/run')).toBeNull();
  });
});

describe('the owner can add names and take none away', () => {
  const extra = ['secrets', '*.pem', '~/notes', 'infra/live', '  ', '', 'win\\only'];
  const withExtra = (path: string) => protectionOf(path, places, extra);

  test.each([
    '/w/secrets',
    '/w/SECRETS/a',
    '/w/x.pem',
    '/home/ada/notes/a',
    '/w/infra/live/x',
    '/w/win/only',
  ])('%s is asked about', (path) => {
    expect(protects(path)).toBeNull();
    expect(withExtra(path)?.effect).toContain('You have asked');
  });

  test('what was protected is so still, and for its own reason', () => {
    for (const [name, words] of listed)
      expect(protectionOf(`/w/${name}`, places, ['*'])?.effect, `at ${name}`).toMatch(
        new RegExp(`${words}|You have asked`),
      );
    expect(withExtra('/w/.git/hooks/x')?.effect).toContain('commit');
    expect(withExtra('/w/notes/a')).toBeNull();
  });

  test('a pattern made of stars takes no time', () => {
    const started = performance.now();
    protectionOf(`/w/${'a'.repeat(250)}b`, places, [`${'*a'.repeat(100)}c`]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

/** Other spellings that some file system takes for the same name. */
const spellings = [
  ['.GIT/hooks/x', 'case'],
  ['.Git/Hooks/X', 'case'],
  ['.git./hooks/x', 'a trailing dot'],
  ['.git /hooks/x', 'a trailing space'],
  ['.git. ./hooks/x', 'dots and spaces'],
  ['.g\u200Cit/hooks/x', 'zero width, as on HFS+'],
  ['.git\uFEFF/hooks/x', 'a byte order mark'],
  ['\u206A.git/hooks/x', 'an ignorable in front'],
  ['.ｇｉｔ/hooks/x', 'full width'],
  ['\uFF0Egit/hooks/x', 'a full-width dot'],
  ['GIT~1/hooks/x', 'an NTFS short name'],
  ['.git::$INDEX_ALLOCATION/hooks/x', 'an NTFS stream'],
  ['.git\\hooks\\x', 'backslashes'],
  ['.git/conﬁg', 'a ligature'],
  ['.Cursor/MCP.json', 'case'],
  ['.cur\u017For/mcp.json', 'a long s'],
  ['PACKAG~1.JSO', 'an NTFS short name with extension'],
  ['PACKA~12.JSO', 'one with two digits'],
  ['package.json::$DATA', 'an NTFS stream'],
  ['package.json:x', 'a named stream'],
  ['GITATT~1', 'an NTFS short name'],
  ['GI7EBA~1', 'an NTFS short name with a hash'],
  ['MCP~1.JSO', 'the short name of a short one'],
  ['FOO~1.COD', 'the short name of a workspace'],
  ['MAKEFILE', 'case'],
  ['makefile.', 'a trailing dot'],
  ['AGENTS.MD', 'case'],
  ['\u212Aefile/../Ma\u212Aefile', 'a Kelvin sign'],
] as const;

describe('E3 by another spelling it is the same', () => {
  test.each(spellings)('%j (%s)', (name) => {
    expect(protects(`/w/app/${name}`)).not.toBeNull();
  });

  test('D12 upper case, as a folder that ignores case would take it', () => {
    for (const [name] of listed)
      expect(protects(`/w/${name.toUpperCase()}`), `at ${name}`).not.toBeNull();
    for (const [path] of ofTheHome)
      expect(protects(path.toUpperCase()), `at ${path}`).not.toBeNull();
  });

  test('D13 NFC, NFD and compatibility forms fold to one name, and the name itself is not changed', () => {
    const forms = ['caf\u00E9', 'cafe\u0301', 'ＣＡＦÉ', 'CAFE\u0301'];
    expect(new Set(forms.map(foldName)).size).toBe(1);
    for (const form of forms) expect(protectionOf(`/w/${form}/x`, places, ['Café'])).not.toBeNull();
  });

  test('via a/../.git, and climbing in from below', () => {
    for (const path of [
      '/w/a/../.git/config',
      '/w//.git/./config',
      '/w/x/y/../../.git/hooks/../config',
    ])
      expect(protects(path), `at ${path}`).not.toBeNull();
    expect(protects('/w/.git/../src/a.ts')).toBeNull();
  });

  test('a name of nothing but odd characters folds to something', () => {
    for (const name of ['...', ' ', ':', '::$DATA', '\u200B', '. .'])
      expect(protects(`/w/${name}`)).toBeNull();
  });
});

describe('E3 a folder moved as a whole', () => {
  test.each([
    ['/w/.git', 'the repository itself'],
    ['/w/.git/hooks', 'its hooks'],
    ['/w/.vscode', 'what holds tasks'],
    ['/w/.github', 'what holds workflows'],
    ['/w/.GitHub', 'the same by case'],
    ['/w/GITHUB~1', 'the same by an NTFS short name'],
    ['/w/bare.git', 'a repository without files'],
    ['/', 'everything'],
    ['/home/ada/.config', 'what holds autostart'],
    ['/home/ada/.local', 'what holds programs'],
    ['/home/ada', 'the home folder'],
    ['/home', 'what holds it'],
    ['/usr', 'what holds the programs of the system'],
    ['/srv/xdg/systemd', 'what holds units'],
  ])('%s: %s', (path) => {
    expect(protectsTree(path, places)).not.toBeNull();
  });

  test.each(['/w', '/w/src', '/w/git', '/home/ada/work', '/w/.config'])('%s is free', (path) => {
    expect(protectsTree(path, places)).toBeNull();
  });

  test('names of the owner count', () => {
    expect(protectsTree('/w/infra', places, ['infra/live'])?.effect).toContain('You have asked');
  });
});

describe('E5 what is ours', () => {
  test.each([
    '/home/ada/.config/gatehouse',
    '/home/ada/.config/gatehouse/settings.json',
    '/home/ada/.config/gatehouse/audit/0001.jsonl',
    '/home/ada/.config/GATEHOUSE/state',
    '/home/ada/.config/gatehouse./x',
    '/home/ada/work/../.config/gatehouse/x',
    '/home/ada/.CONFIG/gatehou\u200Bse/x',
    '/home/ada/.config/autostart/gatehouse.desktop',
    '/home/ada/.config/autostart/Gatehouse.Desktop',
    '/xdg/autostart/dev.gatehouse.app.desktop',
    '/home/ada/Library/LaunchAgents/dev.gatehouse.plist',
    '/home/ada/.config/systemd/user/gatehouse.service',
  ])('%s is refused outright', (path) => {
    expect(ownData(path, places)).toMatchObject({ kind: 'refused', code: 'own-data' });
  });

  test.each(['/home/ada/.config', '/home/ada/.config/gatehouse-notes', '/w/gatehouse/a.ts', '/'])(
    '%s is not',
    (path) => {
      expect(ownData(path, places)).toBeNull();
    },
  );

  test('a folder around it cannot be moved or removed without it', () => {
    for (const path of [
      '/',
      '/home',
      '/home/ada',
      '/home/ADA/.config',
      '/home/ada/.config/gatehouse',
    ])
      expect(holdsOwnData(path, places), `at ${path}`).toBe(true);
    for (const path of ['/home/ada/work', '/home/ada/.config/nvim', '/home/bob'])
      expect(holdsOwnData(path, places), `at ${path}`).toBe(false);
  });
});
