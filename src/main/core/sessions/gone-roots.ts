/** Ends sessions whose granted folder is gone or was replaced: what was granted is no longer there. */
import type { Root, Session } from '../../../shared/access/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { isError } from '../../../shared/actions/outcomes.ts';
import type { Needs } from '../dependencies.ts';
import type { SessionStore } from './session-store.ts';

type RootNeeds = Pick<Needs, 'clock' | 'paths'>;

interface Deps {
  readonly needs: RootNeeds;
  readonly sessions: Pick<SessionStore, 'list' | 'end' | 'onStarted'>;
}

/** A session also ends when no call comes that would notice. */
const lookMs = 10_000;

export class GoneRoots implements Disposable {
  readonly #deps: Deps;
  readonly #started: Disposable;
  #timer: Disposable | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#started = deps.sessions.onStarted(() => this.#arm());
  }

  endChanged(): void {
    const { sessions, needs } = this.#deps;
    for (const session of this.#live())
      if (goneRootOf(session, needs)) sessions.end(session.sessionId, 'root-gone');
  }

  dispose(): void {
    void this.#started.dispose();
    void this.#timer?.dispose();
    this.#timer = null;
  }

  #live(): readonly Session[] {
    return this.#deps.sessions.list().filter(({ ended }) => !ended);
  }

  #arm(): void {
    this.#timer ??= this.#deps.needs.clock.after(lookMs, () => {
      this.#timer = null;
      this.endChanged();
      if (this.#live().length > 0) this.#arm();
    });
  }
}

export function goneRootOf({ roots }: Session, { paths }: Pick<RootNeeds, 'paths'>): Root | null {
  const isGone = (root: Root): boolean => {
    const place = paths.resolve(root.path, [root], 'list');
    return isError(place) && place.code === 'root-changed';
  };
  return roots.find(isGone) ?? null;
}
