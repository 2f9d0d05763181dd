/** The events of one plugin: not too many, and of what only changes quickly the last one. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { EventName } from '../../../shared/events.ts';
import type { PluginEvent } from '../../../shared/plugin-protocol.ts';
import type { Clock } from '../../core/needs.ts';
import { TokenBucket } from '../../core/offers.ts';
import type { EditorEvents } from './editor-events.ts';

/** Only how things stand in the end matters; each of the others tells something of its own. */
const lastOneCounts: ReadonlySet<EventName> = new Set<EventName>([
  ...(['buffer_changed', 'cursor_moved', 'selection_changed', 'viewport_changed'] as const),
  ...(['directory_changed', 'workspace_changed', 'config_updated', 'status_updated'] as const),
  ...(['errors_detected', 'completions_available', 'symbols_updated', 'lint_results'] as const),
]);

const quietMs = 50;
const mostHeldBack = 1_000;
const mostEvents = { perSecond: 1_000, burst: 5_000 };
const lostToldEveryMs = 1_000;

interface Quiet {
  last: PluginEvent | null;
}

export class EventIntake implements Disposable {
  readonly #clock: Clock;
  readonly #events: EditorEvents;
  readonly #bucket: TokenBucket;
  readonly #quiet = new Map<string, Quiet>();
  readonly #timers = new Set<Disposable>();
  #lostTold = false;

  constructor(clock: Clock, events: EditorEvents) {
    this.#clock = clock;
    this.#events = events;
    this.#bucket = new TokenBucket(clock, mostEvents);
  }

  take(event: PluginEvent): void {
    if (!this.#bucket.take()) return this.#lose();
    const { name, path = '' } = event.data;
    if (!lastOneCounts.has(name)) return this.#pass(event);
    const key = `${name} ${path} ${event.session_id ?? ''}`;
    const quiet = this.#quiet.get(key);
    if (quiet) quiet.last = event;
    else if (this.#quiet.size >= mostHeldBack) this.#lose();
    else {
      this.#pass(event);
      this.#beQuiet(key);
    }
  }

  dispose(): void {
    for (const timer of this.#timers) void timer.dispose();
    this.#timers.clear();
    this.#quiet.clear();
  }

  /** The first passed at once; of those that follow soon, the last passes when it is quiet. */
  #beQuiet(key: string): void {
    const quiet: Quiet = { last: null };
    this.#quiet.set(key, quiet);
    this.#after(quietMs, () => {
      this.#quiet.delete(key);
      if (!quiet.last) return;
      this.#pass(quiet.last);
      this.#beQuiet(key);
    });
  }

  #pass(event: PluginEvent): void {
    this.#events.tell(event);
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
