/** The events of one plugin: not too many, and of what only changes quickly the last one. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { EventName } from '../../../shared/protocols/session-events.ts';
import type { PluginEvent } from '../../../shared/protocols/plugin-protocol.ts';
import type { Clock } from '../../core/dependencies.ts';
import { TokenBucket } from '../../core/core.ts';
import type { EditorEvents } from './editor-events.ts';

/** Only how things stand in the end matters; each of the others tells something of its own. */
const lastOneCounts: ReadonlySet<EventName> = new Set<EventName>([
  ...(['buffer_changed', 'cursor_moved', 'selection_changed', 'viewport_changed'] as const),
  ...(['directory_changed', 'workspace_changed', 'config_updated', 'status_updated'] as const),
  ...(['errors_detected', 'completions_available', 'symbols_updated', 'lint_results'] as const),
]);

const quietMs = 50;
const maxDeferred = 1_000;
const maxEvents = { perSecond: 1_000, burst: 5_000 };
const lostToldEveryMs = 1_000;

interface DebouncedEvent {
  last: PluginEvent | null;
}

export class EventIntake implements Disposable {
  readonly #clock: Clock;
  readonly #events: EditorEvents;
  readonly #bucket: TokenBucket;
  readonly #debounced = new Map<string, DebouncedEvent>();
  readonly #timers = new Set<Disposable>();
  #lostTold = false;

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

  /** The first passed at once; of those that follow soon, the last passes when it is quiet. */
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
    if (this.#lostTold) return;
    this.#lostTold = true;
    this.#after(lostToldEveryMs, () => {
      this.#lostTold = false;
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
