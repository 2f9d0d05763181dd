/** The documents that editors share with the workbench, each with its shared text. */
import type { Disposable } from '../base/disposable.ts';
import { SharedText, type VersionOf } from './shared-text.ts';
import { isPlainText, TrialText } from './trial-text.ts';
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
  /** The text that the workbench has open; null if it has none. */
  readonly openText: (path: string) => SharedText | null;
  /** The last editor closed the document. */
  readonly onLeft: (path: string) => void;
  /** Other limits than the default ones, for tests. */
  readonly limits?: ShareLimits;
}

interface ShareUse {
  /** Includes documents whose editors disconnected, which are kept for their return. */
  readonly documents: number;
  /** Approximate total for all documents. */
  readonly bytes: number;
}

interface ShareLimits extends ShareUse {
  /** Of what one plugin opened and sent, with all its windows, so that others can share, too. */
  readonly ofOne?: ShareUse;
}

interface SharedDocument {
  readonly path: string;
  /** The plugin whose editor opened it. */
  readonly openedBy: string;
  /** About how much each plugin has sent. */
  readonly bytesBy: Map<string, number>;
  readonly shared: SharedText;
  readonly trial: TrialText;
  readonly editors: Set<string>;
  readonly following: Disposable;
}

const usualLimits: ShareLimits = {
  ...{ documents: 500, bytes: 200_000_000 },
  ofOne: { documents: 250, bytes: 100_000_000 },
};

/** An editor is named by its plugin and one of its windows. */
const pluginOf = (editor: string): string => editor.split('/', 1)[0] ?? editor;

export class SharedDocuments implements Disposable {
  readonly #deps: Deps;
  readonly #documents = new Map<string, SharedDocument>();
  /** The editor that sent the update being applied, and so already has it. */
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

  /** An invalid message ends the sharing of this document with this editor, and nothing else. */
  receive(editor: string, path: string, message: ToShared): void {
    if (this.#takes(editor, path, message)) return;
    this.#documents.get(path)?.editors.delete(editor);
    this.#deps.send(editor, path, { kind: 'apart' });
  }

  /** The editor disconnected and may come back. */
  lost(editor: string): void {
    for (const document of this.#documents.values()) document.editors.delete(editor);
  }

  dispose(): void {
    for (const document of this.#documents.values()) this.#end(document);
  }

  #takes(editor: string, path: string, message: ToShared): boolean {
    try {
      if (message.kind === 'join') return this.#join(editor, path, message);
      if (message.kind === 'update') return this.#update(editor, path, message);
    } catch {
      // Yjs throws on updates that it cannot parse.
      return false;
    }
    this.#leave(editor, path);
    return true;
  }

  /** False if the two stay separate. */
  #join(editor: string, path: string, join: JoinShared): boolean {
    const state = decoded(join.state);
    if (!isPlainText(state)) return false;
    const document = this.#documents.get(path) ?? this.#opened(editor, path, join.epoch, state);
    if (!document?.trial.fits()) return false;
    const { shared } = document;
    const { epoch } = shared;
    if (!this.#hasNothingOwn(document, join) && join.epoch !== epoch) return false;
    document.editors.add(editor);
    if (join.epoch !== epoch || this.#isBehind(document, join, state)) {
      const start = { kind: 'start', epoch, state: encoded(shared.state()) } as const;
      this.#deps.send(editor, path, start);
      return true;
    }
    const received = new SharedText(this.#deps.versionOf, { state, epoch });
    const seen = received.vector();
    received.dispose();
    if (!this.#receive(editor, document, state)) return false;
    const update = encoded(shared.since(seen));
    const vector = encoded(shared.vector());
    this.#deps.send(editor, path, { kind: 'joined', epoch, update, vector });
    return true;
  }

  /** Null if it is too long, or too much is shared already. */
  #opened(editor: string, path: string, epoch: string, state: Uint8Array): SharedDocument | null {
    const openedBy = pluginOf(editor);
    if (!this.#forgetFor(openedBy, { documents: 1, bytes: state.length })) return null;
    const { openText, versionOf } = this.#deps;
    const shared = openText(path) ?? new SharedText(versionOf, { state, epoch });
    const trial = new TrialText(shared);
    if (!trial.fits()) {
      trial.dispose();
      return null;
    }
    const document: SharedDocument = {
      ...{ path, openedBy, shared, trial, editors: new Set<string>() },
      bytesBy: new Map(),
      following: shared.onWritten((update) => this.#broadcast(document, update)),
    };
    this.#documents.set(path, document);
    return document;
  }

  /** The editor's text is, or once was, the document's text. */
  #hasNothingOwn({ shared }: SharedDocument, { version, before, clean }: JoinShared): boolean {
    return version === shared.version || (clean && shared.hadAfter(version, before));
  }

  /** Its changes came from the file and are already here: merging would duplicate them. */
  #isBehind(document: SharedDocument, join: JoinShared, state: Uint8Array): boolean {
    if (!this.#hasNothingOwn(document, join)) return false;
    return document.shared.spansWith([state]).length > 0;
  }

  #update(editor: string, path: string, { epoch, update }: ShareUpdate): boolean {
    const document = this.#documents.get(path);
    if (!document?.editors.has(editor) || document.shared.epoch !== epoch) return true;
    return this.#receive(editor, document, decoded(update));
  }

  #receive(editor: string, document: SharedDocument, update: Uint8Array): boolean {
    const by = pluginOf(editor);
    if (!this.#forgetFor(by, { documents: 0, bytes: update.length })) return false;
    if (!document.trial.takes(update)) return false;
    document.bytesBy.set(by, (document.bytesBy.get(by) ?? 0) + update.length);
    document.shared.receive(update);
    this.#sender = editor;
    this.#broadcast(document, update);
    this.#sender = null;
    return true;
  }

  #broadcast(document: SharedDocument, update: Uint8Array): void {
    const { path, shared, trial, editors } = document;
    // An agent made it too long.
    if (!trial.fits()) return this.#stopSharing(document);
    const { epoch } = shared;
    const message = { kind: 'update', epoch, update: encoded(update) } as const;
    for (const editor of editors)
      if (editor !== this.#sender) this.#deps.send(editor, path, message);
  }

  #stopSharing({ path, editors }: SharedDocument): void {
    const left = [...editors];
    editors.clear();
    for (const editor of left) this.#deps.send(editor, path, { kind: 'apart' });
  }

  #leave(editor: string, path: string): void {
    const document = this.#documents.get(path);
    if (!document?.editors.delete(editor) || document.editors.size > 0) return;
    this.#end(document);
    this.#deps.onLeft(path);
  }

  /** Drops documents that no editor has open, oldest first; false if that is not enough. */
  #forgetFor(plugin: string, more: ShareUse): boolean {
    const { limits = usualLimits } = this.#deps;
    const isEnough = (): boolean => fits(this.#use(), more, limits);
    const isItsShare = (): boolean =>
      !limits.ofOne || fits(this.#useOf(plugin), more, limits.ofOne);
    for (const document of this.#documents.values()) {
      if (isEnough() && isItsShare()) return true;
      if (document.editors.size > 0) continue;
      if (!isEnough() || document.openedBy === plugin) this.#end(document);
    }
    return isEnough() && isItsShare();
  }

  #use(): ShareUse {
    let bytes = 0;
    for (const { trial } of this.#documents.values()) bytes += trial.size;
    return { documents: this.#documents.size, bytes };
  }

  #useOf(plugin: string): ShareUse {
    let [documents, bytes] = [0, 0];
    for (const { openedBy, bytesBy } of this.#documents.values()) {
      if (openedBy === plugin) documents += 1;
      bytes += bytesBy.get(plugin) ?? 0;
    }
    return { documents, bytes };
  }

  #end({ path, trial, following }: SharedDocument): void {
    void following.dispose();
    trial.dispose();
    this.#documents.delete(path);
  }
}

const fits = (used: ShareUse, more: ShareUse, limit: ShareUse): boolean =>
  used.documents + more.documents <= limit.documents && used.bytes + more.bytes <= limit.bytes;
