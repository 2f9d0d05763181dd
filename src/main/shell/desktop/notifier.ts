/** Notifies about asks that are not on screen: once for a burst, not at all for a flood. */
import type { Ask } from '../../../shared/asks/asks.ts';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { AskId } from '../../../shared/base/ids.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import type { Clock } from '../../core/dependencies.ts';
import { announcementOf, type Announcement } from './announcement.ts';

export interface Popup extends Disposable {
  readonly isOpen: boolean;
  /** In place of the one that is open. */
  show(announcement: Announcement): Promise<void>;
  close(): Promise<void>;
}

/** The actions of a notification. None of them allows anything. */
export interface PopupControl {
  readonly review: (askId: AskId) => void;
  readonly deny: (askId: AskId) => void;
}

interface Deps {
  readonly asks: { list(): readonly Ask[] };
  readonly onChanged: (listener: () => void) => Disposable;
  readonly settings: Pick<Settings, 'notifications'>;
  readonly isLooking: () => boolean;
  readonly popup: Popup;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly onError: (text: string) => void;
}

/** So long a burst may take, and the ask window to come to the front. */
const gatherMs = 400;
/** A dismissed notification is not shown again immediately, however many asks follow. */
const quietMs = 15_000;

export class Notifier implements Disposable {
  readonly #deps: Deps;
  readonly #disposables = new Disposables();
  #known: ReadonlySet<AskId> = new Set();
  #gathering: Disposable | null = null;
  #lastShown = -Infinity;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#disposables.add(deps.onChanged(() => this.#update()));
    this.#update();
  }

  async dispose(): Promise<void> {
    await this.#disposables.dispose();
    await this.#gathering?.dispose();
    await this.#attempt(this.#deps.popup.close());
    await this.#deps.popup.dispose();
  }

  #waiting(): readonly Ask[] {
    return this.#deps.asks.list().filter((ask) => ask.waiting > 0);
  }

  #update(): void {
    const waiting = this.#waiting();
    const isNew =
      waiting.length !== this.#known.size || waiting.some((ask) => !this.#known.has(ask.askId));
    this.#known = new Set(waiting.map((ask) => ask.askId));
    if (isNew) this.#gathering ??= this.#deps.clock.after(gatherMs, () => this.#showNotification());
  }

  #showNotification(): void {
    this.#gathering = null;
    const { popup, settings, isLooking, clock } = this.#deps;
    const announcement = announcementOf(this.#waiting());
    if (!announcement) return void this.#attempt(popup.close());
    if (!settings.notifications || isLooking()) return;
    const now = clock.monotonic();
    if (!popup.isOpen && now - this.#lastShown < quietMs) return;
    this.#lastShown = now;
    void this.#attempt(popup.show(announcement));
  }

  async #attempt(operation: Promise<void>): Promise<void> {
    try {
      await operation;
    } catch (error) {
      this.#deps.onError(`the notification did not work: ${String(error)}`);
    }
  }
}
