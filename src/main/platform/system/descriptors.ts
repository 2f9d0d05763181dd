/**
 * How many file descriptors this process has left. If they run out, windows, programs and the
 * ledger fail in unrecoverable ways, so some are reserved and new clients are refused before that.
 */
import fs from 'node:fs';

/** Reserved for windows, programs, the ledger and existing connections. */
const keptBack = 64;
/** How many one window or process may need. */
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

  /**
   * Whether a window must not be opened now: Chromium ends the whole app if it gets no descriptor.
   */
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

/** The process has one descriptor table. */
export const descriptors = new Descriptors();

/** Counting needs one descriptor itself; if even that fails, there are none. */
function openNow(): number {
  if (process.platform === 'win32') return 0;
  try {
    return fs.readdirSync(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd').length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

let usual: number | null = null;

/** The limit can change at run time (prlimit). */
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
