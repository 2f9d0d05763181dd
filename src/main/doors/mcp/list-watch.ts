/** Tells the clients that are connected when the list of their tools has become another one. */
import { toDisposable, type Disposable, Disposables } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/ids.ts';
import type { Core } from '../../core/offers.ts';

interface Follower {
  readonly clientId: ClientId;
  readonly changed: () => void;
  told: string;
}

/** Sessions change with every call; a storm of changes is told once. */
const quietMs = 100;

export class ListWatch implements Disposable {
  readonly #namesFor: (clientId: ClientId) => string;
  readonly #followers = new Set<Follower>();
  readonly #held = new Disposables();
  #timer: NodeJS.Timeout | null = null;

  constructor(core: Core, namesFor: (clientId: ClientId) => string) {
    this.#namesFor = namesFor;
    const touch = (): void => this.#touch();
    this.#held.add(core.sessions.onChanged(touch));
    this.#held.add(core.executors.onChanged(touch));
  }

  follow(clientId: ClientId, changed: () => void): Disposable {
    const follower = { clientId, changed, told: this.#namesFor(clientId) };
    this.#followers.add(follower);
    return toDisposable(() => void this.#followers.delete(follower));
  }

  async dispose(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#held.dispose();
  }

  #touch(): void {
    if (this.#followers.size > 0) this.#timer ??= setTimeout(() => this.#tell(), quietMs);
  }

  #tell(): void {
    this.#timer = null;
    for (const follower of this.#followers) {
      const names = this.#namesFor(follower.clientId);
      if (names === follower.told) continue;
      follower.told = names;
      follower.changed();
    }
  }
}
