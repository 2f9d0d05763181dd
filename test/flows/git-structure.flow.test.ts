/** Git directories are known by what lies in them: an agent changes none of them without a second look. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { put } from '../fakes/scratch.ts';
import { workbenchApp } from './workbench-app.ts';

const git = (cwd: string, ...args: readonly string[]): void =>
  void execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], { cwd, stdio: 'ignore' });

type TestApp = Awaited<ReturnType<typeof workbenchApp>>;

/** How often the person was asked while this was done. */
async function asksFor({ confirmed }: TestApp, work: () => Promise<unknown>): Promise<number> {
  const before = confirmed.length;
  await work();
  return confirmed.length - before;
}

const create = (app: TestApp, name: string, content = 'x') =>
  asksFor(app, () => app.call('create_file', { path: path.join(app.root, name), content }));

const rename = (app: TestApp, from: string, to: string) =>
  asksFor(app, () =>
    app.call('rename_file', {
      path: path.join(app.root, from),
      new_path: path.join(app.root, to),
    }),
  );

const fsmonitor = '[core]\n\tfsmonitor = touch /tmp/ran\n';

/** Each makes a git directory below the root, and returns what lies there. */
const layouts: readonly (readonly [string, (root: string) => string])[] = [
  [
    'a separate git directory',
    (root) => {
      fs.mkdirSync(path.join(root, 'work'));
      git(path.join(root, 'work'), 'init', '--separate-git-dir', path.join(root, 'store'));
      return 'store';
    },
  ],
  [
    'a bare repository',
    (root) => {
      git(root, 'init', '--bare', path.join(root, 'mirror'));
      return 'mirror';
    },
  ],
  [
    'a bare repository deep below, with refs packed and no config',
    (root) => {
      git(root, 'init', '--bare', path.join(root, 'a/b/c'));
      fs.rmSync(path.join(root, 'a/b/c/config'));
      put(root, 'a/b/c/packed-refs');
      return 'a/b/c';
    },
  ],
  [
    'the directory of a worktree, outside of any .git',
    (root) => {
      put(root, 'admin/HEAD', 'ref: refs/heads/main\n');
      put(root, 'admin/commondir', '../shared\n');
      put(root, 'admin/gitdir', `${root}/tree/.git\n`);
      return 'admin';
    },
  ],
  [
    'a common directory without a HEAD of its own',
    (root) => {
      fs.mkdirSync(path.join(root, 'shared/objects'), { recursive: true });
      fs.mkdirSync(path.join(root, 'shared/refs'));
      return 'shared';
    },
  ],
  [
    'where a .git file leads, before it is a git directory',
    (root) => {
      put(root, 'tree/.git', 'gitdir: later\n');
      fs.mkdirSync(path.join(root, 'tree/later'));
      return 'tree/later';
    },
  ],
];

describe('E10 a git directory by any name', () => {
  it.each(layouts)('%s', async (_name, make) => {
    const app = await workbenchApp();
    const dir = make(app.root);
    put(app.root, 'harmless.txt', fsmonitor);
    for (const name of ['config', 'config.worktree', 'info/attributes', 'hooks/anything']) {
      fs.rmSync(path.join(app.root, dir, name), { force: true });
      expect([name, await create(app, `${dir}/${name}`)]).toEqual([name, 1]);
    }
    expect(await rename(app, `${dir}/config`, `${dir}-config.txt`)).toBe(1);
    expect(await rename(app, 'harmless.txt', `${dir}/config`)).toBe(1);
    const read = app.call('open_file', { path: path.join(app.root, dir, 'config') });
    expect(await asksFor(app, () => read)).toBe(0);
  });

  it('an edit and a replacement over many files are asked about, too', async () => {
    const app = await workbenchApp();
    git(app.root, 'init', '--bare', path.join(app.root, 'mirror'));
    const replaced = app.call('replace_text', {
      globs: ['mirror/config'],
      text: 'bare = true',
      replacement: 'bare = true\n\tfsmonitor = touch x',
    });
    expect(await asksFor(app, () => replaced)).toBe(1);
    const [ask] = app.confirmed.slice(-1);
    expect(ask?.because.join(' ')).toContain('git runs the programs');
  });

  it('through a link, and as the whole folder', async () => {
    const app = await workbenchApp();
    git(app.root, 'init', '--bare', path.join(app.root, 'mirror'));
    fs.symlinkSync('mirror', path.join(app.root, 'plain'));
    expect(await create(app, 'plain/config.worktree')).toBe(1);
    expect(await rename(app, 'mirror', 'moved')).toBe(1);
  });
});

describe('E11 a folder that becomes a git directory', () => {
  const orders = [
    ['config', 'objects/x', 'refs/x', 'HEAD'],
    ['HEAD', 'config', 'objects/x', 'refs/x'],
    ['objects/x', 'refs/x', 'config', 'HEAD'],
    ['config', 'commondir', 'HEAD'],
    ['refs/x', 'HEAD', 'objects/x', 'config'],
  ];
  it.each(orders)('%s, %s, %s …', async (...names) => {
    const app = await workbenchApp();
    let asked = 0;
    for (const name of names) asked += await create(app, `x/${name}`);
    expect(asked).toBeGreaterThan(0);
  });

  it('by renaming what lies there already', async () => {
    const app = await workbenchApp();
    put(app.root, 'x/config', fsmonitor);
    put(app.root, 'x/o/a');
    put(app.root, 'x/r/a');
    put(app.root, 'x/h', 'ref: refs/heads/main\n');
    expect(await rename(app, 'x/o', 'x/objects')).toBe(0);
    const last = (await rename(app, 'x/r', 'x/refs')) + (await rename(app, 'x/h', 'x/HEAD'));
    expect(last).toBeGreaterThan(0);
  });

  it('by two calls at once, of which neither does it alone', async () => {
    const app = await workbenchApp();
    put(app.root, 'x/config', fsmonitor);
    put(app.root, 'x/objects/a');
    fs.mkdirSync(path.join(app.root, 'y'));
    const names = ['x/HEAD', 'x/refs/a'];
    await Promise.allSettled(names.map((name) => create(app, name)));
    const made = names.filter((name) => fs.existsSync(path.join(app.root, name)));
    expect(made.length < 2 || app.confirmed.length > 0).toBe(true);
  });

  it('by switching to a branch that holds one', async () => {
    const app = await workbenchApp();
    const { root } = app;
    const own = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
    git(root, 'add', '-A');
    git(root, ...own, 'commit', '-m', 'start', '--allow-empty');
    git(root, 'checkout', '-b', 'evil');
    for (const name of ['config', 'objects/x', 'refs/x', 'HEAD']) put(root, `x/${name}`, 'x');
    git(root, 'add', '-A', '-f');
    git(root, ...own, 'commit', '-m', 'more', '--no-verify');
    git(root, 'checkout', '-');
    expect(fs.existsSync(path.join(root, 'x'))).toBe(false);
    const switched = () => app.call('git_branch', { op: 'switch', name: 'evil' });
    expect(await asksFor(app, switched)).toBe(1);
    expect(app.confirmed.at(-1)?.because.join(' ')).toContain('git repository');
  });
});

describe('E12 settings that lie outside of the git directory', () => {
  const elsewhere: readonly (readonly [string, string, (root: string) => void])[] = [
    [
      'an included file',
      'shared.inc',
      (root) => fs.appendFileSync(`${root}/.git/config`, '[include]\n\tpath = ../shared.inc\n'),
    ],
    [
      'a file included on a condition, in one line',
      'team/git.txt',
      (root) =>
        fs.appendFileSync(
          `${root}/.git/config`,
          '[includeIf "onbranch:x"] path = "../team/git.txt"\n',
        ),
    ],
    [
      'the folder of hooks',
      'tools/on-commit/pre-commit',
      (root) => fs.appendFileSync(`${root}/.git/config`, '[core]\n\thooksPath = tools/on-commit\n'),
    ],
    [
      'a linked folder of hooks',
      'scripts/commit-msg',
      (root) => {
        fs.rmSync(`${root}/.git/hooks`, { recursive: true, force: true });
        fs.mkdirSync(`${root}/scripts`);
        fs.symlinkSync('../scripts', `${root}/.git/hooks`);
      },
    ],
  ];
  it.each(elsewhere)('%s', async (_name, file, prepare) => {
    const app = await workbenchApp();
    prepare(app.root);
    expect(await create(app, file)).toBe(1);
  });
});

describe('E13 ordinary work is not asked about', () => {
  const ordinary = [
    ...[
      'x/config',
      'notes/HEAD',
      'src/objects/a.ts',
      'src/refs/b.ts',
      'src/config',
      'docs/info/a.md',
    ],
    ...['config/HEAD.md', 'objects/index', 'deep/er/refs', 'modules/a.ts', 'hooks/useThing.ts'],
  ];
  it('names that git uses as well, in folders that are no git directory', async () => {
    const app = await workbenchApp();
    for (const name of ordinary.filter((one) => one !== 'src/config'))
      expect([name, await create(app, name)]).toEqual([name, 0]);
  });

  it('files of a working tree that lies in its bare repository', async () => {
    const app = await workbenchApp();
    git(app.root, 'init', '--bare', path.join(app.root, 'project'));
    expect(await create(app, 'project/main/src/a.ts')).toBe(0);
    expect(await create(app, 'project/notes.md')).toBe(0);
  });
});
