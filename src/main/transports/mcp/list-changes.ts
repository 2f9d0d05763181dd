/** Notifies connected clients when the list of tools changed. */
import { toDisposable, type Disposable, Disposables } from '../../../shared/base/disposable.ts';
import type { Core } from '../../core/core.ts';

/** Tabs and servers come and go in bursts, which are merged into one notification. */
const quietMs = 100;

export class ListWatch implements Disposable {
  readonly #listNow: () => string;
  readonly #followers = new Set<() => void>();
  readonly #disposables = new Disposables();
  #timer: NodeJS.Timeout | null = null;
  #lastList = '';

  constructor(executors: Pick<Core['executors'], 'onChanged'>, listNow: () => string) {
    this.#listNow = listNow;
    this.#disposables.add(executors.onChanged(() => this.#touch()));
  }

  follow(changed: () => void): Disposable {
    if (this.#followers.size === 0) this.#lastList = this.#listNow();
    this.#followers.add(changed);
    return toDisposable(() => void this.#followers.delete(changed));
  }

  async dispose(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#disposables.dispose();
  }

  #touch(): void {
    if (this.#followers.size > 0) this.#timer ??= setTimeout(() => this.#notifyChanged(), quietMs);
  }

  #notifyChanged(): void {
    this.#timer = null;
    const list = this.#listNow();
    if (list === this.#lastList) return;
    this.#lastList = list;
    for (const changed of this.#followers) changed();
  }
}
