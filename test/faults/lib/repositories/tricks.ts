/** Files and links by which a repository could lead git to another one, or to what is closed. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Chance } from '../chance.ts';
import type { Template, World } from './world.ts';
import { renameInIndex } from '../../../fakes/planted-index.ts';
import { write } from './world.ts';

export interface Layout {
  /** Where the hostile repository's own git folder is, and the folder that a call names. */
  readonly gitDir: string;
  readonly root: string;
  readonly files: readonly string[];
}

/** Of each template, from the place of a case. */
const layouts: Readonly<Record<Template, readonly (readonly [gitDir: string, root: string])[]>> = {
  plain: [
    ['.git', '.'],
    ['.git', 'sub'],
  ],
  nested: [
    ['inner/.git', '.'],
    ['inner/.git', 'inner'],
    ['.git', 'inner'],
  ],
  worktree: [
    ['main/.git', 'tree'],
    ['main/.git', 'main'],
    ['main/.git/worktrees/tree', 'tree'],
  ],
  separate: [['gitdir', '.']],
  bare: [
    ['.', '.'],
    ['.', 'sub'],
  ],
};

export function layoutOf(template: Template, world: World, chance: Chance): Layout {
  const [gitDir, root] = chance.pick(layouts[template]);
  return layoutAt(world, gitDir, root);
}

const files = [
  'a.txt',
  'closed/c.txt',
  'closed',
  'own/token',
  'own',
  'sub',
  '.',
  'inner',
  'gone.txt',
];

export function layoutAt({ folder }: World, gitDir = '.git', root = '.'): Layout {
  const at = path.join(folder, root);
  return {
    gitDir: path.join(folder, gitDir),
    root: at,
    files: files.map((name) => path.join(at, name)),
  };
}

function link(file: string, target: string): void {
  fs.rmSync(file, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.symlinkSync(target, file);
}

const inGit = [
  'HEAD',
  'index',
  'config',
  'refs',
  'refs/heads',
  'refs/heads/main',
  'objects',
  'logs',
];
const alsoInGit = [
  'packed-refs',
  'logs/HEAD',
  'COMMIT_EDITMSG',
  'info/exclude',
  'info',
  'description',
];
const moreInGit = [
  'objects/pack',
  'objects/info',
  'ORIG_HEAD',
  'shallow',
  'worktrees',
  'info/attributes',
];

type Trick = (layout: Layout, world: World, chance: Chance) => void;

const tricks: readonly Trick[] = [
  ({ gitDir }, { traps }, chance) => {
    const name = chance.pick([...inGit, ...alsoInGit, ...moreInGit]);
    link(path.join(gitDir, name), path.join(traps.sibling, name));
  },
  ({ gitDir, root }, _, chance) => {
    const name = chance.pick([...inGit, ...alsoInGit]);
    link(
      path.join(gitDir, name),
      path.join(root, chance.pick(['closed/c.txt', 'own/token', 'own'])),
    );
  },
  ({ gitDir }, { traps }) => write(gitDir, 'commondir', `${traps.sibling}\n`),
  ({ gitDir }, { traps }) =>
    write(gitDir, 'commondir', `${path.relative(gitDir, traps.sibling)}\n`),
  ({ gitDir }, { traps }) => write(gitDir, 'objects/info/alternates', `${traps.sibling}/objects\n`),
  ({ gitDir }, { traps }) =>
    write(gitDir, 'objects/info/http-alternates', `file://${traps.sibling}/objects\n`),
  ({ root }, { traps }) => {
    fs.rmSync(path.join(root, '.git'), { recursive: true, force: true });
    write(root, '.git', `gitdir: ${traps.sibling}\n`);
  },
  ({ root }, { traps }) => link(path.join(root, '.git'), traps.sibling),
  ({ gitDir }, { traps }) => write(gitDir, 'gitdir', `${traps.sibling}\n`),
  ({ gitDir }, { traps }) => write(gitDir, 'HEAD', `ref: ${traps.sibling}/refs/heads/loose\n`),
  ({ gitDir }, _, chance) =>
    write(
      gitDir,
      'HEAD',
      `ref: refs/heads/../../../${chance.pick(['closed/c.txt', 'own/token'])}\n`,
    ),
  ({ root }, { traps }, chance) => {
    const name = chance.pick(['deep/one', 'deep/two', 'inner']);
    fs.rmSync(path.join(root, name), { recursive: true, force: true });
    write(root, `${name}/.git`, `gitdir: ${traps.sibling}\n`);
  },
  ({ root }, { traps }, chance) => {
    const name = chance.pick(['.gitattributes', '.gitignore', '.gitmodules', 'a.txt', 'sub']);
    link(path.join(root, name), path.join(path.dirname(traps.sibling), 'a.txt'));
  },
  ({ gitDir }) => write(gitDir, 'rr-cache/x/preimage', 'one\n'),
  // Names in the index that git would never write: git checks them only when it makes an index.
  ({ gitDir, root }, { traps }, chance) => {
    const secret = path.join(path.dirname(traps.sibling), 'a.txt');
    const relative = path.relative(root, secret);
    const own = path.relative(root, path.join(root, 'own/token'));
    const names = [
      secret,
      relative,
      `sub/../${relative}`,
      '.git/config',
      `./${own}`,
      'closed//c.txt',
    ];
    renameInIndex(gitDir, chance.pick(names));
  },
  // A worktree's administrative folder that leads to another repository.
  ({ gitDir, root }, { traps }, chance) => {
    const name = chance.pick(['tree', 'planted']);
    write(gitDir, `worktrees/${name}/commondir`, `${traps.sibling}\n`);
    write(gitDir, `worktrees/${name}/gitdir`, `${path.join(root, '.git')}\n`);
    write(gitDir, `worktrees/${name}/HEAD`, 'ref: refs/heads/main\n');
  },
  // Names that are not UTF-8: read as text they become another name, which may be a harmless folder.
  ({ gitDir, root }, { traps }, chance) => {
    const odd = bytes(`${root}/x\xff`);
    fs.rmSync(odd, { recursive: true, force: true });
    fs.symlinkSync(path.join(traps.sibling, chance.pick(['objects', '.'])), odd);
    fs.mkdirSync(`${root}/x\uFFFD`, { recursive: true });
    const file = chance.pick(['objects/info/alternates', 'commondir']);
    write(gitDir, file, '');
    fs.writeFileSync(path.join(gitDir, file), Buffer.concat([odd, Buffer.from('\n')]));
  },
  ({ root }, { traps }) => {
    const odd = bytes(`${root}/y\xff`);
    fs.rmSync(odd, { recursive: true, force: true });
    fs.symlinkSync(traps.sibling, odd);
    fs.rmSync(path.join(root, 'deep/odd'), { recursive: true, force: true });
    write(root, 'deep/odd/.git', '');
    fs.writeFileSync(
      path.join(root, 'deep/odd/.git'),
      Buffer.concat([Buffer.from('gitdir: '), odd, Buffer.from('\n')]),
    );
  },
];

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** In a repository inside of another one a pipe holds git up until its time is over: 20 s, each time. */
const pipes: Trick = ({ gitDir }, { folder }, chance) => {
  const isFolder = fs.lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder || path.dirname(gitDir) === path.join(folder, 'inner')) return;
  const file = path.join(gitDir, chance.pick(['HEAD', 'config', 'index', 'packed-refs']));
  fs.rmSync(file, { recursive: true, force: true });
  execFileSync('mkfifo', [file]);
};

export function playTricks(layout: Layout, world: World, chance: Chance): void {
  fs.writeFileSync(
    path.join(layout.root, '.gitattributes'),
    '* filter=evil diff=evil merge=evil\n*.txt filter=evil\n',
  );
  for (let left = chance.below(3); left > 0; left -= 1) {
    const trick = chance.often(0.04) ? pipes : chance.pick(tricks);
    // One trick may be in the way of another.
    try {
      trick(layout, world, chance);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }
}
