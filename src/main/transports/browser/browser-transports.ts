/** The second listener, for browser extensions and for MCP clients over WebSocket. */
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import type { BrowserKeys } from '../../platform/keys/browser-keys.ts';
import type { Callers } from '../../platform/peers/callers.ts';
import type { RequesterOf } from '../../platform/peers/requesters.ts';
import { makeProve } from '../../platform/keys/server-proof.ts';
import type { McpRegistry } from '../mcp/registry.ts';
import type { PluginPairing } from '../plugins/pairing.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import type { RequestRouterDeps } from '../http/request-router.ts';
import type { ListenerLimits } from '../http/listener.ts';
import { LoopbackServer } from '../http/loopback-server.ts';
import { BrowserPairing } from './browser-pairing.ts';
import { BrowserTabs } from './browser-tabs.ts';
import { ClientSocketRoute } from './client-socket.ts';
import { ExtensionSocketRoute } from './extension-socket.ts';
import { mayComeFrom } from './extension-origin.ts';
import { TicketRoute } from './ticket-route.ts';
import { Tickets } from '../sockets/tickets.ts';

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly browserKeys: BrowserKeys;
  readonly pairing: PluginPairing;
  readonly registry: McpRegistry;
  readonly callers: Pick<Callers, 'of'>;
  readonly isKnownClient: (clientId: ClientId) => boolean;
  /** Authentication and handling of refusals, as for the first listener. */
  readonly guards: Pick<
    RequestRouterDeps,
    'authenticate' | 'revoke' | 'onRefused' | 'onError' | 'refusePeer'
  >;
  /** The process that asks to be paired. */
  readonly requesterOf?: RequesterOf;
  readonly version: string;
  readonly settings: Pick<Settings, 'limits'>;
  readonly limits?: Partial<ListenerLimits>;
}

export class BrowserTransports implements Disposable {
  readonly #deps: Deps;
  readonly #disposables = new Disposables();
  readonly #server: LoopbackServer;
  readonly #tabs: BrowserTabs;
  readonly #clients: ClientSocketRoute;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { core, clock, browserKeys, pairing, guards, limits, settings } = deps;
    const { resultBytes } = settings.limits;
    const { onError } = guards;
    const tickets = new Tickets(clock);
    const paired = (): void => this.#tabs.show();
    const { requesterOf } = deps;
    const asking = requesterOf ? { requesterOf } : {};
    const publicRoute = new BrowserPairing({
      ...{ core, pairing, browserKeys, paired, onError, ...asking },
    });
    this.#disposables.add(browserKeys);
    this.#tabs = this.#disposables.add(new BrowserTabs({ ...deps, resultBytes, onError }));
    this.#server = this.#disposables.add(
      new LoopbackServer({
        ...guards,
        ...{ mayComeFrom, publicRoute },
        prove: makeProve(browserKeys.proofKey),
        byTicket: tickets.take,
        ...(limits ? { limits } : {}),
      }),
    );
    const tabs = this.#tabs;
    this.#server.open(new TicketRoute({ browserKeys, tickets }));
    this.#server.openSocket(
      this.#disposables.add(new ExtensionSocketRoute({ ...deps, tabs, onError })),
    );
    const isKnown = deps.isKnownClient;
    this.#clients = this.#disposables.add(new ClientSocketRoute({ ...deps, isKnown, onError }));
    this.#server.openSocket(this.#clients);
  }

  /** Returns the port: the requested one, or another if it is taken. */
  listen(port: number): Promise<number> {
    return this.#server.start(port);
  }

  /** Ends the connections of an MCP client whose key was revoked. */
  endAllOf(clientId: ClientId): void {
    this.#clients.endAllOf(clientId);
  }

  /** Disconnects and removes a browser whose key was revoked. */
  disconnect(browserId: string): void {
    this.#tabs.linkOf(browserId).close(closeCodes.revoked, 'the key was revoked');
    this.#tabs.forget(browserId);
  }

  /** Revokes a browser's key for the user. */
  async forget(browserId: string): Promise<boolean> {
    const { browserKeys, core } = this.#deps;
    if (!(await browserKeys.revoke(browserId))) return false;
    this.disconnect(browserId);
    await core.note('browser.forgotten', browserId, 'person');
    return true;
  }

  dispose(): Promise<void> {
    return this.#disposables.dispose();
  }
}
