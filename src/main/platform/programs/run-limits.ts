/**
 * Stops a sandbox whose processes together use more than they may: memory, processes, space in the
 * private folders. The kernel's per-process limits count each process alone, do not apply to root,
 * and do not cover folders; so usage is polled here.
 */
import { statfs } from 'node:fs/promises';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import { sizeOfFolder } from '../files/folder-size.ts';
import { processesInside, memoryOf, type BwrapStatus } from './sandboxed-start.ts';

const lookMs = 500;
const diskLookMs = 2_000;
/** Measuring the folders may use this share of the time. */
const diskShare = 10;
const megabyte = 1024 ** 2;
/** With less free disk space than this, a program that uses more is stopped. */
const leastFreeBytes = 512 * megabyte;
/** Space that was used before a program started does not count against it. */
const ownBytes = 256 * megabyte;

export class RunLimits {
  readonly #launch: SandboxLaunch;
  readonly #end: () => void;
  readonly #timer: NodeJS.Timeout;
  #diskTimer: NodeJS.Timeout | null = null;
  #free: number | null = null;
  #home: number | null = null;
  #note: string | null = null;
  #isOver = false;

  constructor(status: BwrapStatus, launch: SandboxLaunch, end: () => void) {
    this.#launch = launch;
    this.#end = end;
    this.#timer = setInterval(() => this.#lookAtProcesses(status.firstPid), lookMs);
    this.#planDisk(diskLookMs);
  }

  /** Stops watching, and returns why the program was stopped, if it was. */
  finish(): string | null {
    this.#isOver = true;
    clearInterval(this.#timer);
    if (this.#diskTimer) clearTimeout(this.#diskTimer);
    return this.#note;
  }

  #lookAtProcesses(first: number | null): void {
    if (first === null) return;
    const { memoryBytes, processes } = this.#launch.limits;
    const inside = processesInside(first);
    if (inside.length > processes) this.#stop(`it started more than ${processes} processes`);
    else if (memoryOf(inside) > memoryBytes)
      this.#stop(`it used more than ${megabytes(memoryBytes)} of memory`);
  }

  #planDisk(pauseMs: number): void {
    if (this.#isOver) return;
    this.#diskTimer = setTimeout(() => {
      const began = performance.now();
      // Anything that cannot be read now is read next time.
      this.#lookAtDisk()
        .catch(() => undefined)
        .finally(() =>
          this.#planDisk(Math.max(diskLookMs, (performance.now() - began) * diskShare)),
        );
    }, pauseMs);
  }

  async #lookAtDisk(): Promise<void> {
    const { privateFolders, limits } = this.#launch;
    const [first = '/'] = privateFolders;
    const { bavail, bsize } = await statfs(first);
    const free = bavail * bsize;
    this.#free ??= free;
    if (free < leastFreeBytes && free < this.#free - ownBytes)
      return this.#stop(`less than ${megabytes(leastFreeBytes)} are left on the disk`);
    const [temporary = 0, home = 0] = await Promise.all(
      privateFolders.slice(0, 2).map(sizeOfFolder),
    );
    this.#home ??= home;
    // The home folder is kept for later sessions and may have been full before.
    const mostAtHome = Math.max(limits.folderBytes, this.#home + ownBytes);
    if (temporary > limits.folderBytes || home > mostAtHome)
      this.#stop(`/tmp or its home folder holds more than ${megabytes(limits.folderBytes)}`);
  }

  #stop(why: string): void {
    if (this.#isOver || this.#note !== null) return;
    this.#note = `Gatehouse ended this: ${why}.`;
    clearInterval(this.#timer);
    this.#end();
  }
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / megabyte)} MB`;
