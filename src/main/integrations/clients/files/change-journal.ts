/**
 * The changes in effect, written to disk before anything is done, and the contents before them.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readIfThere, writePrivateFile } from '../../../platform/files/private-file.ts';
import { sha256 } from '../../../platform/keys/tokens.ts';
import { ChangeRecord } from './change-record.ts';

const JournalFile = z.strictObject({ changes: z.array(ChangeRecord) });
const maxBackups = 10;
/** Identifies the file that the backups in a folder belong to. */
const ofName = 'of';

export interface Backup {
  readonly path: string;
  /** The file it belongs to. */
  readonly of: string;
  readonly at: number;
}

export class ChangeJournal {
  readonly #folder: string;
  #records: readonly ChangeRecord[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, 'clients');
  }

  /**
   * An unreadable journal is renamed, and its new path is returned. Its backups stay, and no
   * client's file is touched.
   */
  async load(now: () => number): Promise<string | null> {
    await fs.mkdir(this.#backups, { recursive: true, mode: 0o700 });
    const content = await readIfThere(this.#file);
    if (content === null) return null;
    try {
      this.#records = JournalFile.parse(JSON.parse(content.toString('utf8'))).changes;
      return null;
    } catch {
      const movedTo = path.join(this.#folder, `changes.broken-${now()}.json`);
      await fs.rename(this.#file, movedTo);
      return movedTo;
    }
  }

  list(): readonly ChangeRecord[] {
    return this.#records;
  }

  get(changeId: string): ChangeRecord | undefined {
    return this.#records.find((item) => item.changeId === changeId);
  }

  /** Durable when it resolves; a record of the same id is replaced. */
  put(record: ChangeRecord): Promise<void> {
    return this.#change((records) => [
      ...records.filter((item) => item.changeId !== record.changeId),
      record,
    ]);
  }

  forget(changeId: string): Promise<void> {
    return this.#change((records) => records.filter((item) => item.changeId !== changeId));
  }

  /** The file's content before, and the new content. */
  async keep(record: ChangeRecord, before: Buffer | null, after: Buffer): Promise<void> {
    const folder = this.#backupsOf(record.target);
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await writePrivateFile(path.join(folder, ofName), record.target);
    if (before) await writePrivateFile(this.#backup(record, 'before'), before);
    await writePrivateFile(this.#backup(record, 'after'), after);
    await this.#prune(record);
  }

  content(record: ChangeRecord, which: 'before' | 'after'): Promise<Buffer | null> {
    return readIfThere(this.#backup(record, which));
  }

  /** Of every file, the newest first. */
  async backups(): Promise<readonly Backup[]> {
    const folders = await fs.readdir(this.#backups).catch(() => []);
    const found: Backup[] = [];
    for (const name of folders) {
      const folder = path.join(this.#backups, name);
      const of = (await readIfThere(path.join(folder, ofName)))?.toString('utf8') ?? '';
      for (const file of await fs.readdir(folder)) {
        if (file.endsWith('.before'))
          found.push({ path: path.join(folder, file), of, at: Number.parseInt(file, 10) });
      }
    }
    return found.toSorted((a, b) => b.at - a.at);
  }

  get #file(): string {
    return path.join(this.#folder, 'changes.json');
  }

  get #backups(): string {
    return path.join(this.#folder, 'backups');
  }

  #backup({ at, changeId, target }: ChangeRecord, which: 'before' | 'after'): string {
    return path.join(this.#backupsOf(target), `${at}-${changeId}.${which}`);
  }

  #backupsOf(target: string): string {
    return path.join(this.#backups, sha256(target).slice(0, 16));
  }

  /** The newest ten of a file, and those in effect. */
  async #prune({ target }: ChangeRecord): Promise<void> {
    const folder = this.#backupsOf(target);
    const names = (await fs.readdir(folder)).filter((name) => name !== ofName);
    const stems = [...new Set(names.map(stemOf))].toSorted((a, b) => newness(b) - newness(a));
    const stand = new Set(this.#records.map((item) => `${item.at}-${item.changeId}`));
    const old = stems.slice(maxBackups).filter((stem) => !stand.has(stem));
    for (const name of names)
      if (old.includes(stemOf(name))) await fs.rm(path.join(folder, name), { force: true });
  }

  #change(change: (records: readonly ChangeRecord[]) => readonly ChangeRecord[]): Promise<void> {
    const changing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        const changes = change(this.#records);
        const encoded = z.encode(JournalFile, { changes: [...changes] });
        await writePrivateFile(this.#file, `${JSON.stringify(encoded, null, 2)}\n`);
        this.#records = changes;
      });
    this.#writing = changing;
    return changing;
  }
}

/** `1790000000000-ID.before` without its extension. */
const stemOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));
const newness = (stem: string): number => Number.parseInt(stem, 10);
