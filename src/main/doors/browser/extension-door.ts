/** Where paired browser extensions connect: `?type=extension`, a ticket, and the origin they were paired with. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { pageLimits } from '../../../shared/browser.ts';
import type { Settings } from '../../../shared/settings.ts';
import { readStrictJson } from '../../../shared/strict-json.ts';
import type { Clock } from '../../core/needs.ts';
import { TokenBucket, type Core } from '../../core/offers.ts';
import type { BrowserKeys } from '../../platform/browser-keys.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import { Heartbeat } from '../sockets/heartbeat.ts';
import { intakeFor } from '../sockets/intake.ts';
import { LiveSocket } from '../sockets/live-socket.ts';
import { closeServer, newSocketServer } from '../sockets/socket-server.ts';
import type { Credential } from '../wire/credentials.ts';
import type { SocketDoor } from '../wire/loopback-server.ts';
import { endRefused } from '../wire/replies.ts';
import { readTagged, type BrowserLink } from './browser-link.ts';
import type { BrowserTabs } from './browser-tabs.ts';
import { isExtensionTarget } from './extension-origin.ts';

type BrowserCredential = Extract<Credential, { audience: 'browser' }>;

interface Deps {
  readonly core: Pick<Core, 'note'>;
  readonly clock: Clock;
  readonly browserKeys: BrowserKeys;
  readonly tabs: BrowserTabs;
  readonly settings: Pick<Settings, 'limits'>;
  readonly onTrouble: (text: string) => void;
}

/** It answers for all clients at once. */
const leastIntake = { perSecond: 500, burst: 2_000 };
/** So that an extension that errs again and again does not fill the ledger. */
const notes = { perSecond: 0.2, burst: 20 };

export class ExtensionDoor implements SocketDoor<'browser'>, Disposable {
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
      this.#greet(opened, socket, by.browserId),
    );
  }

  async dispose(): Promise<void> {
    this.#heartbeat.dispose();
    await closeServer(this.#server);
  }

  #greet(opened: WebSocket, wire: Duplex, browserId: string): void {
    const { clock, tabs, settings } = this.#deps;
    const onTrouble = (text: string): void => this.#deps.onTrouble(`${browserId}: ${text}`);
    const link = tabs.linkOf(browserId);
    const live: LiveSocket = new LiveSocket({
      socket: opened,
      ...{ wire, clock, onTrouble },
      intake: intakeFor(settings.limits, leastIntake),
      heartbeat: this.#heartbeat,
      onMessage: (text) => this.#hear(link, live, text),
      onClosed: () => link.detach(live),
    });
    link.attach(live);
  }

  #hear(link: BrowserLink, live: LiveSocket, text: string): void {
    const read = readStrictJson(text);
    const message = 'json' in read ? readTagged(read.json) : null;
    if (message && link.hear(live, message)) return;
    live.close(closeCodes.protocol, 'that is not expected here');
    if (this.#notes.take()) void this.#deps.core.note('browser.out-of-role', link.browserId);
  }
}
