/**
 * The resources of one server that clients follow. The server is asked once for each, however many
 * follow it, and again after it was restarted.
 */
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { done, failed, type Outcome } from '../../../shared/actions/outcomes.ts';
import { coversResource } from '../../core/core.ts';
import type { ServerConnection } from './server-connection.ts';
import { messageOf } from './server-state.ts';

interface Deps {
  /** The one that is open. */
  readonly connection: () => ServerConnection | null;
  /** It is not stopped as unused until this is disposed. */
  readonly keepRunning: () => Disposable;
  readonly onUpdated: (uri: string) => void;
  readonly log: (line: string) => void;
}

interface OpenSubscription {
  holders: number;
  running: Disposable | null;
}

const maxFollowed = 500;

export class ResourceSubscriptions {
  readonly #deps: Deps;
  readonly #followed = new Map<string, OpenSubscription>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** For a call that has passed the gate; it is kept once somebody holds it. */
  async begin(uri: string, connection: ServerConnection, signal: AbortSignal): Promise<Outcome> {
    if (!connection.canFollow)
      return failed('action-failed', 'The server does not say when a resource changes.');
    if (!this.#followed.has(uri) && this.#followed.size >= maxFollowed)
      return failed('action-failed', 'Too many resources of this server are followed.');
    if ((this.#followed.get(uri)?.holders ?? 0) > 0) return done({ uri });
    await connection.follow(uri, signal);
    if (!this.#followed.has(uri)) this.#followed.set(uri, { holders: 0, running: null });
    return done({ uri });
  }

  hold(uri: string): Disposable {
    const followed = this.#followed.get(uri) ?? { holders: 0, running: null };
    this.#followed.set(uri, followed);
    followed.holders += 1;
    followed.running ??= this.#deps.keepRunning();
    return toDisposable(() => {
      followed.holders -= 1;
      if (followed.holders === 0) this.#drop(uri, followed);
    });
  }

  /** Servers may name a resource below the one that is followed. Others nobody wanted to hear of. */
  updated(uri: string): void {
    const isFollowed = [...this.#followed.keys()].some((one) => coversResource(one, uri));
    if (isFollowed) this.#deps.onUpdated(uri);
  }

  /** What changed while it was not running is not known, so each counts as changed. */
  async resume(connection: ServerConnection, signal: AbortSignal): Promise<void> {
    for (const [uri, { holders }] of [...this.#followed]) {
      if (holders === 0) this.#followed.delete(uri);
      else
        await connection.follow(uri, signal).then(
          () => this.#deps.onUpdated(uri),
          (error: unknown) => this.#deps.log(`${uri} is no longer followed: ${messageOf(error)}`),
        );
    }
  }

  #drop(uri: string, followed: OpenSubscription): void {
    void followed.running?.dispose();
    followed.running = null;
    if (this.#followed.get(uri) !== followed) return;
    this.#followed.delete(uri);
    // It may be stopping, and an unknown update is dropped anyway.
    this.#deps
      .connection()
      ?.unfollow(uri)
      .catch(() => undefined);
  }
}
