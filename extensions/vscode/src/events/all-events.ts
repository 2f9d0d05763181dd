/** Listens to editor events only while a session may receive them. */
import type * as vscode from 'vscode';
import type { EmitEvent } from '../basics/editor.ts';
import { documentEvents, paneEvents, settingEvents } from './editor-events.ts';
import { gitEvents } from './git-events.ts';
import { fileEvents, problemEvents, symbolEvents, taskEvents } from './project-events.ts';
import { DebouncedEvents } from './debounced-events.ts';

const sources = [
  ...[documentEvents, paneEvents, settingEvents],
  ...[fileEvents, taskEvents, problemEvents, symbolEvents, gitEvents],
];

export class AllEvents implements vscode.Disposable {
  readonly #emit: EmitEvent;
  #listening: readonly vscode.Disposable[] = [];
  #debounced: DebouncedEvents | null = null;

  constructor(emit: EmitEvent) {
    this.#emit = emit;
  }

  /** Without a session there are no listeners. */
  listen(enabled: boolean): void {
    const isListening = this.#debounced !== null;
    if (enabled === isListening) return;
    if (!enabled) return this.dispose();
    const debounced = new DebouncedEvents(this.#emit);
    this.#debounced = debounced;
    this.#listening = sources.flatMap((open) => open(debounced.emit));
  }

  dispose(): void {
    for (const item of this.#listening) item.dispose();
    this.#debounced?.dispose();
    this.#listening = [];
    this.#debounced = null;
  }
}
