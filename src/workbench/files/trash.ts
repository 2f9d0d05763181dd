/**
 * Where deleted things go, so that they can be put back: below our own folder, or for other disks
 * in a `.Trash-UID` at their top, as desktops do. One folder per deletion holds the thing and a note
 * of where it came from.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { refused, type Refused } from '../../shared/outcomes.ts';
import type { Bench } from '../bench.ts';
import type { WireRoot } from '../confined-folder.ts';
import type { TakeOutOptions } from '../confined-move.ts';
import { codeOf, isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';

const TrashNote = z.strictObject({
  trash_id: z.string(),
  path: z.string(),
  folder: z.boolean(),
  deleted_at: z.string(),
  session_id: z.string(),
  agent_id: z.string(),
  entry_id: z.string(),
});
export type TrashNote = z.infer<typeof TrashNote>;

type WhoDeletes = Pick<Task, 'sessionId' | 'agentId' | 'entryId' | 'roots'>;

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const contentName = 'content';
const noteName = 'note.json';

export class Trash {
  readonly #bench: Pick<Bench, 'files'>;
  readonly #own: string;
  readonly #places: string;

  constructor(bench: Pick<Bench, 'files' | 'stateFolder'>) {
    this.#bench = bench;
    this.#own = path.join(bench.stateFolder, 'trash');
    this.#places = path.join(bench.stateFolder, 'trash-places.json');
  }

  async put(
    file: string,
    task: WhoDeletes,
    options: TakeOutOptions,
  ): Promise<{ readonly trashId: string; readonly isFolder: boolean } | Trouble> {
    const trashId = randomUUID();
    const place = (entry: fs.BigIntStats): string | Trouble => {
      const shelf = this.#shelfFor(file, entry.dev);
      if (typeof shelf !== 'string') return shelf;
      const here = path.join(shelf, trashId);
      fs.mkdirSync(here, { mode: 0o700 });
      writeNote(here, noteOf(file, task, trashId, entry.isDirectory()));
      return path.join(here, contentName);
    };
    const taken = await this.#bench.files.takeOut(file, task.roots, place, options);
    if (isTrouble(taken)) {
      this.#clear(trashId);
      return taken;
    }
    return { trashId, isFolder: taken.isFolder };
  }

  list(): readonly TrashNote[] {
    return this.#shelves()
      .flatMap((shelf) => namesIn(shelf).map((name) => readNote(path.join(shelf, name))))
      .filter((note) => note !== null)
      .toSorted((a, b) => (a.deleted_at < b.deleted_at ? 1 : -1));
  }

  /** Puts it back where it was, never over something else and never through a link. */
  async restore(
    trashId: string,
    roots: readonly WireRoot[],
  ): Promise<{ readonly path: string; readonly isFolder: boolean } | Trouble> {
    const here = this.#find(trashId);
    const note = here && readNote(here);
    if (!here || !note) return refused('not-found', 'There is nothing of that name in the trash.');
    const trouble = await this.#bench.files.putIn(path.join(here, contentName), note.path, roots);
    if (trouble) return trouble;
    fs.rmSync(here, { recursive: true, force: true });
    return { path: note.path, isFolder: note.folder };
  }

  /** Where the thing itself lies; null when there is none. */
  contentOf(trashId: string): string | null {
    const here = this.#find(trashId);
    return here && path.join(here, contentName);
  }

  #find(trashId: string): string | null {
    if (!idShape.test(trashId)) return null;
    const places = this.#shelves().map((shelf) => path.join(shelf, trashId));
    return places.find((place) => fs.existsSync(place)) ?? null;
  }

  /** After a move that failed; what was moved is never touched. */
  #clear(trashId: string): void {
    const here = this.#find(trashId);
    if (!here || fs.existsSync(path.join(here, contentName))) return;
    fs.rmSync(here, { recursive: true, force: true });
  }

  #shelfFor(file: string, device: bigint): string | Refused {
    fs.mkdirSync(this.#own, { recursive: true, mode: 0o700 });
    if (fs.statSync(this.#own, { bigint: true }).dev === device) return this.#own;
    const shelf = path.join(topOf(path.dirname(file), device), `.Trash-${process.getuid?.() ?? 0}`);
    try {
      fs.mkdirSync(shelf, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return refused('no-trash', codeOf(error));
    }
    const stat = fs.lstatSync(shelf, { bigint: true });
    const isOurs =
      stat.isDirectory() && stat.dev === device && Number(stat.uid) === process.getuid?.();
    if (!isOurs) return refused('no-trash', 'What stands there is not ours.');
    this.#remember(shelf);
    return shelf;
  }

  #shelves(): readonly string[] {
    return [this.#own, ...this.#others()];
  }

  #others(): readonly string[] {
    try {
      return z.array(z.string()).parse(JSON.parse(fs.readFileSync(this.#places, 'utf8')));
    } catch {
      return [];
    }
  }

  #remember(shelf: string): void {
    const known = this.#others();
    if (!known.includes(shelf))
      fs.writeFileSync(this.#places, JSON.stringify([...known, shelf]), { mode: 0o600 });
  }
}

const noteOf = (file: string, task: WhoDeletes, trashId: string, folder: boolean): TrashNote => ({
  trash_id: trashId,
  path: file,
  folder,
  deleted_at: new Date().toISOString(),
  session_id: task.sessionId,
  agent_id: task.agentId,
  entry_id: task.entryId,
});

/** The highest folder that is still on that disk. */
function topOf(folder: string, device: bigint): string {
  const parent = path.dirname(folder);
  const isTop = parent === folder || fs.statSync(parent, { bigint: true }).dev !== device;
  return isTop ? folder : topOf(parent, device);
}

function writeNote(here: string, note: TrashNote): void {
  const fd = fs.openSync(path.join(here, noteName), 'wx', 0o600);
  try {
    fs.writeSync(fd, JSON.stringify(note));
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

function readNote(here: string): TrashNote | null {
  try {
    return TrashNote.parse(JSON.parse(fs.readFileSync(path.join(here, noteName), 'utf8')));
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder).filter((name) => idShape.test(name));
  } catch {
    return [];
  }
}
