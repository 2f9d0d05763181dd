/**
 * The open documents: text that may be ahead of its file. A file that changed under a clean document
 * is read anew; under unsaved changes it is a conflict that somebody has to settle.
 */
import type { Disposable } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import { isInside } from '../../shared/inside.ts';
import type { FileChange } from '../../shared/file-change.ts';
import { refused } from '../../shared/outcomes.ts';
import { readTextFile, replaceText, textVersion, type TextFile } from '../basics/text-file.ts';
import type { Bench } from '../bench.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import { languageOf } from '../files/languages.ts';
import type { Task } from '../hand.ts';
import type { UnsavedTexts } from './unsaved-texts.ts';

export interface Document {
  readonly path: string;
  readonly language: string;
  readonly text: string;
  /** Changes whenever the text does; the same as open_file tells. */
  readonly version: string;
  readonly dirty: boolean;
}

interface Open extends Document {
  /** As it was last read or written. */
  readonly disk: TextFile;
  /** Older texts, the newest last. */
  readonly before: readonly string[];
}

export interface Saved {
  readonly document: Document;
  readonly changes: readonly FileChange[];
}

const mostUndos = 50;
const mostOpen = 1_000;

export class Documents implements Disposable {
  readonly #bench: Bench;
  readonly #unsaved: UnsavedTexts;
  readonly #open = new Map<string, Open>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #changed = new Emitter<Document>();

  /** Opened, or another text than before. */
  readonly onChanged = this.#changed.on;

  constructor(bench: Bench, unsaved: UnsavedTexts) {
    this.#bench = bench;
    this.#unsaved = unsaved;
    for (const { path, text, disk } of unsaved.load()) this.#put(path, text, disk, []);
  }

  list({ roots }: Pick<Task, 'roots'>): readonly Document[] {
    return [...this.#open.values()].filter(({ path }) =>
      roots.some((root) => isInside(path, root.path)),
    );
  }

  /** What an editor would show: the unsaved text where there is one. */
  open(path: string, task: Task): Promise<Document | Trouble> {
    return this.#inTurn(path, () => this.#fresh(path, task));
  }

  /** Null when what is on disk is all there is. */
  unsavedText(path: string): string | null {
    const open = this.#open.get(path);
    return open?.dirty ? open.text : null;
  }

  edit(
    path: string,
    baseVersion: string | null,
    change: (text: string) => string | Trouble,
    task: Task,
  ): Promise<{ readonly before: Document; readonly after: Document } | Trouble> {
    return this.#inTurn(path, async () => {
      const before = await this.#fresh(path, task);
      if (isTrouble(before)) return before;
      if (baseVersion !== null && baseVersion !== before.version) {
        return refused('stale', `Its version is ${before.version} now.`);
      }
      const text = change(before.text);
      if (typeof text !== 'string') return text;
      if (text === before.text) return { before, after: before };
      const after = this.#put(path, text, before.disk, [...before.before, before.text]);
      this.#tellChanged(after);
      return { before, after };
    });
  }

  save(path: string, task: Task): Promise<Saved | Trouble> {
    return this.#inTurn(path, async () => {
      const open = this.#open.get(path);
      if (!open) return refused('not-open');
      if (!open.dirty) return { document: open, changes: [] };
      const written = await replaceText(this.#bench, path, task.roots, open.disk, open.text);
      if (isTrouble(written)) return written;
      const bytes = Buffer.from(open.text);
      const disk = { text: open.text, bytes, version: written.version, seen: written.seen };
      const document = this.#put(path, open.text, disk, open.before);
      this.#bench.tell('file_saved', { path, version: document.version });
      return { document, changes: [written.change] };
    });
  }

  /** Back to the text before the last edit. */
  undo(path: string): Document | null {
    const open = this.#open.get(path);
    const text = open?.before.at(-1);
    if (!open || text === undefined) return null;
    const document = this.#put(path, text, open.disk, open.before.slice(0, -1));
    this.#tellChanged(document);
    return document;
  }

  /** Unsaved text is kept by digest, so that even what is thrown away can be had back. */
  async close(path: string): Promise<void> {
    const open = this.#open.get(path);
    if (!open) return;
    if (open.dirty) await this.#bench.keep(Buffer.from(open.text));
    this.#open.delete(path);
    this.#unsaved.forget(path);
    this.#bench.tell('file_closed', { path });
  }

  dispose(): void {
    this.#open.clear();
  }

  async #fresh(path: string, task: Task): Promise<Open | Trouble> {
    const disk = await readTextFile(this.#bench, path, task.roots);
    const open = this.#open.get(path);
    if (isTrouble(disk)) return open?.dirty && disk.code === 'not-found' ? open : disk;
    if (open && open.disk.version === disk.version)
      return this.#put(path, open.text, disk, open.before);
    if (open?.dirty) {
      return refused(
        'stale',
        'The file was changed on disk while the document has unsaved changes.',
      );
    }
    const read = this.#put(path, disk.text, disk, open ? [...open.before, open.text] : []);
    if (open) this.#tellChanged(read);
    else this.#tellOpened(read);
    return read;
  }

  #put(path: string, text: string, disk: TextFile, before: readonly string[]): Open {
    const dirty = text !== disk.text;
    const version = dirty ? textVersion(text) : disk.version;
    const language = languageOf(path);
    const open = { path, language, text, version, dirty, disk, before: before.slice(-mostUndos) };
    this.#open.delete(path);
    this.#open.set(path, open);
    if (dirty) this.#unsaved.keep(path, text, disk);
    else this.#unsaved.forget(path);
    this.#closeOldest();
    return open;
  }

  #closeOldest(): void {
    if (this.#open.size <= mostOpen) return;
    const oldest = [...this.#open.values()].find((one) => !one.dirty);
    if (oldest) this.#open.delete(oldest.path);
  }

  #tellOpened(document: Document): void {
    const { path, version } = document;
    this.#bench.tell('file_opened', { path, version });
    this.#changed.emit(document);
  }

  #tellChanged(document: Document): void {
    const { path, version, dirty } = document;
    this.#bench.tell('buffer_changed', { path, version, dirty });
    this.#changed.emit(document);
  }

  /** One after the other for each document, whoever comes. */
  async #inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(path) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(path, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(path) === turn) this.#turns.delete(path);
    }
  }
}
