/**
 * The sandbox of the git that reads a recorded folder: it sees that folder, read-only, our own store
 * and the system's programs. A command that runs meanwhile can exchange any folder for a link, and git
 * goes by names; inside, such a link leads nowhere.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import type { RunSandbox } from '../programs/run-program.ts';
import { findSystemProgram } from '../sandbox/find-bwrap.ts';
import { systemFoldersOf } from '../sandbox/system-facts.ts';
import type { CheckpointRoot } from './open-root.ts';

/** Where the folder and the store lie inside; the start of a sandbox is checked by the second name. */
const folderInside = '/folder';
export const storeInside = '/run/gatehouse';

/** Why git was not let run: the folder's name led to another one. */
export const folderExchanged = 'FOLDER';

export interface GitSandboxSpec {
  readonly gitDir: string;
  readonly root: CheckpointRoot;
  /** A folder below the root; `''` for the root itself. */
  readonly below: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Git is our own, but a checkpoint must not take all memory of the machine either. */
const limits = { memoryBytes: 16 * 1024 ** 3, processes: 64, folderBytes: 1024 ** 4 };

/**
 * Whether git runs in a sandbox. A machine without a working bubblewrap has no sandboxed commands that
 * could exchange anything: there, git runs without. Once such a command ran, it never does.
 */
export class GitSandbox {
  #bwrap: string | null = null;
  #isRequired = false;
  #hasFailed = false;

  /** Sandboxed commands run here from now on. */
  require(): void {
    this.#isRequired = true;
  }

  /** Null where git runs without. */
  get engine(): string | null {
    const isOff = this.#hasFailed || process.env['GATEHOUSE_NO_SANDBOX'] === '1';
    if (process.platform !== 'linux' || (isOff && !this.#isRequired)) return null;
    this.#bwrap ??= findSystemProgram('bwrap');
    return this.#bwrap;
  }

  /** It could not be started: whether git may run without it from now on. */
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
    args: [...engineArguments(gitDir, root.path, env)],
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
    // The engine mounts by name, and a session can hold a folder and one below it.
    whyNot: (pid) => (isFolder(`/proc/${pid}/root${folderInside}`, root) ? null : folderExchanged),
  };
}

const engineArguments = (
  gitDir: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): readonly string[] => [
  ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc'],
  ...['--die-with-parent', '--tmpfs', '/'],
  ...systemFoldersOf(['/etc']).flatMap(({ path: name, link }) =>
    link === null ? ['--ro-bind', name, name] : ['--symlink', link, name],
  ),
  // Git makes the names of temporary files from random bytes.
  ...['/dev/null', '/dev/urandom'].flatMap((name) => ['--dev-bind', name, name]),
  ...['--ro-bind', folder, folderInside, '--bind', gitDir, storeInside],
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
