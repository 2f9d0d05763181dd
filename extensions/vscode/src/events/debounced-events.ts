/**
 * Sends events to the hub, rate-limited. For state events, sends the first at once and then only
 * the latest after a pause.
 */
import type { EventName } from '../../../../src/shared/protocols/session-events.ts';
import type { EditorEventData, EmitEvent } from '../basics/editor.ts';

const latestOnly: ReadonlySet<EventName> = new Set<EventName>([
  ...(['buffer_changed', 'cursor_moved', 'selection_changed', 'viewport_changed'] as const),
  ...(['directory_changed', 'workspace_changed', 'config_updated', 'status_updated'] as const),
  ...(['errors_detected', 'symbols_updated', 'lint_results', 'settings_changed'] as const),
]);

const quietMs = 100;
const maxPending = 500;
const maxPerSecond = 200;

interface PendingEvent {
  last: (() => void) | null;
  timer: NodeJS.Timeout;
}

export class DebouncedEvents {
  readonly #emit: EmitEvent;
  readonly #waiting = new Map<string, PendingEvent>();
  #second = 0;
  #sent = 0;

  constructor(emit: EmitEvent) {
    this.#emit = emit;
  }

  readonly emit = (event: EventName, about: EditorEventData, sessionId?: string): void => {
    const forward = (): void => this.#forward(event, about, sessionId);
    if (!latestOnly.has(event)) return forward();
    const key = `${event} ${about.path ?? ''} ${sessionId ?? ''}`;
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.last = forward;
    else if (this.#waiting.size < maxPending) {
      forward();
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
    const waiting: PendingEvent = { last: null, timer };
    this.#waiting.set(key, waiting);
  }

  #forward(event: EventName, about: EditorEventData, sessionId?: string): void {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#sent = 0;
    }
    this.#sent += 1;
    if (this.#sent <= maxPerSecond) this.#emit(event, about, sessionId);
  }
}
