/**
 * A desktop on a private bus: it hosts tray icons, reads and clicks their menus, and takes
 * notifications. What the app says to a real panel, it says to this one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Message, sessionBus, Variant, type MessageBus } from '@jellybrick/dbus-next';

const watcher = 'org.kde.StatusNotifierWatcher';
const item = 'org.kde.StatusNotifierItem';
const menuInterface = 'com.canonical.dbusmenu';
const properties = 'org.freedesktop.DBus.Properties';

export interface MenuLine {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
  readonly children: readonly MenuLine[];
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

  private constructor(bus: MessageBus, busAddress: string, stopBus: () => Promise<void>) {
    this.#bus = bus;
    this.busAddress = busAddress;
    this.#stopBus = stopBus;
  }

  static async start(): Promise<Desktop> {
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
    await bus.requestName(watcher, 0);
    return desktop;
  }

  async stop(): Promise<void> {
    this.#bus.disconnect();
    await this.#stopBus();
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

  /** The pixels of the icon, largest size, as one string to compare with. */
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
