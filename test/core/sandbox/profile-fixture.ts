/** Facts of a made-up machine, and the profile of a command on it. */
import { profileOf } from '../../../src/main/core/sandbox/make-profile.ts';
import type { ProfileSpec } from '../../../src/main/core/sandbox/sandbox-profile.ts';
import type { FolderFacts, MachineFacts } from '../../../src/shared/sandbox/machine-facts.ts';

export const folderAt = (path: string, own: Partial<FolderFacts> = {}): FolderFacts => ({
  ...{ path, git: [], protectedPaths: [], secretFiles: [] },
  ...own,
});

export const facts: MachineFacts = {
  bwrap: '/usr/bin/bwrap',
  prlimit: '/usr/bin/prlimit',
  user: 'ada',
  home: '/home/ada',
  systemFolders: [
    { path: '/usr', link: null },
    { path: '/etc', link: null },
    { path: '/bin', link: 'usr/bin' },
  ],
  kernelFolders: ['/sys/devices/system/cpu', '/sys/fs/cgroup'],
  toolchains: ['/home/ada/.nvm', '/home/ada/.cargo/bin'],
  ownPrograms: ['/opt/gatehouse/tools'],
  folders: [folderAt('/home/ada/app')],
  hidden: [],
  settingFiles: {
    passwd: '/etc/passwd',
    group: '/etc/group',
    resolvConf: '/run/systemd/resolve/stub-resolv.conf',
  },
  files: {
    temporary: '/data/s/tmp',
    home: '/data/homes/h',
    ownFiles: '/data/s/files',
    agentFiles: '/data/s/agent',
    agentFolders: '/data/homes/h-agent',
    passwd: '/data/s/passwd',
    group: '/data/s/group',
    resolvConf: '/data/s/resolv.conf',
    empty: '/data/s/empty',
    seccomp: '/data/s/seccomp',
  },
  memoryBytes: 8 * 1024 ** 3,
};

export const specOf = (own: Partial<ProfileSpec> = {}): ProfileSpec => ({
  purpose: 'command',
  facts,
  canWrite: true,
  canReadSecrets: false,
  network: 'none',
  cwd: '/home/ada/app',
  environment: { PATH: '/usr/bin' },
  ...own,
});

export const profile = (own: Partial<ProfileSpec> = {}) => profileOf(specOf(own));

export const withFolder = (own: Partial<FolderFacts>, more: Partial<MachineFacts> = {}) => ({
  facts: { ...facts, ...more, folders: [folderAt('/home/ada/app', own)] },
});
