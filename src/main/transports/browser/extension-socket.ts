/**
 * WebSocket for paired browser extensions. It needs `?type=extension`, a ticket, and the origin
 * that was paired.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { pageLimits } from '../../../shared/integrations/browser.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import type { Clock } from '../../core/dependencies.ts';
import { TokenBucket, type Core } from '../../core/core.ts';
import type { BrowserKeys } from '../../platform/keys/browser-keys.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import { Heartbeat } from '../sockets/heartbeat.ts';
import { intakeFor } from '../sockets/socket-limits.ts';
import { LiveSocket } from '../sockets/live-socket.ts';
import { closeServer, newSocketServer } from '../sockets/socket-server.ts';
import type { Credential } from '../http/credentials.ts';
import type { SocketRoute } from '../http/loopback-server.ts';
import { endRefused } from '../http/replies.ts';
import { readTagged, type BrowserLink } from './browser-connection.ts';
import type { BrowserTabs } from './browser-tabs.ts';
import { isExtensionTarget } from './extension-origin.ts';

type BrowserCredential = Extract<Credential, { audience: 'browser' }>;

interface Deps {
  readonly core: Pick<Core, 'note'>;
  readonly clock: Clock;
  readonly browserKeys: BrowserKeys;
  readonly tabs: BrowserTabs;
  readonly settings: Pick<Settings, 'limits'>;
  readonly onError: (text: string) => void;
}

/** One extension answers the calls of all clients. */
const leastIntake = { perSecond: 500, burst: 2_000 };
/** Limits ledger entries about an extension that keeps making mistakes. */
const notes = { perSecond: 0.2, burst: 20 };

export class ExtensionSocketRoute implements SocketRoute<'browser'>, Disposable {
  readonly audience = 'browser';
  readonly #deps: Deps;
  readonly #server;
  readonly #heartbeat: Heartbeat;
  readonly #notes: TokenBucket;

  constructor(deps: Deps) {
    this.#deps = deps;
    // One message holds one result or one list; a character is three bytes at most.
    const longest = Math.max(
      deps.settings.limits.resultBytes,
      pageLimits.resultLength,
      pageLimits.listLength,
    );
    this.#server = newSocketServer(longest * 3 + 1_048_576);
    this.#heartbeat = new Heartbeat(deps.clock);
    this.#notes = new TokenBucket(deps.clock, notes);
  }

  matches(path: string): boolean {
    return path === '/';
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, by: BrowserCredential): void {
    const { url = '', headers } = request;
    const browser = this.#deps.browserKeys.find(by.browserId);
    if (!isExtensionTarget(url)) return endRefused(socket, 'wrong-audience');
    if (!browser || headers.origin !== browser.origin) return endRefused(socket, 'wrong-origin');
    this.#server.handleUpgrade(request, socket, head, (opened) =>
      this.#accept(opened, socket, by.browserId),
    );
  }

  async dispose(): Promise<void> {
    this.#heartbeat.dispose();
    await closeServer(this.#server);
  }

  #accept(opened: WebSocket, wire: Duplex, browserId: string): void {
    const { clock, tabs, settings } = this.#deps;
    const onError = (text: string): void => this.#deps.onError(`${browserId}: ${text}`);
    const link = tabs.linkOf(browserId);
    const live: LiveSocket = new LiveSocket({
      socket: opened,
      ...{ wire, clock, onError },
      intake: intakeFor(settings.limits, leastIntake),
      heartbeat: this.#heartbeat,
      onMessage: (text) => this.#receive(link, live, text),
      onClosed: () => link.detach(live),
    });
    link.attach(live);
  }

  #receive(link: BrowserLink, live: LiveSocket, text: string): void {
    const read = readStrictJson(text);
    const message = 'json' in read ? readTagged(read.json) : null;
    if (message && link.receive(live, message)) return;
    live.close(closeCodes.protocol, 'that message is not expected here');
    if (this.#notes.take()) void this.#deps.core.note('browser.out-of-role', link.browserId);
  }
}
