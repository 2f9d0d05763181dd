/** The part of the browser's extension API that we use. */
declare namespace chrome {
  interface Event<Listener extends (...args: never[]) => unknown> {
    addListener(listener: Listener): void;
  }

  namespace runtime {
    interface MessageSender {
      readonly tab?: { readonly id?: number };
      readonly frameId?: number;
      readonly origin?: string;
    }
    interface Port {
      readonly name: string;
      readonly sender?: MessageSender;
      readonly onMessage: Event<(message: unknown) => void>;
      readonly onDisconnect: Event<() => void>;
      postMessage(message: unknown): void;
      disconnect(): void;
    }
    /** Undefined after the extension was reloaded or removed. */
    const id: string | undefined;
    const lastError: unknown;
    const onConnect: Event<(port: Port) => void>;
    const onStartup: Event<() => void>;
    const onInstalled: Event<() => void>;
    function connect(info: { readonly name: string }): Port;
    function getManifest(): { readonly version: string };
  }

  namespace storage {
    interface Area {
      get(keys: string | readonly string[]): Promise<Record<string, unknown>>;
      set(items: Readonly<Record<string, unknown>>): Promise<void>;
      remove(keys: string | readonly string[]): Promise<void>;
    }
    const local: Area;
    const session: Area;
  }

  namespace alarms {
    function create(name: string, info: { readonly periodInMinutes: number }): Promise<void>;
    const onAlarm: Event<(alarm: { readonly name: string }) => void>;
  }

  namespace tabs {
    function query(wanted: {
      readonly active: boolean;
      readonly currentWindow: boolean;
    }): Promise<readonly { readonly id?: number }[]>;
  }

  namespace action {
    function setBadgeText(badge: { readonly text: string }): Promise<void>;
    function setBadgeBackgroundColor(badge: { readonly color: string }): Promise<void>;
    function setTitle(title: { readonly title: string }): Promise<void>;
  }
}
