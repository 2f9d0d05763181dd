import { describe, expect, test } from 'vitest';
import { heldBackRule } from '../../src/main/core/roots/held-back.ts';

const places = { home: '/home/ada', ownPaths: ['/home/ada/.local/share/gatehouse'] };
const root = '/home/ada/code/harbour';
const look = (name: string, gitDir: string | null = null) =>
  heldBackRule(`${root}/${name}`, gitDir === null ? null : `${root}/${gitDir}`, places)?.look ??
  null;

describe('N45 files that would run by themselves are held back', () => {
  test.each([
    '.vscode/tasks.json',
    '.vscode/settings.json',
    '.VSCode/Tasks.json',
    'sub/.idea/workspace.xml',
    'x.code-workspace',
    '.envrc',
    'deep/er/.envrc',
    'mise.toml',
    '.npmrc',
    '.yarnrc.yml',
    '.yarn/releases/yarn.cjs',
    '.mcp.json',
    '.cursor/mcp.json',
    '.claude/settings.json',
    'opencode.json',
    'AGENTS.md',
    '.husky/pre-commit',
    '.githooks/pre-push',
    'hooks/pre-commit',
    '.pre-commit-config.yaml',
    '.devcontainer/devcontainer.json',
    'eslint.config.js',
    '.nvim.lua',
    '.gdbinit',
    'sub/.git',
  ])('%s', (name) => {
    expect(look(name)).toBe('name');
  });

  test.each([
    'package.json',
    'package-lock.json',
    'node_modules/.bin/tsc',
    'Makefile',
    'src/index.ts',
    'README.md',
    'tsconfig.json',
    'docker-compose.yml',
    '.github/workflows/ci.yml',
    '.gitattributes',
    '.gitignore',
    '.yarn/cache/x.zip',
    '.yarn/install-state.gz',
    'conftest.py',
  ])('not %s, which the user starts', (name) => {
    expect(look(name)).toBe(null);
  });

  test.each([
    ['sub/.git/config', 'sub/.git', 'git-settings'],
    ['sub/.git/config.worktree', 'sub/.git', 'git-settings'],
    ['bare/config', 'bare', 'git-settings'],
    ['bare/commondir', 'bare', 'commondir'],
    ['.git/hooks/pre-commit', '.git', 'name'],
    ['.git/hooks/deep/file', '.git', 'name'],
    ['.git/hooks/pre-commit.sample', '.git', null],
    ['.git/HEAD', '.git', null],
    ['.git/index', '.git', null],
    ['.git/info/exclude', '.git', null],
  ])('in a git directory: %s', (name, gitDir, expected) => {
    expect(look(name, gitDir)).toBe(expected);
  });
});
