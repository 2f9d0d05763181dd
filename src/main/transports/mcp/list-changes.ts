/** Notifies connected clients when the list of tools changed. */
import { toDisposable, type Disposable, Disposables } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { Core } from '../../core/core.ts';
import { sha256 } from '../../platform/keys/tokens.ts';

/** Tabs and servers come and go in bursts, which are merged into one notification. */
const quietMs = 100;

interface ListFollowers {
  /** The digest of the list that they know. */
  lastList: string;
  readonly changed: Set<() => void>;
}

export class ListWatch implements Disposable {
  readonly #listNow: (clientId: ClientId) => string;
  readonly #followers = new Map<ClientId, ListFollowers>();
  readonly #disposables = new Disposables();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    executors: Pick<Core['executors'], 'onChanged'>,
    listNow: (clientId: ClientId) => string,
  ) {
    this.#listNow = listNow;
    this.#disposables.add(executors.onChanged(() => this.#touch()));
  }

  follow(clientId: ClientId, changed: () => void): Disposable {
    const own = this.#followers.get(clientId) ?? {
      lastList: sha256(this.#listNow(clientId)),
      changed: new Set<() => void>(),
    };
    this.#followers.set(clientId, own);
    own.changed.add(changed);
    return toDisposable(() => {
      own.changed.delete(changed);
      if (own.changed.size === 0) this.#followers.delete(clientId);
    });
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
    for (const [clientId, own] of this.#followers) {
      const list = sha256(this.#listNow(clientId));
      if (list === own.lastList) continue;
      own.lastList = list;
      for (const changed of own.changed) changed();
    }
  }
}
