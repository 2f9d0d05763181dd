/** WebSockets of agents with a session token, for all sessions. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Session } from '../../../shared/access/access.ts';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import { resyncNeeded } from '../../../shared/protocols/session-protocol.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import { Heartbeat } from '../sockets/heartbeat.ts';
import { intakeFor } from '../sockets/socket-limits.ts';
import { answersLimit, LiveSocket } from '../sockets/live-socket.ts';
import { closeServer, newSocketServer } from '../sockets/socket-server.ts';
import type { Credential } from '../http/credentials.ts';
import { pathOf, type SocketRoute } from '../http/loopback-server.ts';
import { endRefused } from '../http/replies.ts';
import type { EditorEvent, EditorEvents } from '../plugins/editor-events.ts';
import { wantsEvent } from './event-filter.ts';
import { SessionSocket } from './session-socket.ts';

type SessionCredential = Extract<Credential, { audience: 'session' }>;

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly events: EditorEvents;
  readonly settings: Pick<Settings, 'limits'>;
  readonly onError: (text: string) => void;
}

const prefix = '/mcp/session/';
const maxMessageBytes = 1024 ** 2;
const socketsPerSession = 16;

const reading: ReadonlySet<string> = new Set(['open_file', 'watch_file', 'explore_tree']);

export class SessionSockets implements SocketRoute<'session'>, Disposable {
  readonly audience = 'session';
  readonly #deps: Deps;
  readonly #server = newSocketServer(maxMessageBytes);
  readonly #heartbeat: Heartbeat;
  readonly #sockets = new Map<SessionId, Set<SessionSocket>>();
  readonly #disposables = new Disposables();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#heartbeat = this.#disposables.add(new Heartbeat(deps.clock));
    const { sessions } = deps.core;
    this.#disposables.add(sessions.onEnded((session) => this.#ended(session)));
    this.#disposables.add(
      sessions.onStateChanged(({ sessionId, state }) =>
        this.#of(sessionId).forEach((socket) => socket.sendState(state)),
      ),
    );
    this.#disposables.add(deps.events.onEvent((event) => this.#broadcast(event)));
    this.#disposables.add(deps.events.onLost(() => this.#sendLostCount()));
  }

  matches(path: string): boolean {
    return path.startsWith(prefix);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, by: SessionCredential): void {
    const { sessionId } = by;
    if (pathOf(request) !== prefix + sessionId) return endRefused(socket, 'wrong-audience');
    if (this.#of(sessionId).length >= socketsPerSession) {
      return endRefused(socket, 'too-many-at-once');
    }
    this.#server.handleUpgrade(request, socket, head, (opened) =>
      this.#admit(opened, socket, sessionId),
    );
  }

  async dispose(): Promise<void> {
    await this.#disposables.dispose();
    await closeServer(this.#server);
  }

  #admit(opened: WebSocket, wire: Duplex, sessionId: SessionId): void {
    const { core, clock, onError } = this.#deps;
    const { limits } = this.#deps.settings;
    const error = (text: string): void => onError(`session ${sessionId}: ${text}`);
    const live = new LiveSocket({
      socket: opened,
      wire,
      clock,
      heartbeat: this.#heartbeat,
      intake: intakeFor(limits),
      answersLimit: Math.max(answersLimit, 2 * limits.callsAtOnce * limits.resultBytes),
      onMessage: (text) => socket.receive(text),
      onClosed: () => {
        this.#forget(sessionId, socket);
        socket.gone();
      },
      onError: error,
      lastWord: resyncNeeded,
    });
    const socket = new SessionSocket(live, { core, sessionId, onError: error });
    this.#remember(sessionId, socket);
    const { session } = socket;
    // The session may have ended during the handshake.
    if (!session || session.ended) return socket.close(closeCodes.ended, 'the session has ended');
    if (session.state !== 'ACTIVE') socket.sendState(session.state);
  }

  #ended({ sessionId, state, ended }: Session): void {
    for (const socket of this.#of(sessionId)) {
      if (ended?.by === 'quit') socket.close(closeCodes.goingAway, 'Gatehouse is closing');
      else if (ended?.by === 'leaked') socket.close(closeCodes.revoked, 'its credential leaked');
      else if (ended?.by === 'management-api')
        socket.close(closeCodes.revoked, 'the session was revoked over the management API');
      else if (state === 'REVOKED') socket.close(closeCodes.revoked, 'the user ended the session');
      else socket.close(closeCodes.ended, 'the session has ended');
      socket.gone();
    }
  }

  /** Decides once per session, however many sockets it has. */
  #broadcast(event: EditorEvent): void {
    for (const [sessionId, sockets] of this.#sockets) {
      const session = this.#deps.core.sessions.get(sessionId);
      if (!session || !wantsEvent(session, event, this.#closedFor(session))) continue;
      for (const socket of sockets) socket.sendText(event.text);
    }
  }

  /** Folders that a rule closes to reading; their events are not sent either. */
  #closedFor({ agent }: Session): readonly string[] {
    const { rulesInForce } = this.#deps.core;
    return rulesInForce.list().flatMap(({ effect, exactly, client, actions, within }) => {
      const isOfThis = client === null || client === agent.clientId;
      const isOfReading = actions.length === 0 || actions.some((name) => reading.has(name));
      return effect !== 'allow' && exactly === null && isOfThis && isOfReading && within !== null
        ? [within]
        : [];
    });
  }

  #sendLostCount(): void {
    const text = JSON.stringify(resyncNeeded);
    for (const sockets of this.#sockets.values())
      for (const socket of sockets) socket.sendText(text);
  }

  #of(sessionId: SessionId): readonly SessionSocket[] {
    return [...(this.#sockets.get(sessionId) ?? [])];
  }

  #remember(sessionId: SessionId, socket: SessionSocket): void {
    this.#sockets.set(sessionId, (this.#sockets.get(sessionId) ?? new Set()).add(socket));
  }

  #forget(sessionId: SessionId, socket: SessionSocket): void {
    const left = this.#sockets.get(sessionId);
    left?.delete(socket);
    if (left?.size === 0) this.#sockets.delete(sessionId);
  }
}
