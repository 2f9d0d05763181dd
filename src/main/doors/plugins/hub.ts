/** Where editor plugins connect, with their key by the loopback or by the private socket. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { notices } from '../../../shared/notices.ts';
import {
  longestMessage,
  workbenchPluginId,
  type Hello,
  type PluginEvent,
} from '../../../shared/plugin-protocol.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import type { Clock } from '../../core/needs.ts';
import { TokenBucket, type ContributedTool, type Core } from '../../core/offers.ts';
import type { PluginKeys } from '../../platform/plugin-keys.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import { Heartbeat } from '../sockets/heartbeat.ts';
import { LiveSocket } from '../sockets/live-socket.ts';
import { closeServer, newSocketServer } from '../sockets/socket-server.ts';
import type { Credential } from '../wire/credentials.ts';
import { pathOf, type SocketDoor } from '../wire/loopback-server.ts';
import { endRefused } from '../wire/replies.ts';
import { EditorDesk } from './editor-desk.ts';
import type { EditorEvents } from './editor-events.ts';
import type { PairingDesk } from './pairing-desk.ts';
import { PluginGuest, type GuestDeps } from './plugin-guest.ts';

type PluginCredential = Extract<Credential, { audience: 'plugin' }>;

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly events: EditorEvents;
  readonly pairing: PairingDesk;
  readonly pluginKeys: PluginKeys;
  readonly resultBytes: number;
  readonly newClientKey: (pluginId: string) => Promise<string | null>;
  readonly onTrouble: (text: string) => void;
}

const prefix = '/plugin/';
const mostUnpaired = 8;
/** Results come only for commands of ours; this is for whoever sends anything else. */
const intake = { perSecond: 100_000, burst: 100_000 };
/** So that a plugin that errs again and again does not fill the ledger. */
const notes = { perSecond: 0.2, burst: 20 };

/** It said goodbye, or we did. */
const wantedEnds: ReadonlySet<number> = new Set([
  ...[1000, closeCodes.goingAway, closeCodes.protocol, closeCodes.revoked, closeCodes.replaced],
]);

export class PluginHub implements SocketDoor<'plugin'>, Disposable {
  readonly audience = 'plugin';
  readonly #deps: Deps;
  readonly #server;
  readonly #heartbeat: Heartbeat;
  readonly #guests = new Set<PluginGuest>();
  readonly #versions = new WeakMap<PluginGuest, string>();
  readonly #notes: TokenBucket;
  readonly #sessions: Disposable;
  readonly desk: EditorDesk;
  #unpaired = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#server = newSocketServer(longestMessage(deps.resultBytes));
    this.#heartbeat = new Heartbeat(deps.clock);
    this.#notes = new TokenBucket(deps.clock, notes);
    this.desk = new EditorDesk({ ...deps, guests: () => this.#guests });
    this.#sessions = deps.core.sessions.onEnded(({ sessionId }) => {
      for (const guest of this.#guests) guest.sessionEnded(sessionId);
    });
  }

  matches(path: string): boolean {
    return path.startsWith(prefix);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, by: PluginCredential): void {
    if (pathOf(request) !== prefix + by.pluginId) return endRefused(socket, 'wrong-audience');
    this.#admit(request, socket, head, by.pluginId, true);
  }

  /** Without a key; only the private socket lets anybody come this far. */
  upgradeUnpaired(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const pluginId = pathOf(request).slice(prefix.length);
    if (pluginId === workbenchPluginId) return endRefused(socket, 'wrong-audience');
    if (this.#unpaired >= mostUnpaired) return endRefused(socket, 'too-many-at-once');
    this.#admit(request, socket, head, pluginId, false);
  }

  /** The key was taken away; whoever came in with it leaves. */
  disconnect(pluginId: string): void {
    for (const guest of [...this.#guests]) {
      if (guest.pluginId === pluginId) guest.close(closeCodes.revoked, 'the key was taken away');
    }
  }

  /** Null when it is not connected. */
  versionOf(pluginId: string): string | null {
    const guest = [...this.#guests].find((one) => one.pluginId === pluginId);
    return (guest && this.#versions.get(guest)) ?? null;
  }

  async dispose(): Promise<void> {
    await this.#sessions.dispose();
    await this.desk.dispose();
    this.#heartbeat.dispose();
    await closeServer(this.#server);
  }

  #admit(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    pluginId: string,
    paired: boolean,
  ): void {
    this.#server.handleUpgrade(request, socket, head, (opened) =>
      this.#greet(opened, socket, pluginId, paired),
    );
  }

  #greet(opened: WebSocket, wire: Duplex, pluginId: string, paired: boolean): void {
    const onTrouble = (text: string): void => this.#deps.onTrouble(`plugin ${pluginId}: ${text}`);
    const live = new LiveSocket({
      socket: opened,
      wire,
      clock: this.#deps.clock,
      heartbeat: this.#heartbeat,
      intake,
      onMessage: (text) => guest.hear(text),
      onClosed: (code) => {
        this.#guests.delete(guest);
        if (!paired) this.#unpaired -= 1;
        guest.closed(!wantedEnds.has(code));
      },
      onTrouble,
    });
    const guest = new PluginGuest(live, this.#guestDeps(onTrouble), pluginId, paired);
    this.#guests.add(guest);
    if (!paired) this.#unpaired += 1;
  }

  #guestDeps(onTrouble: (text: string) => void): GuestDeps {
    const { core, clock, events, pairing, resultBytes } = this.#deps;
    return {
      ...{ core, clock, events, pairing, resultBytes, onTrouble },
      newKey: (hello) => this.#newKey(hello),
      connected: (guest, hello, tools) => {
        this.#makeRoomFor(guest);
        this.#versions.set(guest, hello.version);
        events.tell(loaded(hello));
        this.desk.show(guest);
        void this.#noticeChangedTools(hello, tools);
      },
      wished: (guest, wish) => {
        this.desk.carryOut(guest, wish).catch((error: unknown) => onTrouble(String(error)));
      },
      outOfRole: ({ pluginId }, what) => {
        onTrouble(what);
        if (this.#notes.take()) void core.note('plugin.out-of-role', `${pluginId}: ${what}`);
      },
    };
  }

  /** The yes is on record before the key exists for anybody. */
  async #newKey({ plugin_id: pluginId, name }: Hello): Promise<string | null> {
    const { core, pluginKeys, onTrouble } = this.#deps;
    if (!(await core.note('plugin.paired', `${pluginId} (${name})`))) return null;
    try {
      return await pluginKeys.add(pluginId, name);
    } catch (error) {
      onTrouble(`a plugin key could not be kept: ${String(error)}`);
      return null;
    }
  }

  /** What was brought along when the person paired it is not what it may bring along later. */
  async #noticeChangedTools(
    { plugin_id: pluginId, name }: Hello,
    tools: readonly ContributedTool[],
  ): Promise<void> {
    const { core, pluginKeys, onTrouble } = this.#deps;
    const hashes = new Map(tools.map((tool) => [tool.name, tool.definitionHash]));
    try {
      const changed = await pluginKeys.changedTools(pluginId, hashes);
      if (changed.length === 0) return;
      core.state.addNotice(notices.toolsChanged(visibleText(name), changed.slice(0, 10)));
      await core.note('plugin.tools-changed', `${pluginId}: ${changed.join(' ')}`.slice(0, 1000));
    } catch (error) {
      onTrouble(`the tools of a plugin could not be kept: ${String(error)}`);
    }
  }

  /** An editor that comes back before its old connection was found dead is one editor. */
  #makeRoomFor(guest: PluginGuest): void {
    for (const other of [...this.#guests]) {
      if (other !== guest && other.editorId === guest.editorId) {
        other.close(closeCodes.replaced, 'it connected again');
        other.closed(false);
      }
    }
  }
}

const loaded = ({ plugin_id: plugin, version }: Hello): PluginEvent => ({
  type: 'event',
  event: 'user_interaction',
  data: { name: 'plugin_loaded', plugin, version },
});
