import { describe, expect, it, test } from 'vitest';
import { bwrapArguments, limiterOf } from '../../../src/main/core/sandbox/bwrap-arguments.ts';
import { profileRows } from '../../../src/main/core/sandbox/profile-rows.ts';
import { profileText } from '../../../src/main/core/sandbox/sandbox-profile.ts';
import type { GitPlace } from '../../../src/shared/sandbox/machine-facts.ts';
import { facts, profile, specOf, withFolder } from './profile-fixture.ts';

const app = '/home/ada/app';
const ro = (path: string, from = path) => ({ kind: 'read-only', from, path });
const rw = (path: string, from = path) => ({ kind: 'writable', from, path });

/** What one row mounts. */
const row = (name: string, own: Parameters<typeof specOf>[0] = {}) => {
  const found = profileRows.find((one) => one.name === name);
  if (!found) throw new Error(`there is no row ${name}`);
  return found.mounts(specOf(own));
};

describe('the rows of the profile', () => {
  it('begin with an empty root and end by freezing it', () => {
    const { mounts } = profile();
    expect(mounts[0]).toEqual({ kind: 'memory', path: '/' });
    expect(mounts.at(-1)).toEqual({ kind: 'frozen', path: '/' });
  });

  it('each have a name and a reason', () => {
    expect(new Set(profileRows.map(({ name }) => name)).size).toBe(profileRows.length);
    for (const { why } of profileRows) expect(why).toMatch(/\.$/);
  });

  it('system: folders read-only, links as links', () => {
    expect(row('system')).toEqual([
      ro('/usr'),
      ro('/etc'),
      { kind: 'link', path: '/bin', target: 'usr/bin' },
    ]);
  });

  it('kernel: new /proc and /dev, bounded shared memory, two folders of /sys', () => {
    expect(row('kernel')).toEqual([
      { kind: 'processes', path: '/proc' },
      { kind: 'devices', path: '/dev' },
      { kind: 'memory', path: '/dev/shm', bytes: 1024 ** 3, mode: '1777' },
      { kind: 'frozen', path: '/dev' },
      ro('/sys/devices/system/cpu'),
      ro('/sys/fs/cgroup'),
    ]);
  });

  const places = {
    folders: [{ from: '/data/homes/h-agent/.claude', path: '/home/ada/.claude' }],
    settings: [{ from: '/data/s/agent/settings', path: '/home/ada/.claude/settings.json' }],
    login: {
      ...{ from: '/data/s/agent/login', path: '/home/ada/.claude/.credentials.json' },
      isWritable: true,
    },
  };

  it('agent folders are mounts, so that they cannot be moved away', () => {
    expect(row('agent folders')).toEqual([]);
    expect(row('agent folders', { purpose: 'agent', agent: places })).toEqual([
      rw('/home/ada/.claude', '/data/homes/h-agent/.claude'),
    ]);
  });

  it('agent settings are read-only', () => {
    expect(row('agent settings')).toEqual([]);
    expect(row('agent settings', { purpose: 'agent', agent: places })).toEqual([
      ro('/home/ada/.claude/settings.json', '/data/s/agent/settings'),
    ]);
  });

  it('agent login: a copy, writable only where it is renewed', () => {
    const path = '/home/ada/.claude/.credentials.json';
    const fixed = { ...places, login: { ...places.login, isWritable: false } };
    expect(row('agent login')).toEqual([]);
    expect(row('agent login', { agent: { ...places, login: null } })).toEqual([]);
    expect(row('agent login', { agent: places })).toEqual([rw(path, '/data/s/agent/login')]);
    expect(row('agent login', { agent: fixed })).toEqual([ro(path, '/data/s/agent/login')]);
  });

  it('of an agent come from the outside in, behind its home', () => {
    const { mounts } = profile({ purpose: 'agent', agent: places });
    const at = (path: string): number => mounts.findIndex((mount) => mount.path === path);
    const order = ['/home/ada', '/home/ada/.claude', '/home/ada/.claude/settings.json'].map(at);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(order).not.toContain(-1);
  });

  it('N12 temporary files, run and home are private', () => {
    expect(row('temporary files')).toContainEqual(rw('/tmp', '/data/s/tmp'));
    expect(row('temporary files')).toContainEqual({
      ...{ kind: 'link', path: '/var/tmp', target: '../tmp' },
    });
    expect(row('run')).toEqual([
      { kind: 'folder', path: '/run' },
      ro('/run/gatehouse', '/data/s/files'),
    ]);
    expect(row('home')).toEqual([rw('/home/ada', '/data/homes/h')]);
  });

  it('generated settings go where their links lead, and nowhere where there is none', () => {
    expect(row('generated settings')).toEqual([
      ro('/etc/passwd', '/data/s/passwd'),
      ro('/etc/group', '/data/s/group'),
      ro('/run/systemd/resolve/stub-resolv.conf', '/data/s/resolv.conf'),
    ]);
    const without = { ...facts, settingFiles: { passwd: null, group: null, resolvConf: null } };
    expect(row('generated settings', { facts: without })).toEqual([]);
  });

  it('toolchains are read-only; programs of the app are for language servers', () => {
    expect(row('toolchains')).toEqual([ro('/home/ada/.nvm'), ro('/home/ada/.cargo/bin')]);
    expect(row('toolchains', { purpose: 'language-server' })).toContainEqual(
      ro('/opt/gatehouse/tools'),
    );
    expect(row('toolchains', { purpose: 'agent', alsoReadable: ['/x'] })).toContainEqual(ro('/x'));
  });

  it('N17 granted folders are writable only with the right to change files', () => {
    expect(row('granted folders')).toEqual([rw(app)]);
    expect(row('granted folders', { canWrite: false })).toEqual([ro(app)]);
    expect(row('granted folders', { purpose: 'language-server' })).toEqual([ro(app)]);
  });

  it('N15 protected names that exist are read-only in a writable folder', () => {
    const kept = withFolder({ protectedPaths: [`${app}/.vscode`] });
    expect(row('protected names', kept)).toEqual([ro(`${app}/.vscode`)]);
    expect(row('protected names', { ...kept, canWrite: false })).toEqual([]);
  });

  it('N16 secrets of the project are covered by an empty file unless they were granted', () => {
    const secret = withFolder({ secretFiles: [`${app}/.env`] });
    expect(row('secrets of the project', secret)).toEqual([
      { kind: 'hidden-file', from: '/data/s/empty', path: `${app}/.env` },
    ]);
    expect(row('secrets of the project', { ...secret, canReadSecrets: true })).toEqual([]);
  });

  it('N7 our own data and closed folders are covered where a granted folder holds them', () => {
    const hidden = [
      { path: `${app}/data`, kind: 'folder' },
      { path: `${app}/key`, kind: 'file' },
      { path: '/elsewhere', kind: 'folder' },
    ] as const;
    expect(row('closed places', withFolder({}, { hidden }))).toEqual([
      { kind: 'hidden-folder', path: `${app}/data` },
      { kind: 'hidden-file', from: '/data/s/empty', path: `${app}/key` },
    ]);
  });
});

describe('a repository in the sandbox', () => {
  const own: GitPlace = {
    ...{ path: `${app}/.git`, kind: 'folder', gitDir: `${app}/.git`, commonDir: `${app}/.git` },
    guarded: [`${app}/.git/hooks`],
  };
  const linked: GitPlace = {
    path: `${app}/.git`,
    kind: 'file',
    gitDir: '/repo/.git/worktrees/app',
    commonDir: '/repo/.git',
    guarded: ['/repo/.git/worktrees/app/commondir'],
  };

  it('N15 is read-only for commands', () => {
    expect(row('repositories', withFolder({ git: [own] }))).toEqual([ro(`${app}/.git`)]);
  });

  it('N13 is writable for our own git, but for hooks and where it points', () => {
    const spec = { ...withFolder({ git: [own] }), purpose: 'git' } as const;
    expect(row('repositories', spec)).toEqual([rw(`${app}/.git`), ro(`${app}/.git/hooks`)]);
    expect(row('repositories', { ...spec, canWrite: false })).toEqual([ro(`${app}/.git`)]);
  });

  it('N13 of a worktree: the common folder is read-only, what a commit changes is writable', () => {
    const spec = withFolder({ git: [linked] });
    expect(row('repositories', spec)).toEqual([ro(`${app}/.git`), ro('/repo/.git')]);
    expect(row('repositories', { ...spec, purpose: 'git' })).toEqual([
      ro(`${app}/.git`),
      ro('/repo/.git'),
      rw('/repo/.git/objects'),
      rw('/repo/.git/refs'),
      rw('/repo/.git/logs'),
      rw('/repo/.git/worktrees/app'),
      ro('/repo/.git/worktrees/app/commondir'),
    ]);
  });

  it('N15 that a .git file only claims to belong to is not mounted', () => {
    const claimed = { ...linked, gitDir: null, commonDir: null, guarded: [] };
    expect(row('repositories', withFolder({ git: [claimed] }))).toEqual([ro(`${app}/.git`)]);
  });
});

describe('the environment inside', () => {
  it('is the recorded one without what names places of the user', () => {
    const environment = {
      PATH: '/usr/bin',
      TMPDIR: '/x',
      XDG_RUNTIME_DIR: '/run/user/1',
      LANG: 'C',
    };
    expect(profile({ environment }).environment).toEqual({
      ...{ PATH: '/usr/bin', LANG: 'C', HOME: '/home/ada', USER: 'ada', LOGNAME: 'ada' },
      ...{
        TMPDIR: '/tmp',
        GIT_CONFIG_GLOBAL: '/run/gatehouse/gitconfig',
        GIT_CONFIG_NOSYSTEM: '1',
      },
      GATEHOUSE_SANDBOX: '1',
    });
  });
});

describe('the arguments of bubblewrap', () => {
  const args = bwrapArguments(profile());

  it('leave every namespace, end with us, keep job control and forbid new user namespaces', () => {
    for (const flag of ['user', 'pid', 'ipc', 'uts', 'net'])
      expect(args).toContain(`--unshare-${flag}`);
    expect(args).toContain('--unshare-cgroup-try');
    expect(args).toContain('--die-with-parent');
    expect(args).toContain('--disable-userns');
    expect(args).not.toContain('--new-session');
  });

  it('clear the environment before they set it, and name the filter', () => {
    expect(args.indexOf('--clearenv')).toBeLessThan(args.indexOf('--setenv'));
    expect(args.slice(-2)).toEqual(['--seccomp', '3']);
  });

  it('join the network of the session, or allow nested namespaces, only where the profile says so', () => {
    expect(bwrapArguments(profile({ network: 'session' }))).not.toContain('--unshare-net');
    expect(bwrapArguments(profile({ purpose: 'agent' }))).not.toContain('--disable-userns');
  });

  it('keep tools with network access from looking for their own updates', () => {
    const joined = bwrapArguments(profile({ network: 'session' })).join(' ');
    expect(joined).toContain('--setenv npm_config_update_notifier false');
    expect(args.join(' ')).not.toContain('npm_config_update_notifier');
  });

  it('N19 the limits are set from inside, if the system can', () => {
    expect(limiterOf(profile(), '/usr/bin/prlimit')).toEqual([
      ...['/usr/bin/prlimit', '--nproc=2048:2048', '--core=0:0', '--'],
    ]);
    expect(limiterOf(profile(), null)).toEqual([]);
    expect(profile().limits.memoryBytes).toBe(6 * 1024 ** 3);
  });
});

test('N11 the text of a profile is the same for the same profile, and another for any other', () => {
  expect(profileText(profile())).toBe(profileText(profile()));
  const others = [
    profile({ canWrite: false }),
    profile({ network: 'session' }),
    profile({ cwd: '/home/ada/app/sub' }),
    profile({ environment: { PATH: '/bin' } }),
    profile(withFolder({ secretFiles: [`${app}/.env`] })),
  ].map(profileText);
  expect(new Set([...others, profileText(profile())]).size).toBe(others.length + 1);
});
