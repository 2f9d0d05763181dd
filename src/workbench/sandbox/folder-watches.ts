/**
 * Tells when something happens in one of many folders. Bounded in number: folders beyond the bound are
 * looked at now and then instead. What is told is only that it is time to look.
 */
import fs from 'node:fs';

const maxWatches = 1_000;
const leastPauseMs = 50;
const mostPauseMs = 2_000;
/** A look may take this part of the time. */
const share = 10;

export class FolderWatches {
  readonly #look: () => Promise<void>;
  readonly #watchers = new Map<string, fs.FSWatcher>();
  #timer: NodeJS.Timeout | null = null;
  #pauseMs = leastPauseMs;
  #isOn = false;
  #isLooking = false;
  #isPartial = false;

  constructor(look: () => Promise<void>) {
    this.#look = look;
  }

  /** Those nearest to the top first. */
  watch(folders: readonly string[]): void {
    this.#isOn = true;
    this.#isPartial = folders.length > maxWatches;
    for (const folder of folders.slice(0, maxWatches))
      if (!this.#watchers.has(folder)) this.#add(folder);
    if (this.#isPartial) this.#plan(mostPauseMs);
  }

  stop(): void {
    this.#isOn = false;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #add(folder: string): void {
    try {
      const watcher = fs.watch(folder, { persistent: false });
      const forget = (): void => {
        watcher.close();
        this.#watchers.delete(folder);
      };
      watcher.on('change', () => this.#plan(this.#pauseMs));
      watcher.on('error', forget);
      this.#watchers.set(folder, watcher);
    } catch {
      // The system allows no more watches, or the folder is gone.
      this.#isPartial = true;
    }
  }

  #plan(pauseMs: number): void {
    if (!this.#isOn || this.#isLooking || this.#timer) return;
    this.#timer = setTimeout(() => void this.#lookNow(), pauseMs);
  }

  async #lookNow(): Promise<void> {
    this.#timer = null;
    this.#isLooking = true;
    const began = performance.now();
    await this.#look().catch(() => undefined);
    this.#isLooking = false;
    const took = performance.now() - began;
    this.#pauseMs = Math.min(mostPauseMs, Math.max(leastPauseMs, took * share));
    if (this.#isPartial) this.#plan(mostPauseMs);
  }
}
