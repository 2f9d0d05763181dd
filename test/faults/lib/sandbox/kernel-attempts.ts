/** Processes, namespaces, the kernel, terminals and sockets in the file system. */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { Around, Attempt } from './attempt.ts';

const notUser = { why: 'an ordinary user may not do it without a sandbox either' } as const;
type Short = Omit<Attempt, 'family' | 'control'> & Partial<Attempt>;

const marked =
  (words: string) =>
  ({ world }: Around): readonly string[] =>
    world.has('mark', words, true);

/** A descriptor of this kind, seen from outside. */
const holds =
  (kind: RegExp) =>
  (pid: number): string | null => {
    try {
      const names = fs
        .readdirSync(`/proc/${pid}/fd`)
        .map((fd) => fs.readlinkSync(`/proc/${pid}/fd/${fd}`));
      const found = names.find((name) => kind.test(name));
      return found === undefined ? null : `holds ${found}`;
    } catch {
      return null;
    }
  };

/** A process of the attempt in a namespace that its own parent is not in. */
function isElsewhere(pid: number): string | null {
  try {
    const parent = /^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (!fs.readFileSync(`/proc/${parent}/cmdline`, 'latin1').startsWith('/usr/bin/python3'))
      return null;
    const kinds = ['user', 'mnt', 'net'];
    const other = kinds.find(
      (kind) =>
        fs.readlinkSync(`/proc/${pid}/ns/${kind}`) !==
        fs.readlinkSync(`/proc/${parent}/ns/${kind}`),
    );
    return other === undefined ? null : `is in a ${other} namespace of its own`;
  } catch {
    return null;
  }
}

const processes: readonly Short[] = [
  {
    name: 'signals to a process of the host',
    python: `
for pid in (P['canary'],): quiet(os.kill, pid, signal.SIGKILL)
time.sleep(0.2)`,
  },
  {
    name: 'signals to everything (kill -1)',
    python: `quiet(os.kill, -1, signal.SIGKILL)`,
    control: { why: 'it would end the run itself' },
  },
  {
    name: 'ptrace and memory of a process of the host',
    python: `
if libc.ptrace(16, P['canary'], 0, 0) == 0: put('mark', 'x')
if quiet(lambda: os.open('/proc/%d/mem' % P['canary'], os.O_RDWR)) is not None: put('mark', 'x')
class Part(ctypes.Structure): _fields_ = [('base', ctypes.c_void_p), ('length', ctypes.c_size_t)]
room = ctypes.create_string_buffer(64)
here, there = Part(ctypes.addressof(room), 64), Part(0x400000, 64)
if syscall(310, P['canary'], ctypes.byref(here), 1, ctypes.byref(there), 1, 0) >= 0: put('mark', 'x')`,
    after: marked('got hold of it'),
  },
  {
    name: 'descriptors of a process of the host (pidfd_getfd)',
    python: `
got = syscall(434, P['app'], 0)
if got >= 0:
    for fd in range(40):
        if syscall(438, got, fd, 0) >= 0: put('mark', 'x')`,
    after: marked('got a descriptor'),
  },
  {
    name: 'priority and limits of a process of the host',
    python: `
if syscall(302, P['canary'], 7, ctypes.byref((ctypes.c_ulong * 2)(3, 3)), 0) == 0: put('mark', 'x')
if libc.setpriority(0, P['canary'], 19) == 0: put('mark', 'x')`,
    after: marked('changed it'),
  },
  {
    name: 'descriptors of bwrap’s first process inside',
    python: `
for pid in (1, os.getppid()):
    for fd in quiet(os.listdir, '/proc/%d/fd' % pid) or []:
        name = quiet(os.readlink, '/proc/%d/fd/%s' % (pid, fd)) or ''
        got = quiet(lambda: os.open('/proc/%d/fd/%s' % (pid, fd), os.O_WRONLY)) if int(fd) > 2 and 'null' not in name else None
        if got is not None: put('mark', name)`,
    after: marked('opened one for writing'),
    control: { why: 'without a sandbox there is no bubblewrap' },
  },
];

const namespaces: readonly Short[] = [
  {
    name: 'a user namespace (unshare, clone)',
    python: `
if os.fork() == 0:
    libc.unshare(0x10000000)
    time.sleep(0.5); os._exit(0)
if os.fork() == 0:
    libc.unshare(0x10000000 | 0x00020000 | 0x40000000)
    time.sleep(0.5); os._exit(0)
time.sleep(0.7)`,
    whileRunning: isElsewhere,
  },
  {
    name: 'bubblewrap and unshare inside',
    python: `
sh('bwrap --dev-bind / / --tmpfs /tmp touch ' + P['root'] + '/mark'); sh('unshare -Urm touch mark')`,
    after: marked('ran in a sandbox of its own'),
  },
  {
    name: 'the namespaces of other processes (setns)',
    python: `
for pid in (1, P['canary'], P['app'], os.getppid()):
    for kind in ('user', 'mnt', 'net', 'pid', 'ipc'):
        fd = quiet(lambda: os.open('/proc/%d/ns/%s' % (pid, kind), os.O_RDONLY))
        if fd is not None: libc.setns(fd, 0)
steal(P['home'] + '/.ssh/id_rsa'); put(P['home'] + '/evil', 'x')`,
  },
  {
    name: '.git and .env uncovered: umount, remount, move',
    python: `
git, env = (P['root'] + '/.git').encode(), (P['root'] + '/.env').encode()
for flags in (0, 1, 2, 8): libc.umount2(env, flags); libc.umount2(git, flags)
libc.mount(None, git, None, 32, None); libc.mount(None, git, None, 32 | 4096, None)
libc.mount(git, (P['root'] + '/sub').encode(), None, 8192, None); libc.mount(b'none', git, b'tmpfs', 0, None)
libc.mount(P['root'].encode(), (P['root'] + '/sub').encode(), None, 4096, None)
tree = syscall(428, -100, P['root'].encode(), 1); 
if tree >= 0: steal('/proc/self/fd/%d/.env' % tree)
class Attr(ctypes.Structure): _fields_ = [(n, ctypes.c_uint64) for n in 'abcd']
syscall(442, -100, git, 0x8000, ctypes.byref(Attr(0, 1, 0, 0)), 32)
steal('.env'); put('.git/hooks/pre-commit', 'x')`,
    after: ({ world }) => world.has('.git/hooks/pre-commit', 'made a hook'),
  },
  {
    name: 'another root: pivot_root, chroot, overlay, proc',
    python: `
os.makedirs('o/u'); os.makedirs('o/w'); os.makedirs('o/m')
if libc.mount(b'overlay', b'o/m', b'overlay', 0, b'lowerdir=/,upperdir=o/u,workdir=o/w') == 0: put('mark', 'x')
if libc.mount(b'proc', b'o/m', b'proc', 0, None) == 0: put('mark', 'x')
if syscall(155, b'o/m', b'o/m') == 0 or libc.chroot(b'/proc/1/root') == 0: put('mark', 'x')`,
    after: marked('mounted something'),
    control: notUser,
  },
];

const kernel: readonly Short[] = [
  {
    name: 'a key in the user’s keyring',
    python: `
got = syscall(248, b'user', b'gatehouse-fault', b'x', 1, -4)
if got > 0: put('mark', str(got)); syscall(250, 3, got)`,
    after: marked('added a key'),
  },
  {
    name: 'BPF programs and maps',
    python: `
attr = (ctypes.c_uint * 32)(2, 4, 4, 1)
fd = syscall(321, 0, ctypes.byref(attr), 128)
if fd >= 0: time.sleep(0.4)`,
    whileRunning: holds(/bpf/),
    control: notUser,
  },
  {
    name: 'performance counters',
    python: `
attr = (ctypes.c_uint * 32)(1, 128); attr[10] = 0x60
fd = syscall(298, ctypes.byref(attr), 0, -1, -1, 0)
time.sleep(0.4)`,
    whileRunning: holds(/perf/),
    control: { why: 'this kernel keeps it from ordinary users, or has none' },
  },
  {
    name: 'userfaultfd',
    python: `
fd = syscall(323, 1); time.sleep(0.4)`,
    whileRunning: holds(/userfaultfd/),
  },
  {
    name: 'io_uring',
    python: `
room = (ctypes.c_uint * 60)()
fd = syscall(425, 4, ctypes.byref(room)); time.sleep(0.4)`,
    whileRunning: holds(/io_uring/),
  },
  {
    name: 'modules, kexec, swap, reboot and accounting',
    python: `
for number, given in ((175, (0, 0, b'')), (313, (0, b'', 0)), (246, (0, 0, 0, 0)), (167, (b'/x', 0)), (163, (b'/x',)), (179, (0, b'/x', 0, 0))):
    if syscall(number, *given) == 0: put('mark', str(number))`,
    after: marked('was allowed one'),
    control: notUser,
  },
  {
    name: 'the same calls by the numbers of x32',
    python: `
room = (ctypes.c_uint * 60)()
fd = syscall(0x40000000 + 425, 4, ctypes.byref(room)); syscall(0x40000000 + 248, b'user', b'x32', b'x', 1, -4)
time.sleep(0.4)`,
    whileRunning: holds(/io_uring/),
    control: { why: 'this kernel has no x32 calls' },
  },
];

const terminals: readonly Short[] = [
  {
    name: 'a terminal of the user, by /dev/pts and TIOCSTI',
    python: `
name = P['terminal']
for path in (name, '/dev/tty', '/dev/console', '/dev/tty0', '/dev/pts/0', '/dev/pts/1'):
    fd = quiet(lambda: os.open(path, os.O_RDWR | os.O_NOCTTY))
    if fd is None: continue
    if path == name: quiet(os.write, fd, b'typed-by-the-attempt')
    for byte in b'typed': quiet(fcntl.ioctl, fd, 0x5412, bytes([byte]))
    quiet(fcntl.ioctl, fd, 0x541c, bytes([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]))`,
    after: ({ world }) => world.typed(),
  },
  {
    name: 'typing into its own terminal (TIOCSTI)',
    python: `
main, other = os.openpty()
for byte in b'typed':
    try: fcntl.ioctl(other, 0x5412, bytes([byte])); put('mark', 'x')
    except OSError: pass`,
    after: marked('typed'),
    control: { why: 'without a controlling terminal the kernel refuses it' },
  },
];

const sockets: readonly Short[] = [
  {
    name: 'ssh-agent, docker and Wayland by path',
    python: `
for name in ('agent.sock', 'docker.sock', 'wayland-0'): dial(P['run'] + '/' + name, b'x', socket.AF_UNIX)`,
  },
  {
    name: 'the sockets of the system and of Gatehouse',
    python: `
found = []
for top in ('/run', '/var/run', '/tmp', P['data'], P['home'], '/dev'):
    for folder, _, names in os.walk(top):
        for name in names:
            at = folder + '/' + name
            if quiet(lambda: os.lstat(at).st_mode & 0o170000 == 0o140000) and not at.startswith(P['root']): found.append(at); dial(at, b'x', socket.AF_UNIX)
if found: put('mark', repr(found))`,
    after: marked('found sockets'),
    control: { why: 'which sockets there are differs from machine to machine' },
  },
  {
    name: 'a socket that lies in the granted folder',
    before: ({ world }) => listenInFolder(world.root, () => world.reached.push('the folder’s')),
    python: `dial('own.sock', b'x', socket.AF_UNIX)`,
    documented: 'A socket that lies in the granted folder can be used.',
  },
];

function listenInFolder(root: string, onReached: () => void): Promise<void> {
  const server = net.createServer((socket) => {
    onReached();
    socket.on('error', () => undefined);
    socket.end();
  });
  server.unref();
  return new Promise((resolve) => {
    server.listen(path.join(root, 'own.sock'), resolve);
  });
}

const ofFamily = (family: string, all: readonly Short[]): readonly Attempt[] =>
  all.map((one) => ({ control: 'plain' as const, ...one, family }));

export const kernelAttempts: readonly Attempt[] = [
  ...ofFamily('processes', processes),
  ...ofFamily('namespaces and mounts', namespaces),
  ...ofFamily('kernel interfaces', kernel),
  ...ofFamily('terminals', terminals),
  ...ofFamily('sockets in the file system', sockets),
];
