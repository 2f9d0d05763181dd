/** The second listener, for browser extensions and for MCP clients over WebSocket. */
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/ids.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Clock } from '../../core/needs.ts';
import type { Core } from '../../core/offers.ts';
import type { BrowserKeys } from '../../platform/browser-keys.ts';
import type { Callers } from '../../platform/peers/callers.ts';
import { makeProve } from '../../platform/server-proof.ts';
import type { Registry } from '../mcp/registry.ts';
import type { PairingDesk } from '../plugins/pairing-desk.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import type { FrontDeps } from '../wire/front.ts';
import type { ListenerLimits } from '../wire/listener.ts';
import { LoopbackServer } from '../wire/loopback-server.ts';
import { BrowserPairing } from './browser-pairing.ts';
import { BrowserTabs } from './browser-tabs.ts';
import { ClientDoor } from './client-door.ts';
import { ExtensionDoor } from './extension-door.ts';
import { mayComeFrom } from './extension-origin.ts';
import { TicketDoor } from './ticket-door.ts';
import { Tickets } from './tickets.ts';

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly browserKeys: BrowserKeys;
  readonly pairing: PairingDesk;
  readonly registry: Registry;
  readonly callers: Pick<Callers, 'of'>;
  readonly isKnownClient: (clientId: ClientId) => boolean;
  /** Who is let in and what becomes of the others: the same as at the first listener. */
  readonly guards: Pick<FrontDeps, 'authenticate' | 'revoke' | 'onRefused' | 'onTrouble'>;
  readonly version: string;
  readonly settings: Pick<Settings, 'limits'>;
  readonly limits?: Partial<ListenerLimits>;
}

export class BrowserDoors implements Disposable {
  readonly #deps: Deps;
  readonly #held = new Disposables();
  readonly #server: LoopbackServer;
  readonly #tabs: BrowserTabs;
  readonly #clients: ClientDoor;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { core, clock, browserKeys, pairing, guards, limits, settings } = deps;
    const { resultBytes } = settings.limits;
    const { onTrouble } = guards;
    const tickets = new Tickets(clock);
    const paired = (): void => this.#tabs.show();
    const knock = new BrowserPairing({ core, pairing, browserKeys, paired, onTrouble });
    this.#held.add(browserKeys);
    this.#tabs = this.#held.add(new BrowserTabs({ ...deps, resultBytes, onTrouble }));
    this.#server = this.#held.add(
      new LoopbackServer({
        ...guards,
        ...{ mayComeFrom, knock },
        prove: makeProve(browserKeys.proofKey),
        byTicket: tickets.take,
        ...(limits ? { limits } : {}),
      }),
    );
    const tabs = this.#tabs;
    this.#server.open(new TicketDoor({ browserKeys, tickets }));
    this.#server.openSocket(this.#held.add(new ExtensionDoor({ ...deps, tabs, onTrouble })));
    const isKnown = deps.isKnownClient;
    this.#clients = this.#held.add(new ClientDoor({ ...deps, isKnown, onTrouble }));
    this.#server.openSocket(this.#clients);
  }

  /** The wanted port, or the next free one. */
  listen(port: number): Promise<number> {
    return this.#server.start(port);
  }

  /** The key of an MCP client was taken away. */
  endAllOf(clientId: ClientId): void {
    this.#clients.endAllOf(clientId);
  }

  /** Its key was taken away; nothing of it is left. */
  disconnect(browserId: string): void {
    this.#tabs.linkOf(browserId).close(closeCodes.revoked, 'the key was taken away');
    this.#tabs.forget(browserId);
  }

  /** The person takes a browser's key away. */
  async forget(browserId: string): Promise<boolean> {
    const { browserKeys, core } = this.#deps;
    if (!(await browserKeys.revoke(browserId))) return false;
    this.disconnect(browserId);
    await core.note('browser.forgotten', browserId, 'person');
    return true;
  }

  dispose(): Promise<void> {
    return this.#held.dispose();
  }
}
