/**
 * The parts of this machine that a profile mounts. Read again for each profile, because a link may
 * have changed.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { userName } from '../system/home-folder.ts';
import type {
  HiddenPath,
  MachineFacts,
  SettingFiles,
  SystemFolder,
} from '../../../shared/sandbox/machine-facts.ts';
import { findSystemProgram } from './find-bwrap.ts';

const systemFolders = [
  ...['/usr', '/etc', '/opt', '/nix/store', '/home/linuxbrew/.linuxbrew'],
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
];

const kernelFolders = ['/sys/devices/system/cpu', '/sys/fs/cgroup'];

/** Never `.cargo` or `.m2` themselves: they contain tokens. */
const toolchains = [
  ...['.nvm', '.volta', '.fnm', '.local/share/fnm', '.pyenv', '.rbenv', '.asdf'],
  ...['.local/share/mise', '.rustup', '.cargo/bin', '.local/bin', '.local/lib'],
  // uv keeps its tokens next to them.
  ...['.local/share/uv/python', '.local/share/uv/tools'],
  ...['.local/share/pnpm', '.bun/bin', '.deno/bin', 'go/bin', 'go/pkg/mod', '.sdkman/candidates'],
];

export type SystemFacts = Omit<MachineFacts, 'folders' | 'hidden' | 'files' | 'ownPrograms'>;

export function systemFacts(bwrap: string, home: string): SystemFacts {
  return {
    bwrap,
    prlimit: findSystemProgram('prlimit'),
    user: userName(),
    home,
    systemFolders: systemFoldersOf(),
    kernelFolders: kernelFolders.filter(isFolder),
    toolchains: toolchains.map((name) => path.join(home, name)).filter(isFolder),
    settingFiles: settingFiles(),
    memoryBytes: os.totalmem(),
  };
}

export const systemFoldersOf = (without: readonly string[] = []): readonly SystemFolder[] =>
  systemFolders.filter((folder) => !without.includes(folder)).flatMap(systemFolderAt);

function systemFolderAt(folder: string): readonly SystemFolder[] {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isSymbolicLink()) return [{ path: folder, link: fs.readlinkSync(folder) }];
  return stat.isDirectory() ? [{ path: folder, link: null }] : [];
}

/** A link is reported as a link and not followed. */
function isFolder(folder: string): boolean {
  return fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const settingFiles = (): SettingFiles => ({
  passwd: targetOf('/etc/passwd'),
  group: targetOf('/etc/group'),
  resolvConf: targetOf('/etc/resolv.conf'),
});

/** The real path of the file, even if a link's target does not exist. */
function targetOf(file: string): string | null {
  let at = file;
  for (let links = 0; links < 8; links += 1) {
    const stat = fs.lstatSync(at, { throwIfNoEntry: false });
    if (!stat) return at === file ? null : at;
    if (!stat.isSymbolicLink()) return at;
    at = path.resolve(path.dirname(at), fs.readlinkSync(at));
  }
  return null;
}

/**
 * The existing ones of these paths, with their type. Links are replaced by their targets, because
 * the targets are hidden.
 */
export function hiddenPlaces(paths: readonly string[]): readonly HiddenPath[] {
  return paths.flatMap((place) => {
    const stat = fs.lstatSync(place, { throwIfNoEntry: false });
    if (!stat || stat.isSymbolicLink()) return [];
    return [{ path: place, kind: stat.isDirectory() ? 'folder' : 'file' } as const];
  });
}
