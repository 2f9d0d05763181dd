/** The enabled servers: their processes, and their tools as agents see them. */
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ContributedTool, Core, ServerForwarding } from '../../core/core.ts';
import { ForwardedLists } from './forwarded-server.ts';
import { ManagedServer, type ManagedDeps } from './managed-server.ts';
import { noPins, type PinStore } from './pin-store.ts';
import type { SecretStore } from './secret-store.ts';
import type { OfferedText } from './server-connection.ts';
import { ServerExecutor } from './server-executor.ts';
import { ServerNetwork } from './server-network.ts';
import { sandboxIdOf } from './server-start.ts';
import type { ServerStore, StoredServer } from './server-store.ts';
import {
  acceptedInstructions,
  contributedTools,
  detailsOf,
  isCallable,
  methodTools,
  unreviewedIn,
  type SchemaFunctions,
} from './server-tools.ts';

export interface LiveServersDeps extends Omit<
  ManagedDeps,
  | 'secrets'
  | 'note'
  | 'onOffered'
  | 'onChanged'
  | 'onStopped'
  | 'core'
  | 'onListChanged'
  | 'onResourceUpdated'
> {
  readonly core: Pick<Core, 'executors' | 'note' | 'state' | 'launchServer'>;
  readonly schemas: SchemaFunctions;
  readonly resultBytes: number;
  readonly isOwnPort: (address: string, port: number) => boolean;
  /** The namespace of a sandbox is no longer needed. */
  readonly stopNetwork: (sandboxId: string) => Promise<void>;
}

export interface ServerFiles {
  readonly store: ServerStore;
  readonly pins: PinStore;
  readonly secrets: SecretStore;
}

export interface LiveServer {
  readonly server: ManagedServer;
  registered: Disposable | null;
  /** At least one of its tools can be called. */
  isUsable: boolean;
  lastUsedAt: number | null;
  login: AbortController | null;
}

export class LiveServers {
  readonly #deps: LiveServersDeps;
  readonly #store: ServerStore;
  readonly #pins: PinStore;
  readonly #secrets: SecretStore;
  readonly #live = new Map<string, LiveServer>();
  readonly #changed = new Emitter<void>();
  readonly #listChanged = new Emitter<{ list: 'resources' | 'prompts'; server: string }>();
  readonly #updated = new Emitter<{ server: string; uri: string }>();
  readonly network: ServerNetwork;
  #isDisposed = false;

  constructor(deps: LiveServersDeps, { store, pins, secrets }: ServerFiles) {
    this.#deps = deps;
    this.#store = store;
    this.#pins = pins;
    this.#secrets = secrets;
    const { core, clock, isOwnPort } = deps;
    const serverOf = (name: string): ManagedServer | null => this.get(name)?.server ?? null;
    this.network = new ServerNetwork({ core, clock, isOwnPort, serverOf });
  }

  readonly onChange = this.#changed.on;

  get(name: string): LiveServer | null {
    return this.#live.get(name) ?? null;
  }

  changed(): void {
    this.#changed.emit();
  }

  /** For the transport. */
  readonly forwarding: ServerForwarding = {
    servers: () =>
      [...this.#live].flatMap(([name, { server, isUsable }]) => {
        if (!isUsable) return [];
        const isVisibleTo = (clientId: string): boolean =>
          this.#store.get(name)?.hiddenFrom.includes(clientId) === false;
        const instructions = acceptedInstructions(this.#pins.of(name));
        return [new ForwardedLists(server, { isVisibleTo, instructions })];
      }),
    onListChanged: (listener) => this.#listChanged.on(({ list, server }) => listener(list, server)),
    onResourceUpdated: (listener) => this.#updated.on(({ server, uri }) => listener(server, uri)),
  };

  /** Registers its current tools. */
  offer(name: string): void {
    const stored = this.#store.get(name);
    if (!stored?.isEnabled || this.#isDisposed) return;
    const known = this.#live.get(name);
    const live: LiveServer = known ?? {
      server: new ManagedServer(name, stored.spec, this.#managedDeps()),
      ...{ registered: null, login: null, isUsable: false, lastUsedAt: stored.lastUsedAt },
    };
    this.#live.set(name, live);
    const { schemas, core, resultBytes } = this.#deps;
    const pins = this.#pins.error === null ? this.#pins.of(name) : noPins;
    const tools = this.#pins.error === null ? toolsOf(name, stored, pins, schemas) : [];
    live.isUsable = tools.length > 0;
    const executor = new ServerExecutor({
      ...{ server: live.server, resultBytes, tools },
      accepted: (tool) => {
        const now = this.#pins.of(name);
        return isCallable(now, tool) ? (now.tools[tool] ?? null) : null;
      },
      isUsable: () => live.isUsable,
      onUsed: (clientId) => this.#used(name, live, clientId),
    });
    const earlier = live.registered;
    live.registered = core.executors.register(executor);
    void earlier?.dispose();
    this.#changed.emit();
  }

  #managedDeps(): ManagedDeps {
    const { core, stopNetwork } = this.#deps;
    return {
      ...this.#deps,
      secrets: this.#secrets,
      note: (action, detail) => core.note(action, detail),
      onOffered: (name, offered) => this.#offered(name, offered),
      onListChanged: (list, server) => this.#listChanged.emit({ list, server }),
      onResourceUpdated: (server, uri) => this.#updated.emit({ server, uri }),
      onChanged: () => this.#changed.emit(),
      onStopped: (name) => void stopNetwork(sandboxIdOf(name)),
    };
  }

  async #offered(name: string, { instructions, tools, unreadable }: OfferedText): Promise<void> {
    if (this.#pins.error !== null || !this.#store.get(name)) return;
    const offered = { instructions, tools: [...tools], unreadable };
    await this.#pins.change(name, (pins) => ({ ...pins, offered }));
    this.offer(name);
  }

  #used(name: string, live: LiveServer, clientId: string): void {
    live.lastUsedAt = this.#deps.clock.now();
    const stored = this.#store.get(name);
    if (!stored || stored.usedBy.includes(clientId)) return;
    const { lastUsedAt } = live;
    const add = (item: StoredServer): StoredServer =>
      item.usedBy.includes(clientId)
        ? item
        : { ...item, lastUsedAt, usedBy: [...item.usedBy, clientId].slice(-500) };
    void this.#store.change(name, add).catch(() => undefined);
  }

  /** Ends its processes; on the next use it starts with the stored settings. */
  async replace(name: string): Promise<void> {
    await this.close(name);
    this.offer(name);
  }

  async close(name: string): Promise<void> {
    const live = this.#live.get(name);
    this.#live.delete(name);
    live?.login?.abort();
    await live?.registered?.dispose();
    await live?.server.dispose();
    if (live && this.#store.error === null) {
      const { lastUsedAt } = live;
      await this.#store.change(name, (item) => ({ ...item, lastUsedAt })).catch(() => undefined);
    }
    this.#changed.emit();
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#live.keys()].map((name) => this.close(name)));
  }
}

/** Nothing of a server that the user has not reviewed. */
const toolsOf = (...source: Parameters<typeof contributedTools>): readonly ContributedTool[] => {
  const [name, stored, pins] = source;
  const tools = contributedTools(...source);
  const isUnseen = pins.offered === null || unreviewedIn(detailsOf(...source)) > 0;
  const isNew = tools.length === 0 && isUnseen;
  return isNew ? [] : [...tools, ...methodTools(name, stored)];
};
