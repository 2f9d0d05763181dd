/**
 * Limits the events of one plugin. Of events that repeat quickly, such as cursor moves, only the
 * last one is passed on.
 */
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { EventName } from '../../../shared/protocols/session-events.ts';
import type { PluginEvent } from '../../../shared/protocols/plugin-protocol.ts';
import type { Clock } from '../../core/dependencies.ts';
import { TokenBucket } from '../../core/core.ts';
import type { EditorEvents } from './editor-events.ts';

/** For these only the latest state matters. */
const lastOneCounts: ReadonlySet<EventName> = new Set<EventName>([
  ...(['buffer_changed', 'cursor_moved', 'selection_changed', 'viewport_changed'] as const),
  ...(['directory_changed', 'workspace_changed', 'config_updated', 'status_updated'] as const),
  ...(['errors_detected', 'completions_available', 'symbols_updated', 'lint_results'] as const),
]);

const quietMs = 50;
const maxDeferred = 1_000;
const maxEvents = { perSecond: 1_000, burst: 5_000 };
const lostReportEveryMs = 1_000;

interface DebouncedEvent {
  last: PluginEvent | null;
}

export class EventIntake implements Disposable {
  readonly #clock: Clock;
  readonly #events: EditorEvents;
  readonly #bucket: TokenBucket;
  readonly #debounced = new Map<string, DebouncedEvent>();
  readonly #timers = new Set<Disposable>();
  #hasReportedLoss = false;

  constructor(clock: Clock, events: EditorEvents) {
    this.#clock = clock;
    this.#events = events;
    this.#bucket = new TokenBucket(clock, maxEvents);
  }

  take(event: PluginEvent): void {
    if (!this.#bucket.take()) return this.#lose();
    const { name, path = '' } = event.data;
    if (!lastOneCounts.has(name)) return this.#pass(event);
    const key = `${name} ${path} ${event.session_id ?? ''}`;
    const debounced = this.#debounced.get(key);
    if (debounced) debounced.last = event;
    else if (this.#debounced.size >= maxDeferred) this.#lose();
    else {
      this.#pass(event);
      this.#beQuiet(key);
    }
  }

  dispose(): void {
    for (const timer of this.#timers) void timer.dispose();
    this.#timers.clear();
    this.#debounced.clear();
  }

  /** The first is passed on immediately; of those that follow, the last one when no more arrive. */
  #beQuiet(key: string): void {
    const debounced: DebouncedEvent = { last: null };
    this.#debounced.set(key, debounced);
    this.#after(quietMs, () => {
      this.#debounced.delete(key);
      if (!debounced.last) return;
      this.#pass(debounced.last);
      this.#beQuiet(key);
    });
  }

  #pass(event: PluginEvent): void {
    this.#events.emit(event);
  }

  #lose(): void {
    if (this.#hasReportedLoss) return;
    this.#hasReportedLoss = true;
    this.#after(lostReportEveryMs, () => {
      this.#hasReportedLoss = false;
      this.#events.lost();
    });
  }

  #after(ms: number, run: () => void): void {
    const timer = this.#clock.after(ms, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.add(timer);
  }
}
