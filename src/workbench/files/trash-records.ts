/**
 * Records of what was put into the trash and where it came from. They are stored in our own folder,
 * which no agent can write to: a trash folder on another disk may lie in a granted folder, where
 * anyone could write a note. A stamp in each record tells the deleted item from one put in its
 * place.
 */
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const TrashRecord = z.strictObject({
  trash_id: z.string(),
  path: z.string(),
  folder: z.boolean(),
  deleted_at: z.string(),
  session_id: z.string(),
  agent_id: z.string(),
  entry_id: z.string(),
  /** The path of the deleted item in the trash. */
  place: z.string(),
  /** The item's stamp after the move; null before. */
  stamp: z.string().nullable(),
});
export type TrashRecord = z.infer<typeof TrashRecord>;

export const trashIdShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class TrashRecords {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Synced before anything is moved. */
  write(record: TrashRecord): void {
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#fileOf(record.trash_id);
    const fresh = `${file}.new`;
    const fd = fs.openSync(fresh, 'w', 0o600);
    try {
      fs.writeSync(fd, JSON.stringify(record));
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(fresh, file);
  }

  read(trashId: string): TrashRecord | null {
    if (!trashIdShape.test(trashId)) return null;
    try {
      const record = TrashRecord.parse(JSON.parse(fs.readFileSync(this.#fileOf(trashId), 'utf8')));
      return record.trash_id === trashId ? record : null;
    } catch {
      return null;
    }
  }

  remove(trashId: string): void {
    if (trashIdShape.test(trashId)) fs.rmSync(this.#fileOf(trashId), { force: true });
  }

  ids(): readonly string[] {
    try {
      const names = fs.readdirSync(this.#folder).map((name) => path.parse(name));
      return names.flatMap(({ name, ext }) =>
        ext === '.json' && trashIdShape.test(name) ? [name] : [],
      );
    } catch {
      return [];
    }
  }

  #fileOf(trashId: string): string {
    return path.join(this.#folder, `${trashId}.json`);
  }
}

const maxStamped = 50_000;

/**
 * Differs whenever the item or anything in it changes: the system records each entry's ctime, which
 * cannot be set back. Null if it is gone or has too many entries.
 */
export function stampOf(place: string): string | null {
  const facts: string[] = [];
  const todo = [''];
  try {
    for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
      if (facts.length >= maxStamped) return null;
      const here = path.join(place, name);
      const stat = fs.lstatSync(here, { bigint: true });
      facts.push([name, stat.dev, stat.ino, stat.mode, stat.size, stat.ctimeNs].join('\0'));
      if (stat.isDirectory())
        for (const entry of fs.readdirSync(here)) todo.push(path.join(name, entry));
    }
  } catch {
    return null;
  }
  return hash('sha256', facts.toSorted().join('\n'));
}
