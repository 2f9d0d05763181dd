/**
 * Kernel limits for all processes of a sandbox together, in a control group of its own. Used for
 * root, to whom RLIMIT_NPROC does not apply; other users may not create such groups on most
 * systems.
 */
import fs from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';

const namePrefix = 'gatehouse-';
const retryMs = 200;
const maxTries = 50;
let made = 0;

/**
 * Where this process may create groups: in the unified hierarchy, or in the older one for
 * processes.
 */
export function groupFolders(
  mounted = '/sys/fs/cgroup',
  own = readOr('/proc/self/cgroup', ''),
): readonly string[] {
  const pathIn = (line: RegExp): string => line.exec(own)?.[1] ?? '/';
  return [
    path.resolve(mounted, `.${pathIn(/^0::(.*)$/m)}`),
    path.join(mounted, 'pids', pathIn(/^\d+:(?:[^:]*,)?pids(?:,[^:]*)?:(.*)$/m)),
  ];
}

export class ControlGroup {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null if no group with a process limit can be created. */
  static make(
    { processes, memoryBytes }: SandboxLaunch['limits'],
    folders = groupFolders(),
  ): ControlGroup | null {
    made += 1;
    for (const around of folders) {
      const folder = path.join(around, `${namePrefix}${process.pid}-${made}`);
      // Elsewhere this would only be a folder of the file system.
      if (!fs.existsSync(path.join(around, 'cgroup.procs'))) continue;
      try {
        fs.mkdirSync(folder);
        const group = new ControlGroup(folder);
        if (group.#set('pids.max', processes)) {
          group.#set('memory.max', memoryBytes);
          return group;
        }
        fs.rmdirSync(folder);
      } catch {
        // Not permitted.
      }
    }
    return null;
  }

  /**
   * Also adds everything that they start from now on; false if one of them is still outside. The first
   * time can take the kernel ten milliseconds, so this thread does not wait for it.
   */
  async add(pids: readonly number[]): Promise<boolean> {
    const outside = pids.filter((pid) => !this.#has(pid));
    const added = await Promise.all(outside.map((pid) => this.#addOne(pid)));
    return !added.includes(false);
  }

  async #addOne(pid: number): Promise<boolean> {
    try {
      await writeFile(path.join(this.#folder, 'cgroup.procs'), String(pid));
      return true;
    } catch {
      // It has already ended.
      return !fs.existsSync(`/proc/${pid}`);
    }
  }

  #has(pid: number): boolean {
    const name = `/${path.basename(this.#folder)}`;
    return readOr(`/proc/${pid}/cgroup`, '')
      .split('\n')
      .some((line) => line.endsWith(name));
  }

  /** Its processes were ended, which takes a moment. */
  remove(tries = 0): void {
    try {
      fs.rmdirSync(this.#folder);
    } catch {
      if (tries < maxTries && fs.existsSync(this.#folder))
        setTimeout(() => this.remove(tries + 1), retryMs).unref();
    }
  }

  #set(name: string, value: number): boolean {
    const file = path.join(this.#folder, name);
    try {
      if (!fs.existsSync(file)) return false;
      fs.writeFileSync(file, String(value));
      return true;
    } catch {
      return false;
    }
  }
}

/** Removes groups that killed runs left behind, except those in use. */
export function removeOldGroups(folders = groupFolders()): void {
  for (const folder of folders)
    for (const name of namesIn(folder)) if (name.startsWith(namePrefix)) removeEmpty(folder, name);
}

function removeEmpty(folder: string, name: string): void {
  try {
    fs.rmdirSync(path.join(folder, name));
  } catch {
    // Still in use.
  }
}

/** Whether the kernel limits root's processes here. */
export function canLimitRoot(): boolean {
  const group = ControlGroup.make({ processes: 100, memoryBytes: 1024 ** 3, folderBytes: 1 });
  group?.remove();
  return group !== null;
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function readOr(file: string, fallback: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}
