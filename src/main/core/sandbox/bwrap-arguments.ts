/** The only file that makes arguments of `bwrap` from a profile, up to `--`. */
import { seccompDescriptor } from '../../../shared/sandbox/bwrap-descriptors.ts';
import type { SandboxMount, SandboxProfile } from './sandbox-profile.ts';

export const bwrapArguments = (profile: SandboxProfile): readonly string[] => [
  ...profile.namespaces.map((name) =>
    name === 'cgroup' ? '--unshare-cgroup-try' : `--unshare-${name}`,
  ),
  ...(profile.network === 'none' ? ['--unshare-net'] : []),
  ...(profile.nestedNamespaces ? [] : ['--disable-userns']),
  // No --new-session: it would take job control from terminals. TIOCSTI is refused by the filter.
  '--die-with-parent',
  ...['--hostname', 'gatehouse'],
  ...profile.mounts.flatMap(mountArguments),
  ...['--chdir', profile.cwd, '--clearenv'],
  ...Object.entries(profile.environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ...['--seccomp', String(seccompDescriptor)],
];

function mountArguments(mount: SandboxMount): readonly string[] {
  const { path } = mount;
  switch (mount.kind) {
    case 'read-only':
    case 'hidden-file':
      return ['--ro-bind', mount.from, path];
    case 'writable':
      return ['--bind', mount.from, path];
    case 'memory':
      return [
        ...(mount.mode === undefined ? [] : ['--perms', mount.mode]),
        ...(mount.bytes === undefined ? [] : ['--size', String(mount.bytes)]),
        ...['--tmpfs', path],
      ];
    case 'folder':
      return ['--perms', '0755', '--dir', path];
    case 'processes':
      return ['--proc', path];
    case 'devices':
      return ['--dev', path];
    case 'link':
      return ['--symlink', mount.target, path];
    case 'hidden-folder':
      return ['--tmpfs', path, '--remount-ro', path];
    case 'frozen':
      return ['--remount-ro', path];
  }
}

/** Set inside the sandbox, so that only its processes are counted. */
export const limiterOf = ({ limits }: SandboxProfile, prlimit: string | null): readonly string[] =>
  prlimit === null
    ? []
    : [prlimit, `--nproc=${limits.processes}:${limits.processes}`, '--core=0:0', '--'];
