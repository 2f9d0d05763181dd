/** Protected names: files of git, editors and agents. */
import type { ProtectedGroup } from './protected-group.ts';

const gitHooks = [
  ...['applypatch-msg', 'commit-msg', 'fsmonitor-watchman', 'post-applypatch', 'post-checkout'],
  ...['post-commit', 'post-index-change', 'post-merge', 'post-receive', 'post-rewrite'],
  ...['post-update', 'pre-applypatch', 'pre-auto-gc', 'pre-commit', 'pre-merge-commit'],
  ...['pre-push', 'pre-rebase', 'pre-receive', 'prepare-commit-msg', 'proc-receive'],
  ...['push-to-checkout', 'reference-transaction', 'sendemail-validate', 'update'],
];

export const git: readonly ProtectedGroup[] = [
  {
    effect: 'Git runs this by itself, for example at the next commit.',
    later: 'hold-back',
    // Also in a bare repository or a folder that core.hooksPath names.
    patterns: ['*.git/hooks/', '.githooks/', ...gitHooks.map((hook) => `hooks/${hook}`)],
  },
  {
    effect: 'Git runs the programs that this names, such as pagers and file monitors.',
    later: 'hold-back',
    patterns: ['*.git/config', '*.git/config.worktree', '.gitconfig', '~/.config/git/'],
  },
  {
    effect: 'Git runs filter and diff programs on the files that this names.',
    later: 'list',
    patterns: ['.gitattributes', '*.git/info/'],
  },
  {
    effect: 'Git fetches code from the places that this names.',
    later: 'list',
    patterns: ['.gitmodules'],
  },
  {
    effect: 'Git trusts this: it tells where the repository is and which programs run.',
    later: 'hold-back',
    // The folder of a repository, or the file that points a worktree or submodule to one.
    patterns: ['.git/'],
  },
  {
    effect: 'Another version control system runs the hooks and programs that this names.',
    later: 'hold-back',
    // `sharedpath` leads to another store, whose settings count.
    patterns: [
      ...['.hg/hgrc', '.hg/hgrc-not-shared', '.hg/sharedpath', '.sl/config', '.sl/sharedpath'],
      ...['.jj/repo/config.toml', '.pijul/config', '_darcs/prefs/'],
    ],
  },
  {
    effect: 'It says which programs run by themselves at the next commit or push.',
    later: 'hold-back',
    patterns: [
      ...['.husky/', '.pre-commit-config.yaml', '.pre-commit-config.yml', '.pre-commit-hooks.yaml'],
      ...['lefthook.yml', 'lefthook.yaml', 'lefthook.toml', 'lefthook.json', '.lefthook.yml'],
      ...['.lefthook/', 'lefthook-local.yml', '.lintstagedrc*', 'lint-staged.config.*'],
      ...['.simple-git-hooks*', 'simple-git-hooks.*', '.overcommit.yml'],
    ],
  },
];

export const editors: readonly ProtectedGroup[] = [
  {
    effect: 'The editor can run these tasks by itself when the folder is opened.',
    later: 'hold-back',
    patterns: ['.vscode/tasks.json', '.zed/tasks.json', '.vs/tasks.vs.json'],
  },
  {
    effect: 'The editor starts programs from this when you debug.',
    later: 'hold-back',
    patterns: ['.vscode/launch.json', '.zed/debug.json', '.vs/launch.vs.json'],
  },
  {
    effect:
      'The editor obeys this by itself: it can name programs to run and switch off its prompts.',
    later: 'hold-back',
    patterns: [
      ...[
        '.vscode/',
        '*.code-workspace',
        '.cursor/',
        '.windsurf/',
        '.zed/',
        '.idea/',
        '.fleet/',
        '.vs/',
      ],
      ...['*.sublime-project', '.nvim.lua', '.nvimrc', '.exrc', '.vimrc', '.lvimrc', '.vim/'],
      ...['.dir-locals.el', '.emacs', '.emacs.d/'],
      ...['~/.config/Code/', '~/.config/Cursor/', '~/.config/VSCodium/', '~/.config/Windsurf/'],
      ...['~/.config/zed/', '~/.config/nvim/', '~/.config/emacs/', '~/.config/JetBrains/'],
      ...[
        'Application Support/Code/',
        'Application Support/Cursor/',
        'Application Support/VSCodium/',
      ],
      ...['AppData/Roaming/Code/', 'AppData/Roaming/Cursor/', 'AppData/Roaming/VSCodium/'],
      ...['.vscode-server/', '.cursor-server/'],
    ],
  },
  {
    effect: 'The editor builds a container from this and can run commands of it on your machine.',
    later: 'hold-back',
    patterns: ['.devcontainer/', '.devcontainer.json'],
  },
  {
    effect: 'Your editor loads this as a program while you type.',
    later: 'hold-back',
    patterns: [
      'eslint.config.*',
      '.eslintrc*',
      '.prettierrc*',
      'prettier.config.*',
      '.stylelintrc*',
      'stylelint.config.*',
      // Both name Python or Ruby code that the linter runs before it reads a file.
      '.pylintrc',
      'pylintrc',
      '.rubocop.yml',
    ],
  },
];

export const agents: readonly ProtectedGroup[] = [
  {
    effect: 'Agents start the servers that this names, with your rights.',
    later: 'hold-back',
    patterns: ['.mcp.json', 'mcp.json', '.cursor/mcp.json', '.vscode/mcp.json'],
  },
  {
    effect: 'It decides what an agent may do, and what runs by itself beside it.',
    later: 'hold-back',
    patterns: [
      ...['opencode.json', 'opencode.jsonc', '.opencode/', '~/.config/opencode/', '.claude/'],
      ...[
        '.claude.json',
        '.claude-plugin/',
        '.codex/',
        '.gemini/',
        '.qwen/',
        '.continue/',
        '.kiro/',
      ],
      ...['.aider.conf.yml', '.amazonq/', '.augment/', '.junie/', '.goose/', '~/.config/goose/'],
      ...['.crush.json', 'crush.json', '.roo/', '.roomodes', '.trae/', '.agents/', '.factory/'],
      ...['.cursor/hooks.json', '.github/hooks/', '~/.config/github-copilot/', '.copilot/'],
      ...['claude_desktop_config.json'],
    ],
  },
  {
    effect: 'Agents follow what is written here in every later session.',
    later: 'hold-back',
    patterns: [
      ...['.cursor/rules/', '.cursorrules', '.windsurfrules', '.clinerules/', '.goosehints'],
      ...['AGENTS.md', 'AGENTS.override.md', 'CLAUDE.md', 'CLAUDE.local.md', 'GEMINI.md'],
      ...['.github/agents/', '.github/copilot-*', '.github/instructions/', '.github/prompts/'],
      ...['.github/chatmodes/', '.github/skills/', '.rules'],
    ],
  },
];
