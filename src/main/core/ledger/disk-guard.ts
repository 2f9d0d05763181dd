/**
 * Watches free disk space. Low space is reported; almost none means that no new call starts, while
 * running calls can still be recorded. Nothing is ever deleted to free space.
 */
import type { Notice } from '../../../shared/ipc/main-window.ts';
import type { Clock } from '../dependencies.ts';

export interface SpaceLimits {
  readonly warnBelow: number;
  readonly denyBelow: number;
}

export const spaceLimits: SpaceLimits = { warnBelow: 1024 ** 3, denyBelow: 64 * 1024 ** 2 };

export type Level = 'enough' | 'low' | 'none';

const everyMs = 5_000;
const everyMsWhenFull = 500;
/** Characters written between two checks; far less than the space that is kept free. */
const everyLength = 4 * 1024 ** 2;

export const lowSpaceNotice: Notice = {
  id: 'disk-low',
  tone: 'warning',
  title: 'The disk is almost full',
  text: 'Less than 1 GB is free where the ledger is kept. Below 64 MB nothing is carried out any more.',
};

/** A disk that does not answer may be gone, so no new call starts. On systems that cannot report free space, nothing is checked. */
function whyUnreadable(error: unknown): string | number {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('ENOSYS') ? Infinity : message;
}

interface Deps {
  readonly clock: Clock;
  /** Undefined on systems that cannot report free space. */
  readonly freeBytes: (() => Promise<number>) | undefined;
  readonly limits: SpaceLimits;
  /** Called with the free space, if it is known. */
  readonly onLevel: (level: Level) => void;
}

export class DiskGuard {
  readonly #deps: Deps;
  #level: Level = 'enough';
  /** Why the free space could not be read; null when it could. */
  #unreadable: string | null = null;
  #looking: Promise<void> | null = null;
  #lookedAt = -Infinity;
  #lookedAtLength = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get level(): Level {
    return this.#level;
  }

  get reason(): string | null {
    if (this.#level !== 'none') return null;
    if (this.#unreadable) return `the free space on its disk cannot be read: ${this.#unreadable}`;
    const megabytes = Math.round(this.#deps.limits.denyBelow / 1024 ** 2);
    return `less than ${megabytes} MB are free on the disk`;
  }

  /** Cheap unless a check is due. */
  wrote(segmentLength: number): void {
    if (Math.abs(segmentLength - this.#lookedAtLength) >= everyLength) {
      this.#lookedAtLength = segmentLength;
      this.#lookedAt = -Infinity;
    }
    this.lookIfDue();
  }

  lookIfDue(): void {
    const pause = this.#level === 'none' ? everyMsWhenFull : everyMs;
    if (this.#deps.clock.monotonic() - this.#lookedAt >= pause) void this.look();
  }

  /** Resolves after the check; never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async drain(): Promise<void> {
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { freeBytes, clock } = this.#deps;
    this.#lookedAt = clock.monotonic();
    if (!freeBytes) return;
    const free = await freeBytes().catch((error: unknown) => whyUnreadable(error));
    const before = { level: this.#level, unreadable: this.#unreadable };
    this.#unreadable = typeof free === 'string' ? free : null;
    this.#level = typeof free === 'string' ? 'none' : this.#levelOf(free);
    if (this.#level === before.level && this.#unreadable === before.unreadable) return;
    this.#deps.onLevel(this.#unreadable === null ? this.#level : 'enough');
  }

  #levelOf(free: number): Level {
    const { warnBelow, denyBelow } = this.#deps.limits;
    if (free < denyBelow) return 'none';
    return free < warnBelow ? 'low' : 'enough';
  }
}
