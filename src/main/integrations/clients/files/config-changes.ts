/**
 * Changes clients' files and undoes changes: recorded first, replaced atomically, cleaned up after
 * a crash.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../../platform/files/private-file.ts';
import type { ChangeJournal } from './change-journal.ts';
import type { ChangeRecord } from './change-record.ts';
import {
  digestOf,
  readConfigFile,
  reasonOf,
  type ConfigFileState,
  type NotTouched,
} from './config-snapshot.ts';
import { clearBeside, namesBeside, swapFile, type OnStep, type Swap } from './swap-file.ts';
import { systemErrorCode } from '../../../../shared/base/system-error.ts';

interface Deps {
  readonly journal: ChangeJournal;
  readonly now: () => number;
  readonly newId: () => string;
  readonly onStep?: OnStep;
}

export interface NewChange extends Pick<
  ChangeRecord,
  'client' | 'purpose' | 'way' | 'scope' | 'fulfilled' | 'key'
> {
  readonly current: ConfigFileState;
  /** The content that an undo restores: the one before this change and the one it replaces. */
  readonly base: Buffer | null;
  readonly after: Buffer;
  readonly mode: number;
  /** An older change of the same kind that this one replaces. */
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
    const { journal, now, newId } = this.#deps;
    const { client, purpose, way, scope, fulfilled, key } = wanted;
    const { current, after, base, replaces, mode } = wanted;
    const folders = replaces?.folders ?? (await missingFolders(current.target));
    const record: ChangeRecord = {
      ...{ client, purpose, way, scope, fulfilled, key },
      changeId: newId(),
      file: current.file,
      target: current.target,
      at: now(),
      phase: 'writing',
      before: base && digestOf(base),
      after: digestOf(after),
      undone: null,
      mode: current.mode,
      names: namesBeside(current.target),
      folders,
      seen: null,
    };
    try {
      this.#step('back up');
      await journal.keep(record, base, after);
      this.#step('note');
      await journal.put(record);
      await fs.mkdir(path.dirname(current.target), { recursive: true, mode: 0o700 });
      const swap = {
        target: current.target,
        before: current.bytes,
        after,
        mode,
        names: record.names,
      };
      if (!(await this.#swap(swap))) return await this.#abandon(record, changedMeanwhile);
    } catch (error) {
      return this.#abandon(record, notWritten(current.file, error));
    }
    this.#step('note that it is done');
    await journal.put({ ...record, phase: 'written' });
    if (replaces) await journal.forget(replaces.changeId);
    return { ...record, phase: 'written' };
  }

  /** To the file's content without the change; null: the file was ours and is deleted. */
  async undo(
    record: ChangeRecord,
    current: ConfigFileState,
    after: Buffer | null,
  ): Promise<NotTouched | null> {
    const { journal } = this.#deps;
    const names = namesBeside(current.target);
    const undoing: ChangeRecord = {
      ...record,
      phase: 'undoing',
      names,
      undone: after && digestOf(after),
    };
    try {
      this.#step('note');
      await journal.put(undoing);
      const mode = after && digestOf(after) === record.before ? record.mode : current.mode;
      const swap = { target: current.target, before: current.bytes, after, mode, names };
      if (!(await this.#swap(swap))) return await this.#backToWritten(record, changedMeanwhile);
    } catch (error) {
      return this.#backToWritten(record, notWritten(record.file, error));
    }
    if (after === null) await removeEmpty(record.folders);
    this.#step('note that it is done');
    await journal.forget(record.changeId);
    return null;
  }

  /**
   * A change that a crash interrupted is either complete or not made; those not made are reported.
   */
  async recover(): Promise<readonly ChangeRecord[]> {
    const { journal } = this.#deps;
    const dropped: ChangeRecord[] = [];
    for (const record of journal.list().filter(({ phase }) => phase !== 'written')) {
      clearBeside(record.names);
      const found = await digestAt(record.file);
      const isUndone = record.phase === 'undoing' && found === record.undone;
      const isWritten = record.phase === 'undoing' || found === record.after;
      if (isUndone || !isWritten) {
        dropped.push(record);
        await journal.forget(record.changeId);
        if (found === null) await removeEmpty(record.folders);
      } else await journal.put({ ...record, phase: 'written', undone: null });
    }
    return dropped;
  }

  async #swap(swap: Swap): Promise<boolean> {
    return (await swapFile(swap, this.#deps.onStep)) === 'swapped';
  }

  async #abandon(record: ChangeRecord, why: NotTouched): Promise<NotTouched> {
    await this.#deps.journal.forget(record.changeId);
    await removeEmpty(record.folders);
    return why;
  }

  async #backToWritten(record: ChangeRecord, why: NotTouched): Promise<NotTouched> {
    await this.#deps.journal.put(record);
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

/** Null if there is no such file. */
async function digestAt(file: string): Promise<string | null> {
  const current = await readConfigFile(file);
  return 'bytes' in current && current.bytes ? digestOf(current.bytes) : null;
}

/** The missing folders above the file, outermost first. */
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
  ['ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error) ?? '');
