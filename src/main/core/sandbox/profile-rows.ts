/**
 * The profile, row by row, in the order in which it is mounted: later rows cover earlier ones. The
 * root is empty, so a path that no row names does not exist inside.
 */
import { isInside } from '../../../shared/files/inside.ts';
import type { HiddenPath, MachineFacts } from '../../../shared/sandbox/machine-facts.ts';
import { gitMounts } from './git-mounts.ts';
import { ownFilesInside } from './sandbox-environment.ts';
import type { SandboxMount, ProfileSpec } from './sandbox-profile.ts';

export interface ProfileRow {
  readonly name: string;
  readonly why: string;
  readonly mounts: (spec: ProfileSpec) => readonly SandboxMount[];
}

const sharedMemoryBytes = 1024 ** 3;

const readOnly = (path: string): SandboxMount => ({ kind: 'read-only', from: path, path });

const hidden = (path: string, kind: HiddenPath['kind'], { files }: MachineFacts): SandboxMount =>
  kind === 'file'
    ? { kind: 'hidden-file', from: files.empty, path }
    : { kind: 'hidden-folder', path };

export const profileRows: readonly ProfileRow[] = [
  {
    name: 'root',
    why: 'An allow-list: what is not mounted below is not there.',
    mounts: () => [{ kind: 'memory', path: '/' }],
  },
  {
    name: 'system',
    why: 'Programs, libraries and their settings.',
    mounts: ({ facts }) =>
      facts.systemFolders.map(({ path, link }) =>
        link === null ? readOnly(path) : { kind: 'link', path, target: link },
      ),
  },
  {
    name: 'kernel',
    why: 'Processes of the sandbox only; no devices but the harmless ones.',
    mounts: ({ facts }) => [
      { kind: 'processes', path: '/proc' },
      { kind: 'devices', path: '/dev' },
      // This is a tmpfs, which uses the machine's memory.
      { kind: 'memory', path: '/dev/shm', bytes: sharedMemoryBytes, mode: '1777' },
      { kind: 'frozen', path: '/dev' },
      ...facts.kernelFolders.map(readOnly),
    ],
  },
  {
    name: 'temporary files',
    why: 'Private to the session: sockets of the desktop and of ssh-agent are in the shared one.',
    mounts: ({ facts, purpose }) => [
      purpose === 'language-server'
        ? { kind: 'memory', path: '/tmp' }
        : { kind: 'writable', from: facts.files.temporary, path: '/tmp' },
      { kind: 'folder', path: '/var' },
      { kind: 'link', path: '/var/tmp', target: '../tmp' },
    ],
  },
  {
    name: 'run',
    why: 'No D-Bus, no docker, no Wayland; only our own files.',
    mounts: ({ facts }) => [
      { kind: 'folder', path: '/run' },
      { kind: 'read-only', from: facts.files.ownFiles, path: ownFilesInside },
    ],
  },
  {
    name: 'generated settings',
    why: 'Programs find their user; names of other users and of servers are not there.',
    mounts: ({ facts: { settingFiles, files } }) =>
      (['passwd', 'group', 'resolvConf'] as const).flatMap((name): readonly SandboxMount[] => {
        const path = settingFiles[name];
        return path === null ? [] : [{ kind: 'read-only', from: files[name], path }];
      }),
  },
  {
    name: 'home',
    why: 'Private to the client in these folders: no keys, no tokens, no settings of the user.',
    mounts: ({ facts, purpose }) => [
      purpose === 'language-server'
        ? { kind: 'memory', path: facts.home }
        : { kind: 'writable', from: facts.files.home, path: facts.home },
    ],
  },
  {
    name: 'agent folders',
    why: 'Mounts of their own: what lies in them cannot be exchanged by moving the folder.',
    mounts: ({ agent }) =>
      (agent?.folders ?? []).map(({ from, path }) => ({ kind: 'writable', from, path })),
  },
  {
    name: 'agent settings',
    why: 'An agent cannot change the settings that it is started with.',
    mounts: ({ agent }) =>
      (agent?.settings ?? []).map(({ from, path }) => ({ kind: 'read-only', from, path })),
  },
  {
    name: 'agent login',
    why: 'The one file that it logs in with, as a copy; writable only where it is renewed.',
    mounts: ({ agent }) => {
      if (!agent?.login) return [];
      const { from, path, isWritable: isRenewed } = agent.login;
      return [{ kind: isRenewed ? 'writable' : 'read-only', from, path }];
    },
  },
  {
    name: 'toolchains',
    why: 'Compilers and the like in the home folder, and the programs that come with the app.',
    mounts: ({ facts, purpose, alsoReadable = [] }) =>
      [
        ...facts.toolchains,
        ...(purpose === 'language-server' ? facts.ownPrograms : []),
        ...alsoReadable,
      ].map(readOnly),
  },
  {
    name: 'granted folders',
    why: 'Writable only if the session may change files.',
    mounts: (spec) =>
      spec.facts.folders.map(({ path }) => ({
        kind: isWritable(spec) ? 'writable' : 'read-only',
        from: path,
        path,
      })),
  },
  {
    name: 'protected names',
    why: 'They make programs of the user run something by themselves.',
    mounts: (spec) =>
      isWritable(spec) && spec.purpose !== 'git'
        ? spec.facts.folders.flatMap(({ protectedPaths }) => protectedPaths.map(readOnly))
        : [],
  },
  {
    name: 'repositories',
    why: 'One file in .git can make the next git of the user run a program.',
    mounts: (spec) =>
      spec.facts.folders.flatMap(({ git }) => git.flatMap((place) => gitMounts(place, spec))),
  },
  {
    name: 'secrets of the project',
    why: 'Commands get values only if the user grants them.',
    mounts: ({ facts, canReadSecrets, purpose }) =>
      // Git compares them with what was committed; it shows them to nobody who may not read them.
      canReadSecrets || purpose === 'git'
        ? []
        : facts.folders.flatMap(({ secretFiles }) =>
            secretFiles.map((path) => hidden(path, 'file', facts)),
          ),
  },
  {
    name: 'closed places',
    why: 'Our own data, keys of the user, folders that a rule closes, other file systems.',
    mounts: ({ facts }) =>
      facts.hidden
        .filter(({ path }) => facts.folders.some((folder) => isInside(path, folder.path)))
        .map(({ path, kind }) => hidden(path, kind, facts)),
  },
  {
    name: 'frozen root',
    why: 'Nothing can be added beside what was mounted.',
    mounts: () => [{ kind: 'frozen', path: '/' }],
  },
];

const isWritable = ({ canWrite, purpose }: ProfileSpec): boolean =>
  canWrite && purpose !== 'language-server';
