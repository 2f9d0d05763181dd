/** One notification at a time: over the bus where it can have buttons, else by Electron. */
import { Notification } from 'electron';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { Announcement } from './announcement.ts';
import type { DesktopBus } from './desktop-bus.ts';
import type { Popup, PopupControl } from './notifier.ts';

export const popupOn = (bus: DesktopBus | null, handler: PopupControl): Popup =>
  bus ? new BusPopup(bus, handler) : new PlainPopup(handler);

class BusPopup implements Popup {
  readonly #bus: DesktopBus;
  readonly #handler: PopupControl;
  readonly #disposables = new Disposables();
  #id = 0;
  #shown: Announcement | null = null;

  constructor(bus: DesktopBus, handler: PopupControl) {
    this.#bus = bus;
    this.#handler = handler;
    this.#disposables.add(bus.onAction(({ id, action }) => this.#onActionClicked(id, action)));
    this.#disposables.add(bus.onClosed((id) => this.#gone(id)));
  }

  get isOpen(): boolean {
    return this.#id !== 0;
  }

  async show(announcement: Announcement): Promise<void> {
    const { title, body, mayDeny } = announcement;
    const actions = ['default', 'Review', 'review', 'Review', ...(mayDeny ? ['deny', 'Deny'] : [])];
    this.#shown = announcement;
    this.#id = await this.#bus.notify({ replaces: this.#id, title, body, actions });
  }

  async close(): Promise<void> {
    const id = this.#id;
    this.#id = 0;
    if (id !== 0) await this.#bus.close(id);
  }

  dispose(): Promise<void> {
    return this.#disposables.dispose();
  }

  #onActionClicked(id: number, action: string): void {
    if (id !== this.#id || !this.#shown) return;
    const { askId, mayDeny } = this.#shown;
    if (action !== 'deny') this.#handler.review(askId);
    else if (mayDeny) this.#handler.deny(askId);
  }

  #gone(id: number): void {
    if (id === this.#id) this.#id = 0;
  }
}

/** Its buttons are not the same everywhere; a click on it opens the ask. */
class PlainPopup implements Popup, Disposable {
  readonly #handler: PopupControl;
  #open: Notification | null = null;

  constructor(handler: PopupControl) {
    this.#handler = handler;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  async show({ title, body, askId }: Announcement): Promise<void> {
    await this.close();
    if (!Notification.isSupported()) return;
    const popup = new Notification({ title, body });
    popup.on('click', () => this.#handler.review(askId));
    popup.on('close', () => {
      if (this.#open === popup) this.#open = null;
    });
    this.#open = popup;
    popup.show();
  }

  close(): Promise<void> {
    this.#open?.close();
    this.#open = null;
    return Promise.resolve();
  }

  dispose(): void {
    void this.close();
  }
}
