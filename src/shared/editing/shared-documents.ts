/** The documents that editors share with the workbench, each with its one shared text. */
import type { Disposable } from '../base/disposable.ts';
import { SharedText, type VersionOf } from './shared-text.ts';
import {
  decoded,
  encoded,
  type FromShared,
  type JoinShared,
  type ShareUpdate,
  type ToShared,
} from './share-protocol.ts';

interface Deps {
  readonly versionOf: VersionOf;
  readonly send: (editor: string, path: string, message: FromShared) => void;
  /** The text that the workbench has open; null if it has not. */
  readonly openText: (path: string) => SharedText | null;
  /** The last editor closed the document. */
  readonly onLeft: (path: string) => void;
}

interface SharedDocument {
  readonly path: string;
  readonly shared: SharedText;
  readonly editors: Set<string>;
  readonly following: Disposable;
}

/** Documents whose editors were lost are kept for their return. */
const maxDocuments = 500;

export class SharedDocuments implements Disposable {
  readonly #deps: Deps;
  readonly #documents = new Map<string, SharedDocument>();
  /** The update that is being received comes from this editor, which has it. */
  #sender: string | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The text that editors share; null if none has it open. */
  textOf(path: string): SharedText | null {
    return this.#documents.get(path)?.shared ?? null;
  }

  /** Whether an editor has the document open now. */
  isShared(path: string): boolean {
    return (this.#documents.get(path)?.editors.size ?? 0) > 0;
  }

  receive(editor: string, path: string, message: ToShared): void {
    if (message.kind === 'join') this.#join(editor, path, message);
    if (message.kind === 'update') this.#update(editor, path, message);
    if (message.kind === 'leave') this.#leave(editor, path);
  }

  /** The editor disconnected and may come back. */
  lost(editor: string): void {
    for (const document of this.#documents.values()) document.editors.delete(editor);
  }

  dispose(): void {
    for (const { following } of this.#documents.values()) void following.dispose();
    this.#documents.clear();
  }

  #join(editor: string, path: string, join: JoinShared): void {
    const document = this.#documents.get(path) ?? this.#opened(path, join);
    document.editors.add(editor);
    const { shared } = document;
    const { epoch } = shared;
    if (!this.#hasNothingOwn(document, join) && join.epoch !== epoch) {
      document.editors.delete(editor);
      return this.#deps.send(editor, path, { kind: 'apart' });
    }
    const state = decoded(join.state);
    if (join.epoch !== epoch || this.#isBehind(document, join, state)) {
      const start = { kind: 'start', epoch, state: encoded(shared.state()) } as const;
      return this.#deps.send(editor, path, start);
    }
    const other = new SharedText(this.#deps.versionOf, { state, epoch });
    this.#receive(editor, document, state);
    const update = encoded(shared.since(other.vector()));
    const vector = encoded(shared.vector());
    other.dispose();
    this.#deps.send(editor, path, { kind: 'joined', epoch, update, vector });
  }

  #opened(path: string, { epoch, state }: JoinShared): SharedDocument {
    const { openText, versionOf } = this.#deps;
    const shared = openText(path) ?? new SharedText(versionOf, { state: decoded(state), epoch });
    const document: SharedDocument = {
      ...{ path, shared, editors: new Set<string>() },
      following: shared.onWritten((update) => this.#broadcast(document, update)),
    };
    this.#documents.set(path, document);
    this.#forgetOldest();
    return document;
  }

  /** The editor's text is, or was before, the document's text. */
  #hasNothingOwn({ shared }: SharedDocument, { version, before, clean }: JoinShared): boolean {
    return version === shared.version || (clean && shared.hadAfter(version, before));
  }

  /** Its changes came from the file, and are here already: merged, they would be there twice. */
  #isBehind(document: SharedDocument, join: JoinShared, state: Uint8Array): boolean {
    if (!this.#hasNothingOwn(document, join)) return false;
    return document.shared.spansWith([state]).length > 0;
  }

  #update(editor: string, path: string, { epoch, update }: ShareUpdate): void {
    const document = this.#documents.get(path);
    if (document?.editors.has(editor) && document.shared.epoch === epoch)
      this.#receive(editor, document, decoded(update));
  }

  #receive(editor: string, document: SharedDocument, update: Uint8Array): void {
    document.shared.receive(update);
    this.#sender = editor;
    this.#broadcast(document, update);
    this.#sender = null;
  }

  #broadcast({ path, shared: { epoch }, editors }: SharedDocument, update: Uint8Array): void {
    const message = { kind: 'update', epoch, update: encoded(update) } as const;
    for (const editor of editors)
      if (editor !== this.#sender) this.#deps.send(editor, path, message);
  }

  #leave(editor: string, path: string): void {
    const document = this.#documents.get(path);
    if (!document?.editors.delete(editor) || document.editors.size > 0) return;
    this.#end(document);
    this.#deps.onLeft(path);
  }

  #forgetOldest(): void {
    if (this.#documents.size <= maxDocuments) return;
    const oldest = [...this.#documents.values()].find(({ editors }) => editors.size === 0);
    if (oldest) this.#end(oldest);
  }

  #end({ path, following }: SharedDocument): void {
    void following.dispose();
    this.#documents.delete(path);
  }
}
