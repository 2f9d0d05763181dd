/** Reports to the user that a client was refused because of a limit: nobody was asked then. */
import type { Notice } from '../../../shared/ipc/main-window.ts';
import type { Clock } from '../dependencies.ts';

/** The minimum time between two equal notices, however often the client tries. */
const quietMs = 10 * 60_000;
/** A program can use many names through the management API. */
const mostClients = 8;

export class CapacityNotices {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #show: (notice: Notice) => void;
  readonly #shown = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonic'>, show: (notice: Notice) => void) {
    this.#clock = clock;
    this.#show = show;
  }

  report(notice: Notice): void {
    const now = this.#clock.monotonic();
    for (const [id, at] of this.#shown) if (at <= now - quietMs) this.#shown.delete(id);
    if (this.#shown.has(notice.id) || this.#shown.size >= mostClients) return;
    this.#shown.set(notice.id, now);
    this.#show(notice);
  }
}
