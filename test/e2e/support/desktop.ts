/**
 * A fake desktop on a private D-Bus: hosts tray icons, reads and clicks their menus, and receives
 * notifications over the same protocols as a real panel.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Message, sessionBus, Variant, type MessageBus } from '@jellybrick/dbus-next';

const watcher = 'org.kde.StatusNotifierWatcher';
const notifier = 'org.freedesktop.Notifications';
const notifierPath = '/org/freedesktop/Notifications';
const item = 'org.kde.StatusNotifierItem';
const menuInterface = 'com.canonical.dbusmenu';
const properties = 'org.freedesktop.DBus.Properties';

export interface MenuLine {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
  readonly children: readonly MenuLine[];
}

export interface ShownNotification {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  /** Labels by key. */
  readonly actions: Readonly<Record<string, string>>;
}

type RawMenu = [number, Record<string, Variant>, Variant[]];

interface Place {
  readonly destination: string;
  readonly path: string;
}

export class Desktop {
  readonly busAddress: string;
  readonly #bus: MessageBus;
  readonly #stopBus: () => Promise<void>;
  readonly #icons: Place[] = [];
  readonly #open = new Map<number, ShownNotification>();
  /** Notifications so far; a replaced one counts once. */
  notified = 0;

  private constructor(bus: MessageBus, busAddress: string, stopBus: () => Promise<void>) {
    this.#bus = bus;
    this.busAddress = busAddress;
    this.#stopBus = stopBus;
  }

  static async start({ tray = true }: { readonly tray?: boolean } = {}): Promise<Desktop> {
    const daemon = spawn(
      'dbus-daemon',
      ['--session', '--nofork', '--nopidfile', '--print-address=1'],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const [address] = (await once(createInterface(daemon.stdout), 'line')) as [string];
    const bus = sessionBus({ busAddress: address });
    const stopBus = async (): Promise<void> => {
      daemon.kill();
      if (daemon.exitCode === null) await once(daemon, 'exit');
    };
    const desktop = new Desktop(bus, address, stopBus);
    bus.addMethodHandler((message: Message) => desktop.#receive(message));
    if (tray) await bus.requestName(watcher, 0);
    await bus.requestName(notifier, 0);
    return desktop;
  }

  async stop(): Promise<void> {
    this.#bus.disconnect();
    await this.#stopBus();
  }

  notifications(): readonly ShownNotification[] {
    return [...this.#open.values()];
  }

  /** Clicks one of its buttons: signals the action and closes the notification. */
  choose(id: number, action: string): void {
    this.#signal('ActionInvoked', 'us', [id, action]);
    this.putAway(id);
  }

  putAway(id: number): void {
    this.#open.delete(id);
    this.#signal('NotificationClosed', 'uu', [id, 2]);
  }

  async tooltip(): Promise<string> {
    const [, , title] = (await this.#get('ToolTip')) as [string, unknown, string, string];
    return title;
  }

  async menu(): Promise<readonly MenuLine[]> {
    const { destination } = await this.#icon();
    const path = (await this.#get('Menu')) as string;
    const body = await this.#call({ destination, path }, menuInterface, 'GetLayout', 'iias', [
      0,
      -1,
      [],
    ]);
    return readMenu(body[1] as RawMenu).children;
  }

  async click(label: string | RegExp): Promise<void> {
    const line = (await this.menu()).find((one) => matches(one.label, label));
    if (!line) throw new Error(`the tray menu has no "${String(label)}"`);
    const { destination } = await this.#icon();
    const path = (await this.#get('Menu')) as string;
    const event = [line.id, 'clicked', new Variant('s', ''), 0];
    await this.#call({ destination, path }, menuInterface, 'Event', 'isvu', event);
  }

  /** The icon's pixels as one string, for comparing. */
  async iconPixels(): Promise<string> {
    const pixmaps = (await this.#get('IconPixmap')) as [number, number, Buffer][];
    return pixmaps
      .map(([width, height, data]) => `${width}x${height}:${Buffer.from(data).toString('base64')}`)
      .join();
  }

  async #icon(): Promise<Place> {
    const giveUpAt = Date.now() + 10_000;
    for (;;) {
      const icon = this.#icons.at(-1);
      if (icon) return icon;
      if (Date.now() > giveUpAt) throw new Error('no tray icon was registered');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #get(name: string): Promise<unknown> {
    const body = await this.#call(await this.#icon(), properties, 'Get', 'ss', [item, name]);
    return (body[0] as Variant).value;
  }

  async #call(
    place: Place,
    iface: string,
    member: string,
    signature: string,
    body: unknown[],
  ): Promise<unknown[]> {
    const reply = await this.#bus.call(
      new Message({ ...place, interface: iface, member, signature, body }),
    );
    return reply?.body ?? [];
  }

  #receive(message: Message): boolean {
    if (message.interface === watcher && message.member === 'RegisterStatusNotifierItem') {
      const named = String(message.body[0]);
      const { sender } = message;
      this.#icons.push(
        named.startsWith('/')
          ? { destination: sender, path: named }
          : { destination: named, path: '/StatusNotifierItem' },
      );
      return this.#reply(message, '', []);
    }
    if (message.interface === notifier) return this.#takeNotification(message);
    if (message.interface === watcher) return this.#reply(message, '', []);
    if (message.path !== '/StatusNotifierWatcher' || message.interface !== properties) return false;
    const known: Record<string, Variant> = {
      IsStatusNotifierHostRegistered: new Variant('b', true),
      ProtocolVersion: new Variant('i', 0),
      RegisteredStatusNotifierItems: new Variant('as', []),
    };
    if (message.member === 'GetAll') return this.#reply(message, 'a{sv}', [known]);
    const value = known[String(message.body[1])];
    return value ? this.#reply(message, 'v', [value]) : false;
  }

  #takeNotification(message: Message): boolean {
    if (message.member === 'CloseNotification') {
      this.#open.delete(Number(message.body[0]));
      return this.#reply(message, '', []);
    }
    if (message.member !== 'Notify') return false;
    const [, replaces, , title, body, words] = message.body as [
      ...[string, number, string, string, string, string[]],
    ];
    const id = replaces || (this.notified += 1);
    const pairs = words.flatMap((key, at) => (at % 2 === 0 ? [[key, words[at + 1] ?? '']] : []));
    const actions = Object.fromEntries(pairs) as Record<string, string>;
    this.#open.set(id, { id, title, body, actions });
    return this.#reply(message, 'u', [id]);
  }

  #signal(member: string, signature: string, body: unknown[]): void {
    this.#bus.send(Message.newSignal(notifierPath, notifier, member, signature, body));
  }

  #reply(message: Message, signature: string, body: unknown[]): true {
    this.#bus.send(Message.newMethodReturn(message, signature, body));
    return true;
  }
}

function readMenu([id, facts, children]: RawMenu): MenuLine {
  const label: unknown = facts['label']?.value;
  return {
    id,
    label: typeof label === 'string' ? label : '',
    enabled: facts['enabled']?.value !== false,
    children: children.map((child) => readMenu(child.value as RawMenu)),
  };
}

const matches = (label: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? label === wanted : wanted.test(label);
