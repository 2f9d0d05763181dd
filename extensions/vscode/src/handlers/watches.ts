/** Watches files and folders for sessions with the editor's watchers. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import type { EmitEvent } from '../basics/editor.ts';
import { pathOf, uriOf } from '../basics/allowed-paths.ts';
import { refusal } from '../basics/refusal.ts';

interface EditorWatch {
  readonly id: string;
  readonly sessionId: string;
  readonly path: string;
  readonly watcher: vscode.FileSystemWatcher;
}

const maxPerSession = 32;

export class EditorWatches implements vscode.Disposable {
  readonly #emit: EmitEvent;
  readonly #watches = new Set<EditorWatch>();

  constructor(emit: EmitEvent) {
    this.#emit = emit;
  }

  change(
    { path: file, recursive, stop }: ActionArgs<'watch_file'>,
    sessionId: string,
  ): { readonly watch_id: string; readonly watching: boolean } {
    const own = [...this.#watches].filter((item) => item.sessionId === sessionId);
    const known = own.find((item) => item.path === file);
    if (stop) {
      if (!known) throw refusal('not-offered', 'You do not watch that.');
      this.#end(known);
      return { watch_id: known.id, watching: false };
    }
    if (known) return { watch_id: known.id, watching: true };
    if (own.length >= maxPerSession) throw refusal('too-many-at-once');
    return { watch_id: this.#begin(file, recursive, sessionId), watching: true };
  }

  endSession(sessionId: string): void {
    for (const watch of this.#watches) if (watch.sessionId === sessionId) this.#end(watch);
  }

  dispose(): void {
    for (const watch of this.#watches) this.#end(watch);
  }

  #begin(file: string, recursive: boolean, sessionId: string): string {
    const isFolder = fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const pattern = isFolder
      ? new vscode.RelativePattern(uriOf(file), recursive ? '**' : '*')
      : new vscode.RelativePattern(uriOf(path.dirname(file)), escaped(path.basename(file)));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const id = randomUUID();
    const emit = (change: string) => (uri: vscode.Uri) => {
      const changed = pathOf(uri);
      if (changed !== null)
        this.#emit('file_watched', { path: changed, change, watch_id: id }, sessionId);
    };
    watcher.onDidCreate(emit('created'));
    watcher.onDidChange(emit('changed'));
    watcher.onDidDelete(emit('deleted'));
    this.#watches.add({ id, sessionId, path: file, watcher });
    return id;
  }

  #end(watch: EditorWatch): void {
    watch.watcher.dispose();
    this.#watches.delete(watch);
  }
}

const escaped = (name: string): string => name.replaceAll(/[[\]{}*?]/g, '[$&]');
