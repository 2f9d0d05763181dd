/**
 * The editor's documents as shared texts. They are followed while a session is live in the window's
 * folders, and shared with the workbench and other editors that have the same file open.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { isInside } from '../../../../src/shared/files/inside.ts';
import { userAuthor } from '../../../../src/shared/editing/authors.ts';
import { LiveDocument, type LiveChange } from '../../../../src/shared/editing/live-document.ts';
import {
  maxSharedLength,
  type FromShared,
  type ToShared,
} from '../../../../src/shared/editing/share-protocol.ts';
import type { TextSpan } from '../../../../src/shared/editing/text-spans.ts';
import { pathOf } from './allowed-paths.ts';
import { versionOf } from './documents.ts';

interface Deps {
  readonly send: (path: string, message: ToShared) => void;
  readonly onChanged: (document: vscode.TextDocument) => void;
  readonly log: (text: string) => void;
}

const changeEventMs = 250;

export class LiveDocuments implements vscode.Disposable {
  readonly #deps: Deps;
  readonly #live = new Map<vscode.TextDocument, LiveDocument>();
  readonly #disposables: vscode.Disposable[] = [];
  #follows = false;
  #canShare = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#disposables.push(
      vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.#live.get(document)?.saved()),
    );
  }

  of(document: vscode.TextDocument): LiveDocument {
    const known = this.#live.get(document);
    if (known) {
      known.look();
      return known;
    }
    const live = this.#newLive(document);
    this.#live.set(document, live);
    if (this.#follows && this.#canShare && isShareable(document)) live.join();
    return live;
  }

  /** Undefined if nothing is known about it. */
  find(document: vscode.TextDocument): LiveDocument | undefined {
    return this.#live.get(document);
  }

  /** By whom the document was changed; the user if it is not followed. */
  changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): LiveChange {
    const live = this.#live.get(document);
    const spans = contentChanges
      .map(({ rangeOffset: start, rangeLength, text }) => ({
        start,
        end: start + rangeLength,
        text,
      }))
      .toSorted((a, b) => a.start - b.start);
    // A document reloaded from disk is not dirty.
    const from = document.isDirty ? 'user' : 'file';
    const change = live ? live.changed(spans, from) : from;
    if (live) this.#deps.onChanged(document);
    return change;
  }

  /** Without a session nothing is followed or shared; what is known of agents' text stays. */
  follow(enabled: boolean): void {
    if (enabled === this.#follows) return;
    this.#follows = enabled;
    if (enabled) for (const document of vscode.workspace.textDocuments) this.#opened(document);
    else for (const live of this.#live.values()) live.leave();
  }

  /** The workbench is there; everything is shared with it again. */
  sharingOpen(): void {
    this.disconnected();
    this.#canShare = true;
    if (!this.#follows) return;
    for (const [document, live] of this.#live) if (isShareable(document)) live.join();
  }

  disconnected(): void {
    this.#canShare = false;
    for (const live of this.#live.values()) live.disconnected();
  }

  receive(path: string, message: FromShared): void {
    for (const [document, live] of this.#live) {
      if (pathOf(document.uri) !== path) continue;
      if (message.kind === 'apart')
        this.#deps.log(
          `${path}: not shared until saved; it has other changes elsewhere, or is too long`,
        );
      live.receive(message).catch((error: unknown) => this.#deps.log(String(error)));
    }
  }

  /** Takes back the user's own last change, and nothing that an agent wrote since. */
  async undoOwn(document: vscode.TextDocument): Promise<boolean> {
    const live = this.#live.get(document);
    const { key } = userAuthor;
    const made = await live?.edit({
      spansIn: (shared) => shared.undoSpans(key) ?? { isDone: true },
      write: (shared) => shared.undo(key),
    });
    return made !== undefined && made !== null && 'after' in made;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    for (const live of this.#live.values()) live.dispose();
    this.#live.clear();
  }

  #opened(document: vscode.TextDocument): void {
    if (this.#follows && isShareable(document)) this.of(document);
  }

  #closed(document: vscode.TextDocument): void {
    const live = this.#live.get(document);
    if (!live) return;
    this.#live.delete(document);
    live.leave();
    live.dispose();
  }

  #newLive(document: vscode.TextDocument): LiveDocument {
    const own = {
      text: () => document.getText(),
      isClean: () => !document.isDirty,
      apply: (spans: readonly TextSpan[]) => applyTogether([{ document, spans }]),
    };
    const path = pathOf(document.uri);
    return new LiveDocument(own, {
      versionOf,
      newEpoch: randomUUID,
      now: Date.now,
      send: (message) => {
        if (path !== null) this.#deps.send(path, message);
      },
    });
  }
}

/** All or none; false if the user typed at that moment. */
export async function applyTogether(
  changes: readonly {
    readonly document: vscode.TextDocument;
    readonly spans: readonly TextSpan[];
  }[],
): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { document, spans } of changes) {
    for (const { start, end, text } of spans) {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      edit.replace(document.uri, range, text);
    }
  }
  if (await vscode.workspace.applyEdit(edit)) return true;
  // The window process knew of the user's typing before the extension host did.
  await new Promise((resolve) => setTimeout(resolve, changeEventMs));
  return false;
}

function isShareable(document: vscode.TextDocument): boolean {
  const path = pathOf(document.uri);
  if (path === null || document.getText().length > maxSharedLength) return false;
  return (vscode.workspace.workspaceFolders ?? []).some(({ uri }) => {
    const folder = pathOf(uri);
    return folder !== null && isInside(path, folder);
  });
}
