/** The list of a folder's checkpoints, kept in a small file that is replaced as a whole. */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { CheckpointRoot } from './open-root.ts';

const CheckpointRecord = z.strictObject({
  id: z.string(),
  at: z.number(),
  /** The sessions that may still restore it. Ended sessions are removed. */
  sessions: z.array(z.string()),
  /** The recorded commit of each repository, by its folder; the folder itself is `''`. */
  parts: z.record(z.string(), z.string()),
  /** Existing files that are not recorded, as far as they are listed. */
  tooLarge: z.array(z.string()),
});
export type CheckpointRecord = Readonly<z.infer<typeof CheckpointRecord>>;

const RecordFile = z.strictObject({
  root: z.strictObject({ path: z.string(), device: z.string(), inode: z.string() }),
  checkpoints: z.array(CheckpointRecord),
});

export class CheckpointRecords {
  readonly #file: string;
  readonly #root: CheckpointRoot;
  #records: readonly CheckpointRecord[];

  constructor(folder: string, { path: name, device, inode }: CheckpointRoot) {
    this.#file = path.join(folder, 'checkpoints.json');
    this.#root = { path: name, device, inode };
    this.#records = read(this.#file)?.checkpoints ?? [];
  }

  /** The folder that a store belongs to; null when the store is empty. */
  static rootOf(folder: string): CheckpointRoot | null {
    return read(path.join(folder, 'checkpoints.json'))?.root ?? null;
  }

  /** Oldest first. */
  get all(): readonly CheckpointRecord[] {
    return this.#records;
  }

  get newest(): CheckpointRecord | null {
    return this.#records.at(-1) ?? null;
  }

  find(id: string): CheckpointRecord | null {
    return this.#records.find((record) => record.id === id) ?? null;
  }

  /** Replaces the record of the same id. */
  put(record: CheckpointRecord): void {
    this.replace([...this.#records.filter((item) => item.id !== record.id), record]);
  }

  replace(records: readonly CheckpointRecord[]): void {
    fs.mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const text = JSON.stringify({ root: this.#root, checkpoints: records });
    fs.writeFileSync(`${this.#file}.new`, text, { mode: 0o600 });
    fs.renameSync(`${this.#file}.new`, this.#file);
    this.#records = records;
  }
}

function read(file: string): z.infer<typeof RecordFile> | null {
  try {
    return RecordFile.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
