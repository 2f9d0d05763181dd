/** Which restores have begun: after a crash they are carried out to their end. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const UnfinishedRestore = z.strictObject({
  before: z.string(),
  now: z.string(),
  paths: z.array(z.string()),
  /** The ledger entry of the command. */
  entry: z.string(),
});
export type UnfinishedRestore = Readonly<z.infer<typeof UnfinishedRestore>>;

export class RestoreJournal {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = path.join(stateFolder, 'restores');
  }

  /** On disk before anything is changed. */
  begin(step: UnfinishedRestore): string {
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const key = randomUUID();
    const file = this.#file(key);
    const fd = fs.openSync(`${file}.new`, 'w', 0o600);
    try {
      fs.writeSync(fd, JSON.stringify(step));
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(`${file}.new`, file);
    return key;
  }

  finish(key: string): void {
    fs.rmSync(this.#file(key), { force: true });
  }

  unfinished(): readonly (readonly [string, UnfinishedRestore])[] {
    if (!fs.existsSync(this.#folder)) return [];
    return fs.readdirSync(this.#folder).flatMap((name) => {
      const { name: key, ext } = path.parse(name);
      if (ext !== '.json') return [];
      try {
        const text = fs.readFileSync(this.#file(key), 'utf8');
        return [[key, UnfinishedRestore.parse(JSON.parse(text))] as const];
      } catch {
        return [];
      }
    });
  }

  #file(key: string): string {
    return path.join(this.#folder, `${key}.json`);
  }
}
