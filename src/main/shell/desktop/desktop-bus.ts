/** The session bus of a Linux desktop: notifications with buttons, and whether there is a tray at all. */
import { Message, sessionBus, Variant, type MessageBus } from '@jellybrick/dbus-next';
import { sessionBusIn } from '../../../shared/app/session-bus.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';

const notifications = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const;
const busItself = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;
const trayHost = 'org.kde.StatusNotifierWatcher';

export interface BusNotification {
  /** 0 makes a new one. */
  readonly replaces: number;
  readonly title: string;
  readonly body: string;
  /** Key and label, by turns. */
  readonly actions: readonly string[];
}

export class DesktopBus implements Disposable {
  readonly #bus: MessageBus;
  readonly #action = new Emitter<{ readonly id: number; readonly action: string }>();
  readonly #closed = new Emitter<number>();

  readonly onAction = this.#action.on;
  readonly onClosed = this.#closed.on;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
    bus.on('message', (message: Message) => this.#receive(message));
  }

  /** Null where there is no bus to speak to. */
  static async connect(onError: (text: string) => void): Promise<DesktopBus | null> {
    if (process.platform !== 'linux' || sessionBusIn(process.env) === null) return null;
    try {
      const bus = sessionBus();
      // Not in its types, but without a listener a bus that goes away would end us.
      const events: NodeJS.EventEmitter = bus;
      const broken = Promise.withResolvers<never>();
      broken.promise.catch(() => undefined);
      events.on('error', (error: unknown) => {
        onError(`the session bus: ${String(error)}`);
        // Without a connection, the bus never answers.
        broken.reject(error instanceof Error ? error : new Error(String(error)));
      });
      const desktop = new DesktopBus(bus);
      const rule = `type='signal',interface='${notifications.interface}'`;
      await Promise.race([desktop.#call(busItself, 'AddMatch', 's', [rule]), broken.promise]);
      return desktop;
    } catch (error) {
      onError(`the session bus cannot be reached: ${String(error)}`);
      return null;
    }
  }

  /** The id by which it is replaced or closed. */
  async notify({ replaces, title, body, actions }: BusNotification): Promise<number> {
    const hints = { urgency: new Variant('y', 1), category: new Variant('s', 'im.received') };
    const facts = ['Gatehouse', replaces, 'gatehouse', title, body, [...actions], hints, -1];
    const [id] = await this.#call(notifications, 'Notify', 'susssasa{sv}i', facts);
    return Number(id);
  }

  async close(id: number): Promise<void> {
    await this.#call(notifications, 'CloseNotification', 'u', [id]);
  }

  async hasTray(): Promise<boolean> {
    const [owned] = await this.#call(busItself, 'NameHasOwner', 's', [trayHost]);
    return owned === true;
  }

  dispose(): void {
    this.#bus.disconnect();
  }

  /** Any program of this user could send these, so they can only show an ask or deny it. */
  #receive({ interface: from, member, body }: Message): void {
    if (from !== notifications.interface) return;
    const [id, word] = body as readonly unknown[];
    if (member === 'ActionInvoked') this.#action.emit({ id: Number(id), action: String(word) });
    if (member === 'NotificationClosed') this.#closed.emit(Number(id));
  }

  async #call(
    where: typeof notifications | typeof busItself,
    member: string,
    signature: string,
    body: unknown[],
  ): Promise<readonly unknown[]> {
    const reply = await this.#bus.call(new Message({ ...where, member, signature, body }));
    return reply?.body ?? [];
  }
}
