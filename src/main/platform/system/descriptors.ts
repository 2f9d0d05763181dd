/**
 * How many file descriptors this process has left. When the last ones are gone, windows, programs
 * and the ledger fail in ways nobody can recover from; so some are kept back, and new clients are
 * turned away before.
 */
import fs from 'node:fs';

/** For windows, programs, the ledger and connections that are already there. */
const keptBack = 64;
/** What one window or process may need. */
const forOneWindow = 32;
const sampleMs = 100;

export class Descriptors {
  readonly #count: () => number;
  readonly #limit: () => number;
  #sampledAt = -Infinity;
  #free = Infinity;

  constructor(count: () => number = openNow, limit: () => number = limitNow) {
    this.#count = count;
    this.#limit = limit;
  }

  /** Whether a new client has to be refused. Each `false` reserves one descriptor. */
  isShortForClients(): boolean {
    this.#sample();
    this.#free -= 1;
    return this.#free < keptBack;
  }

  /** Whether a window must not be opened now: Chromium ends the whole app when it gets none. */
  isShortForWindows(): boolean {
    this.#sampledAt = -Infinity;
    this.#sample();
    return this.#free < forOneWindow;
  }

  #sample(): void {
    const now = performance.now();
    if (now - this.#sampledAt < sampleMs) return;
    this.#sampledAt = now;
    this.#free = this.#limit() - this.#count();
  }
}

/** The process has one table of them. */
export const descriptors = new Descriptors();

/** To look costs one; where even that is missing, there is none. */
function openNow(): number {
  if (process.platform === 'win32') return 0;
  try {
    return fs.readdirSync(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd').length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

let usual: number | null = null;

/** It can be changed while we run (prlimit). */
function limitNow(): number {
  if (process.platform === 'win32') return Number.POSITIVE_INFINITY;
  if (process.platform !== 'linux') return (usual ??= reportedLimit());
  try {
    const line = /^Max open files +(\d{1,18}|unlimited)/m.exec(
      fs.readFileSync('/proc/self/limits', 'utf8'),
    );
    const soft = line?.[1] === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line?.[1]);
    return (usual = Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft);
  } catch {
    return usual ?? 0;
  }
}

function reportedLimit(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft;
}
