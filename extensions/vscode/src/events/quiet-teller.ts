/**
 * Events on their way to the hub: of what only tells how things stand, the first at once and then the
 * last after a quiet moment; of everything, not more than anybody could read.
 */
import type { EventName } from '../../../../src/shared/events.ts';
import type { Happening, Tell } from '../basics/editor.ts';

const lastOneCounts: ReadonlySet<EventName> = new Set<EventName>([
  ...(['buffer_changed', 'cursor_moved', 'selection_changed', 'viewport_changed'] as const),
  ...(['directory_changed', 'workspace_changed', 'config_updated', 'status_updated'] as const),
  ...(['errors_detected', 'symbols_updated', 'lint_results', 'settings_changed'] as const),
]);

const quietMs = 100;
const mostHeldBack = 500;
const mostPerSecond = 200;

interface Waiting {
  last: (() => void) | null;
  timer: NodeJS.Timeout;
}

export class QuietTeller {
  readonly #tell: Tell;
  readonly #waiting = new Map<string, Waiting>();
  #second = 0;
  #told = 0;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  readonly tell = (event: EventName, about: Happening, sessionId?: string): void => {
    const pass = (): void => this.#pass(event, about, sessionId);
    if (!lastOneCounts.has(event)) return pass();
    const key = `${event} ${about.path ?? ''} ${sessionId ?? ''}`;
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.last = pass;
    else if (this.#waiting.size < mostHeldBack) {
      pass();
      this.#wait(key);
    }
  };

  dispose(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  #wait(key: string): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(key);
      if (!waiting.last) return;
      waiting.last();
      this.#wait(key);
    }, quietMs);
    const waiting: Waiting = { last: null, timer };
    this.#waiting.set(key, waiting);
  }

  #pass(event: EventName, about: Happening, sessionId?: string): void {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#told = 0;
    }
    this.#told += 1;
    if (this.#told <= mostPerSecond) this.#tell(event, about, sessionId);
  }
}
