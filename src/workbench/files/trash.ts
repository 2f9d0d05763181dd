/**
 * Holds deleted items so that they can be restored: below our own folder, or on other disks in
 * `.Trash-UID` at their top, as desktops do. Each deletion has its own folder; its origin is
 * recorded only in our own folder (trash-records.ts).
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readSmallText } from '../../main/platform/files/bounded-read.ts';
import { isInside } from '../../shared/files/inside.ts';
import { refused, type Refused } from '../../shared/actions/outcomes.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { WireRoot } from '../confined/folder.ts';
import type { TakeOutOptions } from '../confined/move.ts';
import { codeOf, isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { stampOf, TrashRecords, trashIdShape } from './trash-records.ts';

/** The format that older versions wrote beside the item; trusted only in our own folder. */
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

type TrashOwner = Pick<Task, 'sessionId' | 'agentId' | 'entryId' | 'roots'>;

const contentName = 'content';
const noteName = 'note.json';

export class Trash {
  readonly #context: Pick<WorkbenchContext, 'files'>;
  readonly #own: string;
  readonly #records: TrashRecords;

  constructor(context: Pick<WorkbenchContext, 'files' | 'stateFolder'>) {
    this.#context = context;
    this.#own = path.join(context.stateFolder, 'trash');
    this.#records = new TrashRecords(path.join(context.stateFolder, 'trash-records'));
  }

  async put(
    file: string,
    task: TrashOwner,
    options: TakeOutOptions,
  ): Promise<{ readonly trashId: string; readonly isFolder: boolean } | ActionError> {
    const trashId = randomUUID();
    const chooseTarget = (entry: fs.BigIntStats): string | ActionError => {
      const source = this.#sourceFor(file, entry.dev);
      if (typeof source !== 'string') return source;
      const here = path.join(source, trashId);
      fs.mkdirSync(here, { mode: 0o700 });
      const content = path.join(here, contentName);
      const note = noteOf(file, task, trashId, entry.isDirectory());
      this.#records.write({ ...note, place: content, stamp: null });
      return content;
    };
    const taken = await this.#context.files.takeOut(file, task.roots, chooseTarget, options);
    if (isError(taken)) {
      this.#clear(trashId);
      return taken;
    }
    const record = this.#records.read(trashId);
    if (record) this.#records.write({ ...record, stamp: stampOf(taken.target) });
    return { trashId, isFolder: taken.isFolder };
  }

  /** What can be restored: the deleted items themselves, not something put in their place. */
  list(): readonly TrashNote[] {
    const ids = new Set([...this.#records.ids(), ...namesIn(this.#own)]);
    return [...ids]
      .map((trashId) => this.#known(trashId)?.note ?? null)
      .filter((note) => note !== null)
      .toSorted((a, b) => (a.deleted_at < b.deleted_at ? 1 : -1));
  }

  /** Restores an item to its old path, never over something else and never through a link. */
  async restore(
    trashId: string,
    roots: readonly WireRoot[],
  ): Promise<{ readonly path: string; readonly isFolder: boolean } | ActionError> {
    const known = this.#known(trashId);
    if (!known) return refused('not-found', 'The trash has nothing by that name.');
    const { note, content } = known;
    const error = await this.#context.files.putIn(content, note.path, roots);
    if (error) return error;
    fs.rmSync(path.dirname(content), { recursive: true, force: true });
    this.#records.remove(trashId);
    return { path: note.path, isFolder: note.folder };
  }

  /** Removes an item for good. */
  drop(trashId: string | null): void {
    const known = trashId === null ? null : this.#known(trashId);
    if (!known || trashId === null) return;
    fs.rmSync(path.dirname(known.content), { recursive: true, force: true });
    this.#records.remove(trashId);
  }

  /** The path of the item's content; null if there is none. */
  contentOf(trashId: string): string | null {
    return this.#known(trashId)?.content ?? null;
  }

  #known(trashId: string): { readonly note: TrashNote; readonly content: string } | null {
    const record = this.#records.read(trashId);
    if (!record) return this.#knownToOlderVersion(trashId);
    const { place: content, stamp, ...note } = record;
    if (!fs.lstatSync(content, { throwIfNoEntry: false })) return null;
    // Only we write to our own folder; elsewhere the stamp must match.
    const isOurs = isInside(content, this.#own);
    return isOurs || (stamp !== null && stamp === stampOf(content)) ? { note, content } : null;
  }

  /** For items from older versions, which wrote no records. */
  #knownToOlderVersion(
    trashId: string,
  ): { readonly note: TrashNote; readonly content: string } | null {
    if (!trashIdShape.test(trashId)) return null;
    const here = path.join(this.#own, trashId);
    const content = path.join(here, contentName);
    const note = fs.lstatSync(content, { throwIfNoEntry: false }) ? readNote(here) : null;
    return note?.trash_id === trashId ? { note, content } : null;
  }

  /** Cleans up after a failed move; never touches an item that was moved. */
  #clear(trashId: string): void {
    const record = this.#records.read(trashId);
    if (!record || fs.lstatSync(record.place, { throwIfNoEntry: false })) return;
    fs.rmSync(path.dirname(record.place), { recursive: true, force: true });
    this.#records.remove(trashId);
  }

  #sourceFor(file: string, device: bigint): string | Refused {
    fs.mkdirSync(this.#own, { recursive: true, mode: 0o700 });
    if (fs.statSync(this.#own, { bigint: true }).dev === device) return this.#own;
    const source = path.join(
      topOf(path.dirname(file), device),
      `.Trash-${process.getuid?.() ?? 0}`,
    );
    try {
      fs.mkdirSync(source, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return refused('no-trash', codeOf(error));
    }
    const stat = fs.lstatSync(source, { bigint: true });
    const isOurs =
      stat.isDirectory() && stat.dev === device && Number(stat.uid) === process.getuid?.();
    if (!isOurs) return refused('no-trash', 'Something else is at that path now.');
    return source;
  }
}

const noteOf = (file: string, task: TrashOwner, trashId: string, folder: boolean): TrashNote => ({
  trash_id: trashId,
  path: file,
  folder,
  deleted_at: new Date().toISOString(),
  session_id: task.sessionId,
  agent_id: task.agentId,
  entry_id: task.entryId,
});

/** The topmost folder on the same disk. */
function topOf(folder: string, device: bigint): string {
  const parent = path.dirname(folder);
  const isTop = parent === folder || fs.statSync(parent, { bigint: true }).dev !== device;
  return isTop ? folder : topOf(parent, device);
}

function readNote(here: string): TrashNote | null {
  try {
    return TrashNote.parse(JSON.parse(readSmallText(path.join(here, noteName))));
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder).filter((name) => trashIdShape.test(name));
  } catch {
    return [];
  }
}
