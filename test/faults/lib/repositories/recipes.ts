/** Combinations that are known to work against a git without protection; chance rarely finds them. */
import fs from 'node:fs';
import path from 'node:path';
import { configText, type Setting } from './settings.ts';
import { write, type Template, type World } from './world.ts';

export type Wish = readonly [action: string, args: Record<string, unknown>];

export interface Recipe {
  readonly template: Template;
  /** Null to work with it as a project of the user's. */
  readonly wish: (at: (name: string) => string) => Wish | null;
  prepare(world: World, at: (name: string) => string): void;
}

function configure(gitDir: string, ...settings: readonly Setting[]): void {
  fs.appendFileSync(path.join(gitDir, 'config'), settings.map(configText).join(''));
}

function link(file: string, target: string): void {
  fs.rmSync(file, { recursive: true, force: true });
  fs.symlinkSync(target, file);
}

const promisor = (world: World, gitDir: string): void => {
  configure(
    gitDir,
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', `ext::${world.traps.program} x`],
    ['protocol.ext.allow', 'always'],
  );
  fs.rmSync(path.join(gitDir, 'objects'), { recursive: true });
  fs.mkdirSync(path.join(gitDir, 'objects'));
};

const commit: Recipe['wish'] = (at) => [
  'git_commit',
  { root: at('.'), message: 'a message', amend: true },
];
const status: Recipe['wish'] = (at) => ['git_status', { root: at('.') }];

export const recipes: readonly Recipe[] = [
  {
    template: 'bare',
    wish: status,
    prepare: (world, at) => promisor(world, at('.')),
  },
  {
    template: 'plain',
    wish: (at) => ['git_diff', { root: at('.'), staged: false }],
    prepare: (world, at) => promisor(world, at('.git')),
  },
  {
    template: 'plain',
    wish: () => null,
    prepare({ traps }, at) {
      configure(at('.git'), ['includeIf.gitdir:**/worktrees/**.path', traps.more]);
      write(at('.git'), 'info/attributes', '* filter=evil\n');
    },
  },
  {
    template: 'nested',
    wish: (at) => ['git_add', { root: at('.'), paths: [at('.')] }],
    prepare({ traps }, at) {
      configure(at('inner/.git'), ['core.fsmonitor', traps.program]);
      configure(at('.git'), ['submodule.inner.ignore', 'none']);
    },
  },
  {
    template: 'plain',
    wish: commit,
    prepare: ({ traps }, at) => write(at('.git'), 'commondir', `${traps.sibling}\n`),
  },
  {
    template: 'plain',
    wish: commit,
    prepare: ({ traps }, at) => link(at('.git/COMMIT_EDITMSG'), `${traps.sibling}/COMMIT_EDITMSG`),
  },
  {
    template: 'plain',
    wish: commit,
    prepare: ({ traps }, at) => link(at('.git/refs/heads'), `${traps.sibling}/refs/heads`),
  },
  {
    template: 'plain',
    wish: (at) => ['git_diff', { root: at('.'), ref: 'HEAD' }],
    prepare({ traps }, at) {
      fs.rmSync(at('.git'), { recursive: true });
      write(at('.'), '.git', `gitdir: ${traps.sibling}\n`);
    },
  },
  {
    template: 'plain',
    wish: status,
    prepare({ traps }, at) {
      configure(at('.git'), ['include.path', traps.more]);
      write(at('.git'), 'info/attributes', '* filter=evil\n');
    },
  },
];
