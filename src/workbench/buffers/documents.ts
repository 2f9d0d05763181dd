/**
 * The open documents, whose text may be newer than the file. If the file changes on disk, a clean
 * document is reloaded; a document with unsaved changes reports a conflict.
 */
import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import { isInside } from '../../shared/files/inside.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import { agentAuthor, fileAuthor, undoKeyOf } from '../../shared/editing/authors.ts';
import { SharedDocuments } from '../../shared/editing/shared-documents.ts';
import { SharedText } from '../../shared/editing/shared-text.ts';
import type { TextSpan } from '../../shared/editing/text-spans.ts';
import { readTextFile, replaceText, textVersion, type TextFile } from '../basics/text-file.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import { languageOf } from '../files/languages.ts';
import type { Task } from '../action-handler.ts';
import { lineSpans } from './merge-edit.ts';
import type { UnsavedText, UnsavedTexts } from './unsaved-texts.ts';

export interface Document {
  readonly path: string;
  readonly language: string;
  readonly text: string;
  /** Differs for every different text; the same version that open_file returns. */
  readonly version: string;
  readonly dirty: boolean;
}

interface OpenDocument extends Document {
  /** The file as last read or written. */
  readonly disk: TextFile;
  readonly shared: SharedText;
}

export interface Edited {
  readonly before: Document;
  readonly after: Document;
}

/** The spans of an edit in the text as it is then. */
type SpansIn = (shared: SharedText) => readonly TextSpan[] | ActionError;

export interface Saved {
  readonly document: Document;
  readonly changes: readonly FileChange[];
}

const maxOpen = 1_000;

const restored = ({ text, disk, shared }: UnsavedText): SharedText => {
  if (shared) return new SharedText(textVersion, shared);
  const own = newShared(disk.text);
  own.startEpoch(randomUUID());
  own.edit(lineSpans(disk.text, text), fileAuthor);
  return own;
};

const newShared = (text: string): SharedText => new SharedText(textVersion, { text });

export class Documents implements Disposable {
  readonly #context: WorkbenchContext;
  readonly #unsaved: UnsavedTexts;
  readonly #open = new Map<string, OpenDocument>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #changed = new Emitter<Document>();

  /** Fires when a document is opened or its text changes. */
  readonly onChanged = this.#changed.on;

  /** The documents that editors have open. */
  readonly sharing: SharedDocuments;

  constructor(context: WorkbenchContext, unsaved: UnsavedTexts) {
    this.#context = context;
    this.sharing = new SharedDocuments({
      versionOf: textVersion,
      send: (editor, path, message) => context.shareWith?.(editor, path, message),
      openText: (path) => this.#open.get(path)?.shared ?? null,
      onLeft: (path) => void this.#leftByUser(path),
    });
    this.#unsaved = unsaved;
    for (const item of unsaved.load()) this.#put(item.path, restored(item), item.disk);
  }

  list({ roots }: Pick<Task, 'roots'>): readonly Document[] {
    return [...this.#open.values()].filter(({ path }) =>
      roots.some((root) => isInside(path, root.path)),
    );
  }

  /** Returns what an editor would show: the unsaved text if there is one. */
  open(path: string, task: Task): Promise<Document | ActionError> {
    return this.#inTurn(path, () => this.#fresh(path, task));
  }

  /** Null if there are no unsaved changes. */
  unsavedText(path: string): string | null {
    const open = this.#open.get(path);
    return open?.dirty ? open.text : null;
  }

  /** The text an editor would show, without opening the document. */
  async look(path: string, task: Task): Promise<SharedText | ActionError> {
    const open = this.#open.get(path);
    if (open?.dirty) return open.shared;
    const disk = await readTextFile(this.#context, path, task.roots);
    if (isError(disk)) return disk;
    return open?.disk.version === disk.version ? open.shared : newShared(disk.text);
  }

  edit(path: string, spansIn: SpansIn, task: Task): Promise<Edited | ActionError> {
    return this.#change(path, spansIn, task, (shared, spans) =>
      shared.edit(spans, agentAuthor(task, Date.now())),
    );
  }

  /** Takes back the session's last edit that still shows; what others wrote stays. */
  undo(path: string, spansIn: SpansIn, task: Task): Promise<Edited | ActionError> {
    return this.#change(path, spansIn, task, (shared) => shared.undo(undoKeyOf(task)));
  }

  save(path: string, task: Task): Promise<Saved | ActionError> {
    return this.#inTurn(path, async () => {
      const open = this.#open.get(path);
      if (!open) return refused('not-open');
      if (!open.dirty) return { document: open, changes: [] };
      const written = await replaceText(this.#context, path, task.roots, open.disk, open.text);
      if (isError(written)) return written;
      const bytes = Buffer.from(open.text);
      const disk = { text: open.text, bytes, version: written.version, seen: written.seen };
      const document = this.#put(path, open.shared, disk);
      this.#context.emit('file_saved', { path, version: document.version });
      return { document, changes: [written.change] };
    });
  }

  /** Stores unsaved text by digest, so that discarded changes can be recovered. */
  async close(path: string): Promise<void> {
    const open = this.#open.get(path);
    if (!open) return;
    if (open.dirty) await this.#context.keep(Buffer.from(open.text));
    this.#drop(open);
    this.#unsaved.forget(path);
    this.#context.emit('file_closed', { path });
  }

  dispose(): void {
    this.sharing.dispose();
    for (const open of this.#open.values()) this.#drop(open);
  }

  /** An editor changed the shared text. */
  sharedChanged(path: string): void {
    const open = this.#open.get(path);
    if (open && open.shared.text !== open.text)
      this.#emitChanged(this.#put(path, open.shared, open.disk));
  }

  /** The user closed it in the last editor: what was not saved then is discarded, and kept by digest. */
  async #leftByUser(path: string): Promise<void> {
    if (this.#open.get(path)?.dirty) await this.close(path);
  }

  #change(
    path: string,
    spansIn: SpansIn,
    task: Task,
    apply: (shared: SharedText, spans: readonly TextSpan[]) => void,
  ): Promise<Edited | ActionError> {
    return this.#inTurn(path, async () => {
      const before = await this.#fresh(path, task);
      if (isError(before)) return before;
      const { shared, disk } = before;
      const spans = spansIn(shared);
      if (isError(spans)) return spans;
      apply(shared, spans);
      if (shared.text === before.text) return { before, after: before };
      const after = this.#put(path, shared, disk);
      this.#emitChanged(after);
      return { before, after };
    });
  }

  async #fresh(path: string, task: Task): Promise<OpenDocument | ActionError> {
    const disk = await readTextFile(this.#context, path, task.roots);
    const open = this.#open.get(path);
    if (isError(disk)) return open?.dirty && disk.code === 'not-found' ? open : disk;
    // Editors that have it open bring what the file says now.
    if (open && (open.disk.version === disk.version || this.sharing.isShared(path)))
      return this.#put(path, open.shared, disk);
    if (open?.dirty) {
      return refused(
        'stale',
        'The file was changed on disk while the document has unsaved changes.',
      );
    }
    if (!open) {
      const shared = this.sharing.textOf(path) ?? newShared(disk.text);
      const opened = this.#put(path, shared, disk);
      this.#emitOpened(opened);
      return opened;
    }
    // An editor may read the same change from the file.
    open.shared.startEpoch(randomUUID());
    open.shared.edit(lineSpans(open.text, disk.text), fileAuthor);
    const read = this.#put(path, open.shared, disk);
    this.#emitChanged(read);
    return read;
  }

  #put(path: string, shared: SharedText, disk: TextFile): OpenDocument {
    const { text } = shared;
    const dirty = text !== disk.text;
    const version = dirty ? shared.version : disk.version;
    const language = languageOf(path);
    const open = { path, language, text, version, dirty, disk, shared };
    this.#open.delete(path);
    this.#open.set(path, open);
    if (dirty) this.#unsaved.keep(path, shared, disk);
    else this.#unsaved.forget(path);
    this.#closeOldest();
    return open;
  }

  #closeOldest(): void {
    if (this.#open.size <= maxOpen) return;
    const oldest = [...this.#open.values()].find((item) => !item.dirty);
    if (oldest) this.#drop(oldest);
  }

  #drop({ path, shared }: OpenDocument): void {
    this.#open.delete(path);
    // Editors may still have it open.
    if (this.sharing.textOf(path) !== shared) shared.dispose();
  }

  #emitOpened(document: Document): void {
    const { path, version } = document;
    this.#context.emit('file_opened', { path, version });
    this.#changed.emit(document);
  }

  #emitChanged(document: Document): void {
    const { path, version, dirty } = document;
    this.#context.emit('buffer_changed', { path, version, dirty });
    this.#changed.emit(document);
  }

  /** Serialises operations on the same document. */
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
