/** Checkpoints and restores: made useless, made to reach outside, or made to run something. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CheckpointRecords } from '../../../../src/main/platform/checkpoints/checkpoint-records.ts';
import { AuditLine } from '../../../../src/shared/ledger/entry.ts';
import type { RunRecord } from '../../../../src/shared/sandbox/run-record.ts';
import type { Around, Attempt, Unprotected } from './attempt.ts';
import { gitRuns } from './held-back-attempts.ts';
import { afterwards, meanwhile, startPlainly } from './unprotected.ts';
import { secrets } from './world.ts';

type Short = Omit<Attempt, 'family'>;

/** A git with a store of its own and nothing else that protects it. */
const plainGit = 'git init -q --bare "$STORE" && git --git-dir="$STORE" --work-tree=.';
/** Many times before its store is looked at, and without the folder that makes git give up early. */
const addingSwapped = 'git --git-dir="$STORE" --work-tree=. add swap/id_rsa';
const lacks = (name: string): string =>
  `${plainGit} add -A; git --git-dir="$STORE" ls-files --error-unmatch ${name}`;

/** The attempt's program on a copy of our data. */
const onACopyOfOurData: Unprotected = async (around) => {
  const { world } = around;
  const copy = path.join(world.base, 'shared', 'data');
  fs.cpSync(path.join(world.dataDir, 'folder-checkpoints'), path.join(copy, 'folder-checkpoints'), {
    recursive: true,
  });
  const given = JSON.stringify({ ...world.paths(), data: copy });
  fs.writeFileSync(path.join(world.root, 'world.json'), given);
  await once(startPlainly(around), 'exit');
  const isGone = !fs.existsSync(path.join(copy, 'folder-checkpoints'));
  fs.rmSync(copy, { recursive: true, force: true });
  return isGone ? ['removed the store'] : [];
};

/** What the ledger has about the last command. */
function lastRun({ world }: Around): RunRecord | null {
  const folder = path.join(world.dataDir, 'audit');
  const [file = ''] = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .toReversed();
  const lines = fs.readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n');
  for (const line of lines.toReversed()) {
    const { phase, run } = AuditLine.parse(JSON.parse(line));
    if (phase === 'outcome' && run) return run;
  }
  return null;
}

/** Takes the last command back, later changes included. */
async function restoreLast(around: Around): Promise<string | null> {
  const folders = lastRun(around)?.folders ?? [];
  const view = await around.app.ask('lookRun', { folders });
  if (view.kind !== 'possible') return JSON.stringify(view).slice(0, 120);
  const { seen } = view;
  const given = { folders, entry: 'fault', seen, withLater: true };
  const outcome = await around.app.ask('restoreRun', given);
  return outcome.kind === 'done' ? null : outcome.message;
}

/** Whether a file that the next command deletes can still be had back. */
async function nextIsRestored(around: Around): Promise<readonly string[]> {
  const { world, agent } = around;
  const file = path.join(world.root, 'a.txt');
  await agent.call('exec_command', { argv: ['/bin/rm', '-f', 'a.txt'] });
  if (fs.existsSync(file)) return ['the next command does not run'];
  const why = await restoreLast(around);
  return fs.existsSync(file) ? [] : [`a deleted file cannot be restored (${why ?? 'no reason'})`];
}

/** Secrets from outside in any checkpoint, which a restore would write into the folder. */
/** In the checkpoints of the granted folder: another one, granted to another agent, holds its own. */
const storedSecrets = ({ world }: Around): readonly string[] => {
  const stores = path.join(world.dataDir, 'folder-checkpoints');
  return fs
    .readdirSync(stores)
    .map((name) => path.join(stores, name))
    .filter((store) => CheckpointRecords.rootOf(store)?.path === world.root)
    .flatMap((store) => secretsIn(store, world.home));
};

function secretsIn(stores: string, home: string): readonly string[] {
  const script =
    'find "$0" -type d -name objects | while read -r o; do GIT_DIR=$(dirname "$o") git cat-file --batch-all-objects --batch --unordered; done';
  const { stdout } = spawnSync('/bin/sh', ['-c', script, stores], {
    env: { PATH: '/usr/bin:/bin', HOME: home },
    maxBuffer: 512 * 1024 * 1024,
  });
  const text = stdout.toString('latin1');
  return [secrets.key, secrets.project, secrets.data].flatMap((secret) =>
    text.includes(secret) ? [`a checkpoint holds ${secret}`] : [],
  );
}

const checkpoints: readonly Short[] = [
  {
    name: 'pipes in place of .gitignore and .gitattributes',
    control: { unprotected: afterwards('git status', 'git waits for ever') },
    python: `
os.mkfifo('.gitignore'); os.mkfifo('.gitattributes'); os.mkfifo('sub/.gitignore'); os.mkfifo('sub/.gitattributes')`,
    after: nextIsRestored,
  },
  {
    name: 'pipes, sockets and links to devices in the folder',
    control: { unprotected: afterwards('cp p "$STORE/p"', 'a copy waits for ever') },
    python: `
os.mkfifo('p'); socket.socket(socket.AF_UNIX).bind('s'); os.symlink('/dev/zero', 'z'); os.symlink('/', 'root'); os.symlink('.', 'self')`,
    after: nextIsRestored,
  },
  {
    name: 'files that cannot be read',
    control: { unprotected: afterwards(`${plainGit} add -A`, 'git records nothing') },
    python: `
put('x', 'x', 0); os.makedirs('d/e'); put('d/e/f', 'x'); os.chmod('d/e', 0); os.chmod('d', 0o300)`,
    after: nextIsRestored,
  },
  {
    name: 'a huge sparse file',
    control: { unprotected: afterwards(`${plainGit} add -A`, 'git takes too long') },
    python: `
with open('huge', 'wb') as file: file.truncate(1 << 42)`,
    after: nextIsRestored,
  },
  {
    name: 'names with line breaks, tabs, backslashes and bytes that are no text',
    control: {
      unprotected:
        // Read line by line, the usual way.
        afterwards(
          'find . -name .git -prune -o -type f -print | while read n; do [ -e "$n" ] || echo "is lost: $n"; done',
          'files are lost',
          'is lost',
        ),
    },
    python: `
for name in (b'a\\nb', b'a\\tb', b'a\\\\b', b'"q"', b'\\xff\\xfe', b'-rf', b':(top)x', b'.GIT', b'con', b'a' * 255):
    with open(name, 'w') as file: file.write('x')`,
    after: nextIsRestored,
  },
  {
    name: 'a file replaced by a folder and a folder by a file',
    control: {
      unprotected: afterwards('cp "$SAVED/sub/b.txt" sub/b.txt', 'a copy cannot be put back'),
    },
    python: `
os.unlink('a.txt'); os.makedirs('a.txt/x'); put('a.txt/x/y', 'x'); sh('rm -rf sub'); put('sub', 'x')`,
    after: async (around) => {
      await restoreLast(around);
      const { root } = around.world;
      const isBack = fs.statSync(path.join(root, 'sub')).isDirectory();
      return isBack ? [] : ['the folder is not restored'];
    },
  },
  {
    name: 'three hundred folders deep',
    control: {
      unprotected: afterwards(
        'at=.; for n in $(seq 300); do at=$at/deep-folder-name; done; cat "$PWD/$at/f"',
        'its path is too long to be read',
      ),
    },
    python: `
at = os.getcwd()
for n in range(300): os.mkdir('deep-folder-name'); os.chdir('deep-folder-name')
open('f', 'w').write('x'); os.chdir(at)`,
    after: nextIsRestored,
  },
  {
    name: 'attributes with filters that run a program',
    control: {
      unprotected: afterwards(
        'cd n; git add x; cd ..; [ -e ran ] && echo it ran',
        'git ran the program',
        'it ran',
      ),
    },
    python: `
put('.gitattributes', '* filter=evil diff=evil merge=evil ident working-tree-encoding=UTF-16\\n')
put('evil.sh', '#!/bin/sh\\ntouch ' + P['root'] + '/ran\\n', 0o755)
put('n/.git/config', '[filter "evil"]\\n\\tclean = ' + P['root'] + '/evil.sh\\n[core]\\n\\tfsmonitor = ' + P['root'] + '/evil.sh\\n\\thooksPath = ' + P['root'] + '\\n')
put('n/.git/HEAD', 'ref: refs/heads/main'); os.makedirs('n/.git/objects'); os.makedirs('n/.git/refs'); put('n/x', 'x'); put('n/.gitattributes', '* filter=evil\\n')`,
    after: ({ world }) => world.has('ran', 'the checkpoint ran a program'),
  },
  {
    name: 'everything ignored',
    control: { unprotected: afterwards(lacks('a.txt'), 'git records nothing') },
    python: `put('.gitignore', '*\\n')`,
    after: nextIsRestored,
  },
  {
    name: 'forty nested repositories',
    control: { unprotected: afterwards(lacks('r1/x'), 'git does not record them') },
    python: `
for n in range(40): os.makedirs('r%d/.git/objects' % n); os.makedirs('r%d/.git/refs' % n); put('r%d/.git/HEAD' % n, 'ref: refs/heads/main'); put('r%d/x' % n, 'x')`,
    after: nextIsRestored,
  },
  {
    name: 'the store itself, by its path',
    control: { unprotected: onACopyOfOurData },
    python: `
for folder, _, names in os.walk(P['data']): put('mark', folder)
put(P['data'] + '/folder-checkpoints/x', 'x'); sh('rm -rf ' + P['data'] + '/folder-checkpoints')`,
    after: nextIsRestored,
  },
  {
    name: 'pipes made again and again while the checkpoint of another command is made',
    control: {
      // Again and again: whether git opens a pipe is a matter of the moment.
      unprotected: meanwhile(
        `rm -f "$STORE/ended"; ${plainGit} add -A; echo $? >> "$STORE/ended"`,
        (_, store) => (fs.existsSync(path.join(store, 'ended')) ? [] : ['git waits for ever']),
      ),
    },
    python: `
until = time.time() + 20
names = ['.gitignore', 'sub/.gitignore', 'sub/.gitattributes'] + ['f%d' % n for n in range(20)]
while time.time() < until and not os.path.exists('enough'):
    for name in names:
        for make in (lambda: put(name, str(time.time())), lambda: os.mkfifo(name)):
            quiet(os.unlink, name); quiet(make)`,
    run: async ({ agent, world }) => {
      const piping = agent.call('exec_command', {
        argv: ['/usr/bin/python3', 'try.py'],
        timeout: 60,
      });
      await wait(1_000);
      for (let n = 0; n < 2; n += 1)
        await agent.call('exec_command', { argv: ['/usr/bin/touch', `made-${n}`] });
      fs.writeFileSync(path.join(world.root, 'enough'), '');
      await piping;
    },
    after: ({ world }) =>
      [0, 1].flatMap((n) =>
        fs.existsSync(path.join(world.root, `made-${n}`)) ? [] : ['another command did not run'],
      ),
  },
  {
    name: 'folders exchanged with links while checkpoints are made',
    control: {
      unprotected: meanwhile(
        `git init -q --bare "$STORE"; for n in $(seq 50); do ${addingSwapped} 2> "$STORE/err"; done`,
        ({ world }, store) => secretsIn(store, world.home),
      ),
    },
    python: `
os.makedirs('swap'); put('swap/id_rsa', 'inside'); put('swap/secret.txt', 'inside'); os.symlink(P['home'] + '/.ssh', 'link'); os.makedirs('n/.git/objects'); os.makedirs('n/.git/refs'); put('n/.git/HEAD', 'ref: refs/heads/main'); os.symlink(P['other'], 'n2')
until = time.time() + 7
while time.time() < until:
    libc.renameat2(-100, b'swap', -100, b'link', 2); libc.renameat2(-100, b'n', -100, b'n2', 2)`,
    run: async ({ agent }) => {
      const swapping = agent.call('exec_command', {
        argv: ['/usr/bin/python3', 'try.py'],
        timeout: 60,
      });
      for (let n = 0; n < 4; n += 1)
        await agent.call('exec_command', { argv: ['/usr/bin/touch', `t${n}`] });
      await swapping;
    },
    after: storedSecrets,
  },
];

const swapping =
  'import ctypes, time\nl = ctypes.CDLL(None)\nuntil = time.time() + 5\nwhile time.time() < until: l.renameat2(-100, b"w", -100, b"l", 2); l.renameat2(-100, b"sub", -100, b"l", 2)\n';

const restores: readonly Short[] = [
  {
    name: 'a link in place of a folder that is restored',
    control: { unprotected: afterwards('cp "$SAVED/sub/b.txt" sub/b.txt', 'a copy fails') },
    python: `sh('rm -rf sub'); os.symlink(P['other'], 'sub')`,
    after: async (around) => {
      await restoreLast(around);
      return [];
    },
  },
  {
    name: 'a link in place of a file that is restored',
    control: { unprotected: afterwards('cp "$SAVED/a.txt" a.txt', 'a copy fails') },
    python: `os.unlink('a.txt'); os.symlink(P['other'] + '/secret.txt', 'a.txt')`,
    after: async (around) => {
      await restoreLast(around);
      return fs.lstatSync(path.join(around.world.root, 'a.txt')).isSymbolicLink()
        ? ['the link is still there']
        : [];
    },
  },
  {
    name: 'a hard link in place of a file that is restored',
    control: {
      unprotected: afterwards(
        'cp "$SAVED/a.txt" a.txt; cat x',
        'another file is written to',
        'hello',
      ),
    },
    python: `os.unlink('a.txt'); put('x', 'x'); os.link('x', 'a.txt')`,
    after: async (around) => {
      await restoreLast(around);
      const text = fs.readFileSync(path.join(around.world.root, 'a.txt'), 'utf8');
      return text === 'hello\n' ? [] : ['it is not restored'];
    },
  },
  {
    name: 'folders exchanged with links while a restore runs',
    control: {
      unprotected: async (around) => {
        const { world } = around;
        await once(startPlainly(around), 'exit');
        world.remember();
        fs.writeFileSync(path.join(world.root, 'try.py'), swapping);
        return meanwhile('for n in $(seq 200); do echo x > w/secret.txt$n; done', () =>
          world.effects(),
        )(around);
      },
    },
    python: `
os.makedirs('w'); 
for n in range(30): put('w/secret.txt%d' % n, 'x')
os.symlink(P['other'], 'l')`,
    run: async (around) => {
      const { agent, world } = around;
      await agent.call('exec_command', { argv: ['/usr/bin/python3', 'try.py'] });
      fs.writeFileSync(path.join(world.root, 'more.py'), swapping);
      const running = agent.call('exec_command', {
        argv: ['/usr/bin/python3', 'more.py'],
        timeout: 30,
      });
      for (let n = 0; n < 6; n += 1) await restoreLast(around);
      await running;
    },
  },
  {
    name: 'a restore brings no hook or setting back to life',
    control: {
      unprotected: async (around) => {
        await once(startPlainly(around), 'exit');
        return gitRuns('n')(around);
      },
    },
    python: `
put('evil.sh', '#!/bin/sh\\ntouch ' + P['root'] + '/ran\\n', 0o755); put('n/.git/config', '[core]\\n\\tfsmonitor = ' + P['root'] + '/evil.sh\\n'); put('n/.git/HEAD', 'ref: refs/heads/main'); os.makedirs('n/.git/objects'); os.makedirs('n/.git/refs')`,
    after: async (around) => {
      await restoreLast(around);
      await restoreLast(around);
      return gitRuns('n')(around);
    },
  },
];

const ofFamily = (family: string, all: readonly Short[]): readonly Attempt[] =>
  all.map((one) => ({ ...one, family }));

export const checkpointAttempts: readonly Attempt[] = [
  ...ofFamily('checkpoints', checkpoints),
  ...ofFamily('restores', restores),
];
