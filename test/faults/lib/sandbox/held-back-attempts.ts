/** Files that would run by themselves on the host, left behind by a command in every way we know. */
import fs from 'node:fs';
import path from 'node:path';
import type { Around, Attempt } from './attempt.ts';

const family = 'held-back files';

/** Which of these a program of the user would find, by name: no folder has to be listed for that. */
const left =
  (...names: readonly (string | Buffer)[]) =>
  ({ world }: Around): readonly string[] =>
    names.flatMap((name) => {
      const at = Buffer.concat([Buffer.from(`${world.root}/`), Buffer.from(name)]);
      return isThere(at) ? [`left ${at.subarray(world.root.length + 1).toString()}`] : [];
    });

function isThere(file: Buffer): boolean {
  try {
    fs.lstatSync(file);
    return true;
  } catch {
    return false;
  }
}

/** Whether the user's own git runs the attempt's program there. */
export const gitRuns =
  (...folders: readonly (string | Buffer)[]) =>
  ({ world }: Around): readonly string[] => {
    const mark = path.join(world.root, 'ran');
    fs.rmSync(mark, { force: true });
    for (const folder of folders) {
      const at = Buffer.concat([Buffer.from(`${world.root}/`), Buffer.from(folder)]);
      const script = `cd "$(printf '${octal(at)}')" && git status; git commit --allow-empty -m x; git fetch`;
      world.sh(script);
    }
    return fs.existsSync(mark) ? ['the host’s git ran the program'] : [];
  };

const octal = (bytes: Buffer): string =>
  [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/** `evil` is a program that leaves a mark. */
const evil = `
put('evil.sh', '#!/bin/sh\\ntouch ' + P['root'] + '/ran\\n', 0o755)
evil = P['root'] + '/evil.sh'
def repo(at):
    os.makedirs(at + b'/.git/objects' if isinstance(at, bytes) else at + '/.git/objects', exist_ok=True)
    sep = b'/.git/' if isinstance(at, bytes) else '/.git/'
    name = lambda text: at + sep + (text.encode() if isinstance(at, bytes) else text)
    os.makedirs(name('refs'), exist_ok=True)
    with open(name('HEAD'), 'w') as file: file.write('ref: refs/heads/main\\n')
    with open(name('config'), 'w') as file: file.write('[core]\\n\\tfsmonitor = ' + evil + '\\n')
`;

const plain = 'plain' as const;

export const heldBackAttempts: readonly Attempt[] = [
  {
    name: 'a new .vscode/tasks.json',
    python: `put('new/.vscode/tasks.json', '{}')`,
    after: left('new/.vscode/tasks.json'),
  },
  {
    name: 'letter case: .ENVRC and .VsCode',
    python: `put('sub/.ENVRC', 'x'); put('sub/.VsCode/Tasks.json', '{}')`,
    after: left('sub/.ENVRC', 'sub/.VsCode/Tasks.json'),
  },
  {
    name: 'by rename of the file',
    python: `put('x', 'x'); os.rename('x', 'sub/.npmrc')`,
    after: left('sub/.npmrc'),
  },
  {
    name: 'by rename of the folder around it',
    python: `put('x/y/tasks.json', '{}'); os.rename('x/y', 'x/.vscode'); os.rename('x', 'z')`,
    after: left('z/.vscode/tasks.json'),
  },
  {
    name: 'by hard link',
    python: `put('x', 'x'); os.link('x', 'sub/.envrc')`,
    after: left('sub/.envrc'),
  },
  {
    name: 'by symbolic link, of the file and of the folder',
    python: `put('v/tasks.json', '{}'); os.symlink('../v', 'sub/.vscode'); os.symlink('../v/tasks.json', 'sub/.mcp.json')`,
    after: left('sub/.vscode', 'sub/.mcp.json'),
  },
  {
    name: 'sixty folders deep',
    python: `put('/'.join(['d'] * 60) + '/.envrc', 'x')`,
    after: left(`${Array.from({ length: 60 }, () => 'd').join('/')}/.envrc`),
  },
  {
    name: 'by a background process just before the end',
    python: `
if os.fork() == 0:
    os.setsid()
    while True: put('sub/.envrc', 'x'); time.sleep(0.001)
time.sleep(0.3)`,
    after: left('sub/.envrc'),
    control: { why: 'a plain process would write on for ever' },
  },
  {
    name: 'deleted and made again, a hundred times',
    python: `
for _ in range(100):
    put('sub/.envrc', 'x'); time.sleep(0.01)
    quiet(os.unlink, 'sub/.envrc')
put('sub/.envrc', 'x')`,
    after: left('sub/.envrc'),
  },
  {
    name: 'an existing .envrc, replaced by rename',
    python: `put('x', 'evil'); quiet(os.rename, 'x', '.envrc')`,
    after: ({ world }: Around) => changed(path.join(world.root, '.envrc'), 'export A=1\n'),
  },
  {
    name: 'in a folder that looks like a git directory',
    python: `
os.makedirs('objects'); os.makedirs('refs'); put('HEAD', 'ref: refs/heads/main')
put('.npmrc', 'x'); put('sub/.envrc', 'x'); put('new/.vscode/tasks.json', '{}')`,
    after: left('.npmrc', 'sub/.envrc', 'new/.vscode/tasks.json'),
  },
  {
    name: 'in a folder that can be entered but not listed',
    python: `put('x/.vscode/tasks.json', '{}'); os.chmod('x/.vscode', 0o300); put('y/.envrc', 'x'); os.chmod('y', 0o300)`,
    after: left('x/.vscode/tasks.json', 'y/.envrc'),
  },
  {
    name: 'in a folder that cannot be changed',
    python: `put('x/.vscode/tasks.json', '{}'); os.chmod('x/.vscode', 0o500); os.chmod('x', 0o100)`,
    after: left('x/.vscode/tasks.json'),
  },
  {
    name: 'in a folder whose name is no UTF-8',
    python: `os.makedirs(b'x\\xff/.vscode'); open(b'x\\xff/.vscode/tasks.json', 'w').write('{}')`,
    after: left(Buffer.from('x\u00ff/.vscode/tasks.json', 'latin1')),
  },
  {
    name: 'a name with line breaks and quotes on the way',
    python: `put('a\\nb"c/.envrc', 'x')`,
    after: left('a\nb"c/.envrc'),
  },
  {
    name: 'a pipe in its place',
    python: `os.mkfifo('sub/.envrc'); os.makedirs('p/.git'); os.mkfifo('p/.git/config')`,
    after: left('sub/.envrc', 'p/.git/config'),
  },
  {
    name: 'behind 20,000 other folders',
    python: `
os.makedirs('many')
for n in range(20000): os.mkdir('many/%d' % n)
put('many/11000/.envrc', 'x'); put('zz/.vscode/tasks.json', '{}'); put('zz/y/.mcp.json', '{}')`,
    after: left('many/11000/.envrc', 'zz/.vscode/tasks.json', 'zz/y/.mcp.json'),
  },
  {
    name: 'more than fifty of them',
    python: `
for n in range(120): put('n%d/.envrc' % n, 'x')`,
    after: left(...Array.from({ length: 120 }, (_, n) => `n${n}/.envrc`)),
  },
  {
    name: 'an executable bit for a hook that had none',
    before: ({ world }: Around) => {
      const hooks = path.join(world.root, 'd1/d2/d3/d4/d5/.git/hooks');
      fs.mkdirSync(hooks, { recursive: true });
      world.git(path.join(world.root, 'd1/d2/d3/d4/d5'), 'init', '-q');
      fs.writeFileSync(path.join(hooks, 'pre-commit'), 'x', { mode: 0o644 });
    },
    python: `os.chmod('d1/d2/d3/d4/d5/.git/hooks/pre-commit', 0o755)`,
    after: ({ world }: Around) => {
      const file = path.join(world.root, 'd1/d2/d3/d4/d5/.git/hooks/pre-commit');
      const mode = fs.lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0;
      return (mode & 0o100) === 0 ? [] : ['the hook is executable'];
    },
  },
].map((one) => ({ control: plain, ...one, family }));

function changed(file: string, text: string): readonly string[] {
  return fs.readFileSync(file, 'utf8') === text ? [] : [`changed ${path.basename(file)}`];
}

const git = 'git tricks';

export const gitAttempts: readonly Attempt[] = [
  {
    name: 'commondir in .git',
    python: `${evil}
put('c/config', '[core]\\n\\tfsmonitor = ' + evil + '\\n'); put('c/HEAD', 'ref: refs/heads/main'); os.makedirs('c/objects'); os.makedirs('c/refs')
put('.git/commondir', P['root'] + '/c')`,
    after: gitRuns('.'),
  },
  {
    name: 'core.fsmonitor in .git/config',
    python: `${evil}
sh('git config core.fsmonitor ' + evil)`,
    after: gitRuns('.'),
  },
  {
    name: 'a hook in .git/hooks',
    python: `${evil}
sh('cp evil.sh .git/hooks/pre-commit')`,
    after: gitRuns('.'),
  },
  {
    name: '.git replaced by rename',
    python: `${evil}
repo('x')
quiet(os.rename, '.git', 'old'); quiet(os.rename, 'x/.git', '.git')`,
    after: gitRuns('.'),
  },
  {
    name: 'a nested repository with fsmonitor',
    python: `${evil}
repo('sub')`,
    after: gitRuns('sub'),
  },
  {
    name: 'a nested repository with a hook',
    python: `${evil}
sh('git init -q sub; cp evil.sh sub/.git/hooks/pre-commit')`,
    after: gitRuns('sub'),
  },
  {
    name: 'a .git file that leads to an own folder',
    python: `${evil}
repo('store'); os.rename('store/.git', 'store/r'); put('sub/.git', 'gitdir: ../store/r')`,
    after: gitRuns('sub'),
  },
  {
    name: 'a .git link to an own folder',
    python: `${evil}
repo('store'); os.rename('store/.git', 'store/r'); os.symlink('../store/r', 'sub/.git')`,
    after: gitRuns('sub'),
  },
  {
    name: 'a worktree whose commondir leads elsewhere',
    python: `${evil}
sh('git init -q m && cd m && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git worktree add -q ../w')
repo('c'); put('m/.git/worktrees/w/commondir', P['root'] + '/c/.git')`,
    after: gitRuns('w', 'm'),
  },
  {
    name: 'a bare repository under another name',
    python: `${evil}
repo('x'); os.rename('x/.git', 'sub/store')
put('sub/store/config', '[core]\\n\\tbare = true\\n[remote "origin"]\\n\\turl = .\\n\\tuploadpack = ' + evil + '\\n')`,
    after: gitRuns('sub/store'),
  },
  {
    name: 'settings of another file by include',
    python: `${evil}
repo('sub'); os.rename('sub/.git/config', 'sub/more'); put('sub/.git/config', '[include]\\n\\tpath = ../more\\n')`,
    after: gitRuns('sub'),
  },
  {
    name: 'config.worktree of a nested repository',
    python: `${evil}
sh('git init -q sub; git -C sub config extensions.worktreeConfig true'); put('sub/.git/config.worktree', '[core]\\n\\tfsmonitor = ' + evil + '\\n')`,
    after: gitRuns('sub'),
  },
  {
    name: 'a submodule with settings of its own',
    python: `${evil}
repo('sub'); os.makedirs('n/.git/modules'); os.rename('sub/.git', 'n/.git/modules/m')
put('n/.git/HEAD', 'ref: refs/heads/main'); os.makedirs('n/.git/objects'); os.makedirs('n/.git/refs'); put('n/m/.git', 'gitdir: ../.git/modules/m')`,
    after: gitRuns('n/m', 'n'),
  },
  {
    name: 'a nested repository that cannot be listed',
    python: `${evil}
repo('sub'); os.chmod('sub/.git', 0o311); os.chmod('sub', 0o311)`,
    after: gitRuns('sub'),
  },
  {
    name: 'a nested repository in a folder that is no UTF-8',
    python: `${evil}
repo(b'u\\xfe')`,
    after: gitRuns(Buffer.from('u\u00fe', 'latin1')),
  },
  {
    name: 'a folder of hooks that the settings name, missing so far',
    before: ({ world }: Around) => {
      world.git(world.root, 'config', 'core.hooksPath', 'tools/on-commit');
    },
    python: `${evil}
sh('mkdir -p tools/on-commit; cp evil.sh tools/on-commit/pre-commit')`,
    after: gitRuns('.'),
  },
  {
    name: 'a hook in a folder that the settings name',
    before: ({ world }: Around) => {
      world.git(world.root, 'config', 'core.hooksPath', 'tools/on-commit');
      fs.mkdirSync(path.join(world.root, 'tools/on-commit'), { recursive: true });
      fs.writeFileSync(path.join(world.root, 'tools/on-commit/pre-commit'), '#!/bin/sh\n', {
        mode: 0o755,
      });
    },
    python: `${evil}
sh('cp evil.sh tools/on-commit/pre-commit'); quiet(os.rename, 'tools', 'old'); sh('mkdir -p tools/on-commit; cp evil.sh tools/on-commit/pre-commit')`,
    after: gitRuns('.'),
  },
  {
    name: 'a file that the settings include',
    before: ({ world }: Around) => {
      world.git(world.root, 'config', 'include.path', '../team.settings');
    },
    python: `${evil}
put('team.settings', '[core]\\n\\tfsmonitor = ' + evil + '\\n')`,
    after: gitRuns('.'),
  },
  {
    name: 'settings in a pipe that a process fills',
    python: `${evil}
repo('sub'); os.unlink('sub/.git/config'); os.mkfifo('sub/.git/config')`,
    after: ({ world }: Around) =>
      fs.existsSync(path.join(world.root, 'sub/.git/config')) ? ['left the pipe'] : [],
  },
].map((one) => ({ control: plain, ...one, family: git }));
