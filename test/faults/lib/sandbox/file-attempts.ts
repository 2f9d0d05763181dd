/** Reading and writing outside of the granted folder, and what belongs to others. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Around, Attempt, Unprotected } from './attempt.ts';
import { secrets } from './world.ts';

const notUser = { why: 'an ordinary user may not do it without a sandbox either' } as const;

const files: readonly (Omit<Attempt, 'family' | 'control'> & Partial<Attempt>)[] = [
  { name: 'a private key in the home folder', python: `steal(P['home'] + '/.ssh/id_rsa')` },
  { name: 'cloud credentials', python: `steal(P['home'] + '/.aws/credentials')` },
  { name: 'the token in ~/.npmrc', python: `steal(P['home'] + '/.npmrc')` },
  {
    name: 'another project',
    python: `steal(P['other'] + '/secret.txt'); steal('../other/secret.txt')`,
  },
  {
    name: 'Gatehouse’s own data',
    python: `
steal(P['data'] + '/canary')
for folder, _, names in os.walk(P['data']):
    for name in names: steal(folder + '/' + name)`,
  },
  { name: 'the shared temporary folder', python: `steal(P['base'] + '/shared/secret.txt')` },
  {
    name: 'by a symbolic link in the folder',
    python: `os.symlink(P['home'] + '/.ssh', 'out'); steal('out/id_rsa'); os.symlink(P['data'] + '/canary', 'd'); steal('d')`,
  },
  {
    name: 'by /proc/1/root, /proc/self/root and every /proc/*/cwd',
    python: `
for pid in [name for name in os.listdir('/proc') if name.isdigit()] + ['self', 'thread-self', str(P['canary']), str(P['app'])]:
    for way in ('root', 'cwd', 'root/..', 'cwd/..', 'cwd/../..'): steal('/proc/%s/%s%s' % (pid, way, P['home'] + '/.ssh/id_rsa')); steal('/proc/%s/%s/home/.ssh/id_rsa' % (pid, way))`,
  },
  {
    name: 'by descriptors of any process',
    python: `
for pid in [name for name in os.listdir('/proc') if name.isdigit()] + [str(P['app'])]:
    for fd in range(64):
        for end in ('', P['home'] + '/.ssh/id_rsa', '/.ssh/id_rsa', '/../../.ssh/id_rsa'):
            at = '/proc/%s/fd/%d%s' % (pid, fd, end)
            if quiet(os.path.isfile, at): steal(at)
steal('/proc/%d/root%s' % (P['app'], P['home'] + '/.ssh/id_rsa'))`,
  },
  {
    name: 'the environment of every process',
    python: `
for pid in [name for name in os.listdir('/proc') if name.isdigit()] + [str(P['app']), str(P['canary'])]: steal('/proc/%s/environ' % pid)
loot(repr(os.environ))`,
  },
  {
    name: 'by a hard link or a move into the folder',
    python: `quiet(os.link, P['home'] + '/.ssh/id_rsa', 'k'); steal('k'); quiet(os.rename, P['other'] + '/secret.txt', 'm'); steal('m')`,
  },
  {
    name: 'by mounts that the tables of mounts name',
    python: `
for line in open('/proc/self/mountinfo'):
    root, at = line.split()[3:5]
    for base in (root, at): steal(base + '/../id_rsa'); steal(base + '/../../.ssh/id_rsa'); steal(base + '/.ssh/id_rsa'); steal(base + P['home'] + '/.ssh/id_rsa')`,
  },
  {
    name: 'the .env of the project',
    python: `steal('.env'); steal('/proc/self/root' + P['root'] + '/.env')`,
  },
  {
    name: 'the .env, after the folder around it was moved',
    before: ({ world }: Around) => fs.writeFileSync(path.join(world.root, 'sub/.env'), secrets.env),
    python: `os.rename('sub', 'moved'); steal('moved/.env'); quiet(os.rename, 'moved/.env', 'x'); steal('x'); quiet(os.link, 'moved/.env', 'y'); steal('y')`,
  },
  {
    name: 'write to the home folder',
    python: `put(P['home'] + '/evil', 'x'); put(P['home'] + '/.bashrc', 'evil')`,
  },
  { name: 'write to another project', python: `put(P['other'] + '/secret.txt', 'evil')` },
  { name: 'write to Gatehouse’s data', python: `put(P['data'] + '/canary', 'evil')` },
  {
    name: 'write through links and by ..',
    python: `os.symlink(P['home'], 'up'); put('up/evil', 'x'); put('../../evil', 'x'); put('/proc/self/cwd/../../evil', 'x')`,
  },
  {
    name: 'delete outside',
    python: `quiet(os.unlink, P['other'] + '/secret.txt'); sh('rm -rf ../other')`,
  },
  {
    name: 'the granted folder itself, moved or replaced',
    python: `quiet(os.rename, P['root'], P['home'] + '/evil'); quiet(os.rmdir, P['root']); quiet(os.symlink, P['home'], P['root'] + '-2')`,
    control: { why: 'the session would end with its folder' },
  },
  {
    name: 'a device node of the disk',
    python: `
for name, kind in (('disk', os.makedev(254, 0)), ('mem', os.makedev(1, 1))): quiet(os.mknod, name, 0o60600 if name == 'disk' else 0o20600, kind)`,
    after: ({ world }: Around) => [
      ...world.has('disk', 'made the node'),
      ...world.has('mem', 'made the node'),
    ],
    control: notUser,
  },
  {
    name: 'devices, kernel memory and settings of the kernel',
    python: `
for name in ('/dev/mem', '/dev/kmsg', '/dev/vda', '/dev/sda', '/dev/port', '/proc/kcore', '/dev/fuse', '/dev/kvm', '/dev/uinput'):
    got = quiet(lambda: os.open(name, os.O_RDWR))
    if got is not None: put('got-device', name)
for name in ('/proc/sys/kernel/core_pattern', '/proc/sys/kernel/modprobe', '/proc/sysrq-trigger', '/sys/kernel/uevent_helper', '/sys/fs/cgroup/cgroup.procs'):
    if quiet(lambda: os.open(name, os.O_WRONLY)) is not None: put('got-device', name)`,
    after: ({ world }: Around) => world.has('got-device', 'opened a device'),
    control: notUser,
  },
  {
    name: 'a program of root’s, by its setuid bit',
    python: `
got = sh('for f in su mount newuidmap sudo passwd; do command -v $f && $f --help; done; su root -c id; sudo -n id'); loot(got.stdout if got else b'')
if os.geteuid() == 0 or (got and b'uid=0' in got.stdout): put('root', 'x')`,
    after: ({ world }: Around) => world.has('root', 'became root'),
    control: notUser,
  },
  {
    name: 'a file by its handle',
    python: `
class Handle(ctypes.Structure): _fields_ = [('bytes', ctypes.c_uint), ('kind', ctypes.c_int), ('data', ctypes.c_ubyte * 128)]
handle = Handle(128); mount = ctypes.c_int()
if libc.name_to_handle_at(-100, P['root'].encode(), ctypes.byref(handle), ctypes.byref(mount), 0) == 0: put('got-handle', 'x')
fd = os.open('.', os.O_RDONLY)
if libc.open_by_handle_at(fd, ctypes.byref(handle), 0) >= 0: put('got-handle', 'x')`,
    after: ({ world }: Around) => world.has('got-handle', 'has a handle'),
  },
];

/** What another session wrote, had it shared the folder with the attempt. */
const inOneSession =
  (file: string): Unprotected =>
  async ({ world, app }) => {
    const agent = await app.freshAgent([world.root]);
    fs.writeFileSync(path.join(world.root, 'write.sh'), `echo ${secrets.client} > ${file}\n`);
    await agent.call('exec_command', { argv: ['/bin/sh', 'write.sh'] });
    fs.rmSync(path.join(world.root, 'write.sh'));
    await agent.call('exec_command', { argv: ['/usr/bin/python3', 'try.py'] });
    await app.end(agent);
    return world.effects();
  };

/** Bubblewrap with such a link in a private folder, and nobody who puts a folder in its place before. */
const bwrapAlone: Unprotected = ({ world }) => {
  const home = path.join(world.base, 'shared', 'home');
  fs.mkdirSync(home);
  fs.symlinkSync(`/oldroot${world.other}`, path.join(home, '.local'));
  world.remember();
  const links = ['bin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]);
  const mounts = ['--ro-bind', '/usr', '/usr', ...links, '--bind', home, '/home'];
  const args = ['--unshare-user', '--tmpfs', '/', ...mounts];
  spawnSync('/usr/bin/bwrap', [...args, '--tmpfs', '/home/.local/made', '--', '/bin/true'], {
    env: { PATH: '/usr/bin:/bin' },
  });
  const seen = world.effects();
  fs.rmSync(home, { recursive: true });
  fs.rmSync(path.join(world.other, 'made'), { recursive: true, force: true });
  return seen;
};

const shared: readonly (Omit<Attempt, 'family' | 'control'> & Partial<Attempt>)[] = [
  {
    name: 'the temporary folder of another session',
    python: `
sh('grep -r SECRET /tmp /var/tmp /dev/shm 2>/dev/null > x'); steal('x'); put('/tmp/own', 'x')`,
    run: async (around) => {
      await otherAgentWrites(around, '/tmp/secret');
      await around.agent.call('exec_command', { argv: ['/usr/bin/python3', 'try.py'] });
    },
    control: { unprotected: inOneSession('/tmp/secret') },
  },
  {
    name: 'the private home folder of another client',
    python: `sh('grep -rs SECRET ~ > x'); steal('x')`,
    run: async (around) => {
      await otherAgentWrites(around, '~/secret');
      await around.agent.call('exec_command', { argv: ['/usr/bin/python3', 'try.py'] });
    },
    control: { unprotected: inOneSession('~/secret') },
  },
  {
    name: 'links in the private home folder, for the next sandbox to be mounted on',
    python: `
for name in ('.local', 'projects'):
    quiet(os.rename, P['home'] + '/' + name, P['home'] + '/old-' + name)
    quiet(os.symlink, '/oldroot' + P['other'], P['home'] + '/' + name)
`,
    run: async ({ agent }) => {
      await agent.call('exec_command', { argv: ['/usr/bin/python3', 'try.py'] });
      await agent.call('exec_command', { argv: ['/bin/true'] });
    },
    after: async ({ agent }) => {
      const { exit_code: code } = await agent.call('exec_command', { argv: ['/bin/true'] });
      return code === 0 ? [] : ['the next command cannot start'];
    },
    control: { unprotected: bwrapAlone },
  },
  {
    name: 'links in the private temporary folder, for the next sandbox to be mounted on',
    python: `
top = '/' + P['base'].split('/')[1]
if top == '/tmp':
    quiet(os.rename, P['base'], '/tmp/old')
    quiet(os.symlink, '/oldroot' + P['other'], P['base'])`,
    run: async ({ agent }) => {
      await agent.call('exec_command', { argv: ['/usr/bin/python3', 'try.py'] });
      await agent.call('exec_command', { argv: ['/bin/true'] });
    },
    after: async ({ agent }) => {
      const { exit_code: code } = await agent.call('exec_command', { argv: ['/bin/true'] });
      return code === 0 ? [] : ['the next command cannot start'];
    },
    control: { unprotected: bwrapAlone },
  },
];

let others = 0;

async function otherAgentWrites({ world, app }: Around, file: string): Promise<void> {
  const other = await app.agent(`other-${others}`, [world.other]);
  others += 1;
  fs.writeFileSync(path.join(world.other, 'write.sh'), `echo ${secrets.client} > ${file}\n`);
  await other.call('exec_command', { argv: ['/bin/sh', 'write.sh'] });
  fs.rmSync(path.join(world.other, 'write.sh'));
  await other.client.close();
}

export const fileAttempts: readonly Attempt[] = [
  ...files.map((one) => ({ control: 'plain' as const, ...one, family: 'files' })),
  ...shared.map((one) => ({ control: notUser, ...one, family: 'other sessions and clients' })),
];
