/**
 * The sandbox of the git that reads a recorded folder. It contains that folder (read-only), our
 * own store and the system's programs. Git works with names, and a command running at the same
 * time can replace any folder by a link; inside the sandbox such a link leads nowhere.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import type { RunSandbox } from '../programs/run-program.ts';
import { findSystemProgram } from '../sandbox/find-bwrap.ts';
import { systemFoldersOf } from '../sandbox/system-facts.ts';
import type { CheckpointRoot } from './open-root.ts';

/**
 * The paths of the folder and the store inside the sandbox. The second one shows that the sandbox
 * has started.
 */
const folderInside = '/folder';
export const storeInside = '/run/gatehouse';

const memoryInside = '/tmp';
/** As much as is read of git's output. */
const memoryBytes = 256 * 1024 ** 2;
/** In memory, and gone with the sandbox. */
export const waitingFile = `${memoryInside}/waiting`;

/** Why git was not started: the folder's name led to another folder. */
export const folderExchanged = 'FOLDER';

export interface GitSandboxSpec {
  readonly gitDir: string;
  readonly root: CheckpointRoot;
  /** A folder below the root; `''` for the root itself. */
  readonly below: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The git program is trusted, but a checkpoint must not use all memory of the machine. */
const limits = { memoryBytes: 16 * 1024 ** 3, processes: 64, folderBytes: 1024 ** 4 };

/**
 * Whether git runs in a sandbox. Without a working bubblewrap there are no sandboxed commands that
 * could replace a folder, so git runs directly. Once a sandboxed command has run, git never runs
 * directly.
 */
export class GitSandbox {
  #bwrap: string | null = null;
  #isRequired = false;
  #hasFailed = false;

  /** Call when sandboxed commands start to run. */
  require(): void {
    this.#isRequired = true;
  }

  /** Null where git runs without a sandbox. */
  get bwrap(): string | null {
    const isOff = this.#hasFailed || process.env['GATEHOUSE_NO_SANDBOX'] === '1';
    if (process.platform !== 'linux' || (isOff && !this.#isRequired)) return null;
    this.#bwrap ??= findSystemProgram('bwrap');
    return this.#bwrap;
  }

  /** The sandbox could not be started. Returns whether git may run without it from now on. */
  giveUp(): boolean {
    this.#hasFailed = true;
    return !this.#isRequired;
  }
}

export function gitSandbox(bwrap: string, spec: GitSandboxSpec): RunSandbox {
  const { gitDir, root, below, env } = spec;
  const launch: SandboxLaunch = {
    profileSha256: '0'.repeat(64),
    bwrap,
    args: [...gitBwrapArguments(gitDir, root.path, env)],
    env: { ...env },
    network: null,
    limits,
    limiter: [],
    privateFolders: [],
    seccompFile: '/dev/null',
  };
  return {
    launch,
    folder: path.posix.join(folderInside, below),
    // Bubblewrap mounts by name, and a session can have both a folder and one inside it.
    whyNot: (pid) => (isFolder(`/proc/${pid}/root${folderInside}`, root) ? null : folderExchanged),
  };
}

const gitBwrapArguments = (
  gitDir: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): readonly string[] => [
  ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc'],
  ...['--die-with-parent', '--tmpfs', '/'],
  ...systemFoldersOf(['/etc']).flatMap(({ path: name, link }) =>
    link === null ? ['--ro-bind', name, name] : ['--symlink', link, name],
  ),
  // Git needs random bytes for the names of temporary files.
  ...['/dev/null', '/dev/urandom'].flatMap((name) => ['--dev-bind', name, name]),
  ...['--ro-bind', folder, folderInside, '--bind', gitDir, storeInside],
  ...['--size', String(memoryBytes), '--tmpfs', memoryInside],
  ...['--remount-ro', '/', '--chdir', folderInside, '--clearenv'],
  ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
];

function isFolder(place: string, { device, inode }: CheckpointRoot): boolean {
  try {
    const { dev, ino } = fs.statSync(place, { bigint: true });
    return String(dev) === device && String(ino) === inode;
  } catch {
    return false;
  }
}
