/**
 * Ends a sandbox whose processes use more memory together than they may. The limits that a process
 * takes along count each process alone, and address space that is only reserved; so we look ourselves.
 */
import { memoryInside, type EngineStatus } from './sandboxed-start.ts';

const lookMs = 500;

export class MemoryLimit {
  readonly #timer: NodeJS.Timeout;
  #note: string | null = null;

  constructor(status: EngineStatus, bytes: number, end: () => void) {
    this.#timer = setInterval(() => {
      const first = status.firstPid;
      if (first === null || memoryInside(first) <= bytes) return;
      clearInterval(this.#timer);
      this.#note = `Gatehouse ended this: it used more than ${Math.floor(bytes / 1024 ** 2)} MB of memory.`;
      end();
    }, lookMs);
  }

  /** Stops looking; says why it was ended, if it was. */
  finish(): string | null {
    clearInterval(this.#timer);
    return this.#note;
  }
}
