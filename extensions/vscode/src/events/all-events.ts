/** Listens to the editor while somebody may hear of it, and not a moment longer. */
import type * as vscode from 'vscode';
import type { Tell } from '../basics/editor.ts';
import { documentEvents, paneEvents, settingEvents } from './editor-events.ts';
import { gitEvents } from './git-events.ts';
import { fileEvents, problemEvents, symbolEvents, taskEvents } from './project-events.ts';
import { QuietTeller } from './quiet-teller.ts';

const sources = [
  ...[documentEvents, paneEvents, settingEvents],
  ...[fileEvents, taskEvents, problemEvents, symbolEvents, gitEvents],
];

export class AllEvents implements vscode.Disposable {
  readonly #tell: Tell;
  #listening: readonly vscode.Disposable[] = [];
  #quiet: QuietTeller | null = null;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** Without a session nobody hears anything, and nothing is listened to. */
  listen(isWanted: boolean): void {
    const isListening = this.#quiet !== null;
    if (isWanted === isListening) return;
    if (!isWanted) return this.dispose();
    const quiet = new QuietTeller(this.#tell);
    this.#quiet = quiet;
    this.#listening = sources.flatMap((open) => open(quiet.tell));
  }

  dispose(): void {
    for (const one of this.#listening) one.dispose();
    this.#quiet?.dispose();
    this.#listening = [];
    this.#quiet = null;
  }
}
