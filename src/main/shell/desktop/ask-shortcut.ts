/**
 * A key combination that works in every program: it brings the waiting ask to the front, with the
 * keyboard in it. It never answers anything, and keys wait as clicks do after it.
 */
import { globalShortcut } from 'electron';
import { Disposables, toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import type { Core } from '../../core/core.ts';

interface Deps {
  readonly state: Pick<Core['state'], 'onChanged' | 'setFacts'>;
  /** The settings as they are now. */
  readonly settings: Pick<Settings, 'askShortcut'>;
  onPressed(): void;
}

export class AskShortcut implements Disposable {
  readonly #deps: Deps;
  readonly #disposables = new Disposables();
  #registered: string | null = null;
  /** The last one that was tried, whether it could be had or not. */
  #tried: string | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    this.#disposables.add(this.#deps.state.onChanged(() => this.#follow()));
    this.#disposables.add(toDisposable(() => this.#release()));
    this.#follow();
  }

  dispose(): Promise<void> {
    return this.#disposables.dispose();
  }

  /** Follows the setting. A combination that another program has is shown as a problem in Settings. */
  #follow(): void {
    const wanted = this.#deps.settings.askShortcut;
    if (wanted === this.#tried) return;
    this.#tried = wanted;
    this.#release();
    if (wanted !== null && this.#register(wanted)) this.#registered = wanted;
    this.#deps.state.setFacts({ hasShortcutFailed: wanted !== this.#registered });
  }

  #register(wanted: string): boolean {
    try {
      return globalShortcut.register(wanted, () => this.#deps.onPressed());
    } catch {
      // Electron throws for a combination that it does not know.
      return false;
    }
  }

  #release(): void {
    if (this.#registered !== null) globalShortcut.unregister(this.#registered);
    this.#registered = null;
  }
}
