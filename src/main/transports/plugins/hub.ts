/** Connections of editor plugins: with a key over the loopback port, or over the private socket. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { notices } from '../../../shared/app/notices.ts';
import { longestShareMessage } from '../../../shared/editing/share-protocol.ts';
import {
  longestMessage,
  workbenchPluginId,
  type Hello,
  type PluginEvent,
} from '../../../shared/protocols/plugin-protocol.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { Clock } from '../../core/dependencies.ts';
import { TokenBucket, type ContributedTool, type Core } from '../../core/core.ts';
import type { RequesterOf } from '../../platform/peers/requesters.ts';
import type { PluginKeys } from '../../platform/keys/plugin-keys.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import { Heartbeat } from '../sockets/heartbeat.ts';
import { intakeBytes, LiveSocket, type LiveSocketDeps } from '../sockets/live-socket.ts';
import { closeServer, newSocketServer } from '../sockets/socket-server.ts';
import type { Credential } from '../http/credentials.ts';
import { pathOf, type SocketRoute } from '../http/loopback-server.ts';
import { endRefused } from '../http/replies.ts';
import { DocumentRelay } from './document-relay.ts';
import { DeletionRequests } from './deletion-requests.ts';
import { EditorOverview } from './editor-overview.ts';
import type { EditorEvents } from './editor-events.ts';
import type { PluginPairing } from './pairing.ts';
import { PluginConnection, type ConnectionDeps } from './plugin-connection.ts';

type PluginCredential = Extract<Credential, { audience: 'plugin' }>;

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly events: EditorEvents;
  readonly pairing: PluginPairing;
  readonly pluginKeys: PluginKeys;
  readonly resultBytes: number;
  readonly newClientKey: (pluginId: string) => Promise<string | null>;
  /** The process that asks to be paired. */
  readonly requesterOf?: RequesterOf;
  readonly onError: (text: string) => void;
}

const prefix = '/plugin/';
/** Limit for connections without a key. The oldest that has sent no hello is closed first. */
const maxUnpaired = 8;
/** For everything but results of our own commands. */
const intake = { perSecond: 2_000, burst: 10_000 };
/** The workbench is our own process and answers every call, so it may send more. */
const workbenchIntake = { perSecond: 100_000, burst: 100_000 };
const bytesOf = (resultBytes: number) => {
  const burst = Math.max(intakeBytes.burst, longestMessage(resultBytes) * 2);
  return { perSecond: Math.max(intakeBytes.perSecond, resultBytes * 4), burst };
};
const noLimit = { perSecond: Number.MAX_SAFE_INTEGER, burst: Number.MAX_SAFE_INTEGER };
/** Limits ledger entries about a plugin that keeps making mistakes. */
const notes = { perSecond: 0.2, burst: 20 };

/** Close codes of a connection that one side closed on purpose. */
const wantedEnds: ReadonlySet<number> = new Set([
  ...[1000, closeCodes.goingAway, closeCodes.protocol, closeCodes.revoked, closeCodes.replaced],
]);

export class PluginHub implements SocketRoute<'plugin'>, Disposable {
  readonly audience = 'plugin';
  readonly #deps: Deps;
  readonly #server;
  readonly #heartbeat: Heartbeat;
  readonly #connections = new Set<PluginConnection>();
  readonly #versions = new WeakMap<PluginConnection, string>();
  readonly #notes: TokenBucket;
  readonly #sessions: Disposable;
  readonly #relay = new DocumentRelay(() => this.#connections);
  readonly editorOverview: EditorOverview;
  readonly deletions = new DeletionRequests();
  #unpaired = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#server = newSocketServer(Math.max(longestMessage(deps.resultBytes), longestShareMessage));
    this.#heartbeat = new Heartbeat(deps.clock);
    this.#notes = new TokenBucket(deps.clock, notes);
    this.editorOverview = new EditorOverview({ ...deps, connections: () => this.#connections });
    this.#sessions = deps.core.sessions.onEnded(({ sessionId }) => {
      for (const connection of this.#connections) connection.sessionEnded(sessionId);
    });
  }

  matches(path: string): boolean {
    return path.startsWith(prefix);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, by: PluginCredential): void {
    if (pathOf(request) !== prefix + by.pluginId) return endRefused(socket, 'wrong-audience');
    this.#admit(request, socket, head, by.pluginId, true);
  }

  /** Accepts a plugin without a key. Only the private socket leads here. */
  upgradeUnpaired(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const pluginId = pathOf(request).slice(prefix.length);
    if (pluginId === workbenchPluginId) return endRefused(socket, 'wrong-audience');
    if (this.#unpaired >= maxUnpaired && !this.#dropSilent())
      return endRefused(socket, 'too-many-at-once');
    this.#admit(request, socket, head, pluginId, false);
  }

  /** The oldest connection without a key that has sent no hello. */
  #dropSilent(): boolean {
    const silent = [...this.#connections].find((connection) => connection.isSilent);
    silent?.close(closeCodes.tooFast, 'send hello right away');
    return silent !== undefined;
  }

  /** Closes the connections of a plugin whose key was revoked. */
  disconnect(pluginId: string): void {
    for (const connection of [...this.#connections]) {
      if (connection.pluginId === pluginId)
        connection.close(closeCodes.revoked, 'the key was revoked');
    }
  }

  /** Null when it is not connected. */
  versionOf(pluginId: string): string | null {
    const connection = [...this.#connections].find((item) => item.pluginId === pluginId);
    return (connection && this.#versions.get(connection)) ?? null;
  }

  async dispose(): Promise<void> {
    await this.#sessions.dispose();
    await this.editorOverview.dispose();
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
      this.#accept(opened, socket, pluginId, paired),
    );
  }

  #accept(opened: WebSocket, wire: Duplex, pluginId: string, paired: boolean): void {
    const onError = (text: string): void => this.#deps.onError(`plugin ${pluginId}: ${text}`);
    const live = new LiveSocket({
      socket: opened,
      wire,
      clock: this.#deps.clock,
      heartbeat: this.#heartbeat,
      ...this.#limitsOf(pluginId),
      onMessage: (text) => connection.receive(text),
      onClosed: (code) => {
        this.#connections.delete(connection);
        this.#relay.disconnected(connection);
        if (!paired) this.#unpaired -= 1;
        connection.closed(!wantedEnds.has(code));
      },
      onError,
    });
    const connection = new PluginConnection(
      live,
      this.#connectionDeps(wire, onError),
      pluginId,
      paired,
    );
    this.#connections.add(connection);
    if (!paired) this.#unpaired += 1;
  }

  #limitsOf(pluginId: string): Pick<LiveSocketDeps, 'intake' | 'intakeBytes'> {
    if (pluginId === workbenchPluginId) return { intake: workbenchIntake, intakeBytes: noLimit };
    return { intake, intakeBytes: bytesOf(this.#deps.resultBytes) };
  }

  #connectionDeps(wire: Duplex, onError: (text: string) => void): ConnectionDeps {
    const { core, clock, events, pairing, resultBytes } = this.#deps;
    return {
      ...{ core, clock, events, pairing, resultBytes, onError },
      requester: async () => (await this.#deps.requesterOf?.(wire as Socket)) ?? 'unknown',
      newKey: (hello) => this.#newKey(hello),
      connected: (connection, hello, tools) => {
        this.#evictOldest(connection);
        this.#versions.set(connection, hello.version);
        events.emit(loaded(hello));
        this.editorOverview.show(connection);
        this.#relay.connected(connection);
        void this.#noticeChangedTools(hello, tools);
      },
      onRequest: (connection, request) => {
        this.editorOverview
          .carryOut(connection, request)
          .catch((error: unknown) => onError(String(error)));
      },
      onDeleteWorkspace: (connection, request) => {
        this.deletions
          .carryOut(connection, request)
          .catch((error: unknown) => onError(String(error)));
      },
      onShare: (connection, message) => {
        if (!this.#relay.pass(connection, message)) onError(`${message.type} was not passed on`);
      },
      outOfRole: ({ pluginId }, what) => {
        onError(what);
        if (this.#notes.take()) void core.note('plugin.out-of-role', `${pluginId}: ${what}`);
      },
    };
  }

  /** The approval is recorded before the key exists. */
  async #newKey({ plugin_id: pluginId, name }: Hello): Promise<string | null> {
    const { core, pluginKeys, onError } = this.#deps;
    if (!(await core.note('plugin.paired', `${pluginId} (${name})`))) return null;
    try {
      return await pluginKeys.add(pluginId, name);
    } catch (error) {
      onError(`a plugin key could not be kept: ${String(error)}`);
      return null;
    }
  }

  /** Records tools that changed since the user paired the plugin. */
  async #noticeChangedTools(
    { plugin_id: pluginId, name }: Hello,
    tools: readonly ContributedTool[],
  ): Promise<void> {
    const { core, pluginKeys, onError } = this.#deps;
    const hashes = new Map(tools.map((tool) => [tool.name, tool.definitionHash]));
    try {
      const changed = await pluginKeys.changedTools(pluginId, hashes);
      if (changed.length === 0) return;
      core.state.addNotice(notices.toolsChanged(visibleText(name), changed.slice(0, 10)));
      await core.note('plugin.tools-changed', `${pluginId}: ${changed.join(' ')}`.slice(0, 1000));
    } catch (error) {
      onError(`the tools of a plugin could not be kept: ${String(error)}`);
    }
  }

  /**
   * Closes the old connection when an editor reconnects before the old one was noticed to be dead.
   */
  #evictOldest(connection: PluginConnection): void {
    for (const earlier of [...this.#connections]) {
      if (earlier !== connection && earlier.editorId === connection.editorId) {
        earlier.close(closeCodes.replaced, 'it connected again');
        earlier.closed(false);
      }
    }
  }
}

const loaded = ({ plugin_id: plugin, version }: Hello): PluginEvent => ({
  type: 'event',
  event: 'user_interaction',
  data: { name: 'plugin_loaded', plugin, version },
});
