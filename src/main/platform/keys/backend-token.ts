/** The token for the backend, in a file that only the user may read. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writePrivateFile } from '../files/private-file.ts';

export class BackendToken {
  readonly #file: string;
  #value: string | null = null;

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'backend.token');
  }

  /** Null when there is none; then no Authorization is sent. */
  get value(): string | null {
    return this.#value;
  }

  async load(): Promise<void> {
    const text = (await readIfThere(this.#file))?.toString('utf8').trim() ?? '';
    this.#value = text === '' ? null : text;
  }

  async set(value: string | null): Promise<void> {
    if (value === null) await fs.rm(this.#file, { force: true });
    else await writePrivateFile(this.#file, value);
    this.#value = value;
  }
}
