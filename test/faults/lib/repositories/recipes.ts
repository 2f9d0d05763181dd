/** Combinations that are known to work against a git without protection; chance rarely finds them. */
import fs from 'node:fs';
import path from 'node:path';
import { renameInIndex } from '../../../fakes/planted-index.ts';
import { configText, type Setting } from './settings.ts';
import { write, type Template, type World } from './world.ts';

export type CallSpec = readonly [action: string, args: Record<string, unknown>];

export interface Recipe {
  readonly template: Template;
  /** Null to work with it as a project of the user's. */
  readonly call: (at: (name: string) => string) => CallSpec | null;
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

const commit: Recipe['call'] = (at) => [
  'git_commit',
  { root: at('.'), message: 'a message', amend: true },
];
const status: Recipe['call'] = (at) => ['git_status', { root: at('.') }];

export const recipes: readonly Recipe[] = [
  {
    template: 'bare',
    call: status,
    prepare: (world, at) => promisor(world, at('.')),
  },
  {
    template: 'plain',
    call: (at) => ['git_diff', { root: at('.'), staged: false }],
    prepare: (world, at) => promisor(world, at('.git')),
  },
  {
    template: 'plain',
    call: () => null,
    prepare({ traps }, at) {
      configure(at('.git'), ['includeIf.gitdir:**/worktrees/**.path', traps.more]);
      write(at('.git'), 'info/attributes', '* filter=evil\n');
    },
  },
  {
    template: 'nested',
    call: (at) => ['git_add', { root: at('.'), paths: [at('.')] }],
    prepare({ traps }, at) {
      configure(at('inner/.git'), ['core.fsmonitor', traps.program]);
      configure(at('.git'), ['submodule.inner.ignore', 'none']);
    },
  },
  {
    template: 'plain',
    call: commit,
    prepare: ({ traps }, at) => write(at('.git'), 'commondir', `${traps.sibling}\n`),
  },
  {
    template: 'plain',
    call: commit,
    prepare: ({ traps }, at) => link(at('.git/COMMIT_EDITMSG'), `${traps.sibling}/COMMIT_EDITMSG`),
  },
  {
    template: 'plain',
    call: commit,
    prepare: ({ traps }, at) => link(at('.git/refs/heads'), `${traps.sibling}/refs/heads`),
  },
  {
    template: 'plain',
    call: (at) => ['git_diff', { root: at('.'), ref: 'HEAD' }],
    prepare({ traps }, at) {
      fs.rmSync(at('.git'), { recursive: true });
      write(at('.'), '.git', `gitdir: ${traps.sibling}\n`);
    },
  },
  {
    template: 'plain',
    call: status,
    prepare({ traps }, at) {
      configure(at('.git'), ['include.path', traps.more]);
      write(at('.git'), 'info/attributes', '* filter=evil\n');
    },
  },
  {
    template: 'plain',
    call: (at) => ['git_diff', { root: at('.'), staged: false }],
    prepare({ traps }, at) {
      const secret = path.join(path.dirname(traps.sibling), 'a.txt');
      renameInIndex(at('.git'), path.relative(at('.'), secret));
    },
  },
  {
    template: 'plain',
    call: (at) => ['git_diff', { root: at('.'), staged: false }],
    prepare({ traps }, at) {
      renameInIndex(at('.git'), path.join(path.dirname(traps.sibling), 'a.txt'));
    },
  },
  {
    template: 'worktree',
    call: (at) => ['git_status', { root: at('tree') }],
    prepare: ({ traps }, at) =>
      write(at('main/.git/worktrees/tree'), 'commondir', `${traps.sibling}\n`),
  },
  {
    // Read as UTF-8, the bytes name the harmless folder beside the link.
    template: 'plain',
    call: (at) => ['git_diff', { root: at('.'), ref: 'HEAD', staged: false }],
    prepare({ traps }, at) {
      const odd = Buffer.from(`${at('.')}/x\xff`, 'latin1');
      fs.symlinkSync(path.join(traps.sibling, 'objects'), odd);
      fs.mkdirSync(at('x\uFFFD'));
      const target = fs.readFileSync(path.join(traps.sibling, 'refs/heads/loose'), 'utf8');
      fs.mkdirSync(at('.git/objects/info'), { recursive: true });
      fs.writeFileSync(at('.git/objects/info/alternates'), Buffer.concat([odd, Buffer.from('\n')]));
      write(at('.git'), 'refs/heads/main', target);
    },
  },
];
