/**
 * Small state that survives restarts, one private file per name. Writes to one name keep their
 * order.
 */
import path from 'node:path';
import fs from 'node:fs/promises';
import type { StateStore } from '../../core/dependencies.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';
import { isErrno, isFolderError, parseStateJson } from './state-json.ts';

export class StateFiles implements StateStore {
  readonly #folder: string;
  readonly #onError: (text: string) => void;
  readonly #writing = new Map<string, Promise<void>>();
  readonly #next = new Map<string, unknown>();

  constructor(dataDir: string, onError: (text: string) => void) {
    this.#folder = path.join(dataDir, 'state');
    this.#onError = onError;
  }

  async load(name: string): Promise<unknown> {
    try {
      const content = await readIfThere(this.#file(name));
      return content && parseStateJson(content);
    } catch (error) {
      this.#onError(`${name} could not be read and starts empty: ${String(error)}`);
      return null;
    }
  }

  async loadOrFail<Kept>(name: string, parse: (stored: unknown) => Kept): Promise<Kept | null> {
    try {
      const content = await readIfThere(this.#file(name));
      return content && parse(parseStateJson(content));
    } catch (error) {
      // System errors, such as a missing permission, explain themselves.
      if (isErrno(error) && !isFolderError(error)) throw error;
      throw new Error(
        `${this.#file(name)} cannot be read. Restore it, or move it away and create your ${name} again.`,
        { cause: error },
      );
    }
  }

  /**
   * Never rejects: losing this state does no harm, but the error is logged. If several values
   * arrive during a write, only the last is written.
   */
  save(name: string, value: unknown): Promise<void> {
    const waiting = this.#next.has(name);
    this.#next.set(name, value);
    const before = this.#writing.get(name) ?? Promise.resolve();
    if (waiting) return before;
    const writing = before.then(() => this.#write(name));
    this.#writing.set(name, writing);
    return writing;
  }

  /** Resolves when everything saved so far is on disk. */
  async dispose(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  async #write(name: string): Promise<void> {
    const text = JSON.stringify(this.#next.get(name));
    this.#next.delete(name);
    try {
      await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writePrivateFile(this.#file(name), text);
    } catch (error) {
      this.#onError(`${name} could not be saved: ${String(error)}`);
    }
  }

  #file(name: string): string {
    return path.join(this.#folder, `${name}.json`);
  }
}
