/** Notifies connected clients when their list of tools changed. */
import { toDisposable, type Disposable, Disposables } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { Core } from '../../core/core.ts';

interface Follower {
  readonly clientId: ClientId;
  readonly changed: () => void;
  lastList: string;
}

/** Sessions change with every call, so bursts of changes are merged into one notification. */
const quietMs = 100;

export class ListWatch implements Disposable {
  readonly #namesFor: (clientId: ClientId) => string;
  readonly #followers = new Set<Follower>();
  readonly #disposables = new Disposables();
  #timer: NodeJS.Timeout | null = null;

  constructor(core: Core, namesFor: (clientId: ClientId) => string) {
    this.#namesFor = namesFor;
    const touch = (): void => this.#touch();
    this.#disposables.add(core.sessions.onChanged(touch));
    this.#disposables.add(core.executors.onChanged(touch));
  }

  follow(clientId: ClientId, changed: () => void): Disposable {
    const follower = { clientId, changed, lastList: this.#namesFor(clientId) };
    this.#followers.add(follower);
    return toDisposable(() => void this.#followers.delete(follower));
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
    for (const follower of this.#followers) {
      const names = this.#namesFor(follower.clientId);
      if (names === follower.lastList) continue;
      follower.lastList = names;
      follower.changed();
    }
  }
}
