/** Changes clients' files and undoes it: on record first, swapped as a whole, cleared up after a crash. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../../platform/private-file.ts';
import type { ChangeBook } from './change-book.ts';
import type { ChangeRecord } from './change-record.ts';
import { digestOf, lookAt, reasonOf, type Look, type NotTouched } from './config-look.ts';
import { clearBeside, namesBeside, swapFile, type OnStep, type Swap } from './swap-file.ts';

interface Deps {
  readonly book: ChangeBook;
  readonly now: () => number;
  readonly newId: () => string;
  readonly onStep?: OnStep;
}

export interface NewChange extends Pick<
  ChangeRecord,
  'client' | 'purpose' | 'way' | 'scope' | 'fulfilled' | 'key'
> {
  readonly look: Look;
  /** What an undo goes back to: what stood there before this change and the one it replaces. */
  readonly base: Buffer | null;
  readonly after: Buffer;
  readonly mode: number;
  /** An older change of the same kind that this one takes the place of. */
  readonly replaces: ChangeRecord | null;
}

export const changedMeanwhile: NotTouched = {
  why: 'The file was changed by another program since you saw the diff.',
  hint: 'Nothing was written. Look at the new diff.',
};

export class ConfigChanges {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async write(wanted: NewChange): Promise<ChangeRecord | NotTouched> {
    const { book, now, newId } = this.#deps;
    const { client, purpose, way, scope, fulfilled, key } = wanted;
    const { look, after, base, replaces, mode } = wanted;
    const folders = replaces?.folders ?? (await missingFolders(look.target));
    const record: ChangeRecord = {
      ...{ client, purpose, way, scope, fulfilled, key },
      changeId: newId(),
      file: look.file,
      target: look.target,
      at: now(),
      phase: 'writing',
      before: base && digestOf(base),
      after: digestOf(after),
      undone: null,
      mode: look.mode,
      names: namesBeside(look.target),
      folders,
      seen: null,
    };
    try {
      this.#step('back up');
      await book.keep(record, base, after);
      this.#step('note');
      await book.put(record);
      await fs.mkdir(path.dirname(look.target), { recursive: true, mode: 0o700 });
      const swap = { target: look.target, before: look.bytes, after, mode, names: record.names };
      if (!(await this.#swap(swap))) return await this.#abandon(record, changedMeanwhile);
    } catch (error) {
      return this.#abandon(record, notWritten(look.file, error));
    }
    this.#step('note that it is done');
    await book.put({ ...record, phase: 'written' });
    if (replaces) await book.forget(replaces.changeId);
    return { ...record, phase: 'written' };
  }

  /** To what the file is to be without it; null: the file was ours and goes. */
  async undo(record: ChangeRecord, look: Look, after: Buffer | null): Promise<NotTouched | null> {
    const { book } = this.#deps;
    const names = namesBeside(look.target);
    const undoing: ChangeRecord = {
      ...record,
      phase: 'undoing',
      names,
      undone: after && digestOf(after),
    };
    try {
      this.#step('note');
      await book.put(undoing);
      const mode = after && digestOf(after) === record.before ? record.mode : look.mode;
      const swap = { target: look.target, before: look.bytes, after, mode, names };
      if (!(await this.#swap(swap))) return await this.#backToWritten(record, changedMeanwhile);
    } catch (error) {
      return this.#backToWritten(record, notWritten(record.file, error));
    }
    if (after === null) await removeEmpty(record.folders);
    this.#step('note that it is done');
    await book.forget(record.changeId);
    return null;
  }

  /** What a crash left half-way is either done or not; the changes that were not are told. */
  async recover(): Promise<readonly ChangeRecord[]> {
    const { book } = this.#deps;
    const dropped: ChangeRecord[] = [];
    for (const record of book.list().filter(({ phase }) => phase !== 'written')) {
      clearBeside(record.names);
      const found = await digestAt(record.file);
      const isUndone = record.phase === 'undoing' && found === record.undone;
      const isWritten = record.phase === 'undoing' || found === record.after;
      if (isUndone || !isWritten) {
        dropped.push(record);
        await book.forget(record.changeId);
        if (found === null) await removeEmpty(record.folders);
      } else await book.put({ ...record, phase: 'written', undone: null });
    }
    return dropped;
  }

  async #swap(swap: Swap): Promise<boolean> {
    return (await swapFile(swap, this.#deps.onStep)) === 'swapped';
  }

  async #abandon(record: ChangeRecord, why: NotTouched): Promise<NotTouched> {
    await this.#deps.book.forget(record.changeId);
    await removeEmpty(record.folders);
    return why;
  }

  async #backToWritten(record: ChangeRecord, why: NotTouched): Promise<NotTouched> {
    await this.#deps.book.put(record);
    return why;
  }

  #step(name: string): void {
    this.#deps.onStep?.(name);
  }
}

const notWritten = (file: string, error: unknown): NotTouched => ({
  why: `${file} could not be written: ${reasonOf(error)}.`,
  hint: 'It is as it was.',
});

/** Null where there is no such file. */
async function digestAt(file: string): Promise<string | null> {
  const look = await lookAt(file);
  return 'bytes' in look && look.bytes ? digestOf(look.bytes) : null;
}

/** Those above the file that are not there yet, the outermost first. */
async function missingFolders(target: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    const isThere = await fs.access(folder).then(
      () => true,
      () => false,
    );
    if (isThere || folder === path.dirname(folder)) return missing;
    missing.unshift(folder);
  }
}

async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    await fs.rmdir(folder).catch((error: unknown) => {
      if (!isMissing(error) && !isFull(error)) throw error;
    });
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code));
