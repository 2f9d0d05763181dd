/** Creates everything for plugins: hub, pairing, events, management routes and private socket. */
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import { notices } from '../../../shared/app/notices.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import type { PluginKeys } from '../../platform/keys/plugin-keys.ts';
import type { RequesterOf } from '../../platform/peers/requesters.ts';
import { pluginSocketPath } from '../../platform/paths/plugin-socket-path.ts';
import type { Authenticate } from '../http/credentials.ts';
import type { HookEndpoint } from '../native/hook-endpoint.ts';
import { EditorEvents } from './editor-events.ts';
import { PluginHub } from './hub.ts';
import { PluginPairing } from './pairing.ts';
import { PluginManagement } from './plugin-management.ts';
import { PluginManager } from './plugin-manager.ts';
import { PrivateSocket } from './private-socket.ts';

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly pluginKeys: PluginKeys;
  readonly resultBytes: number;
  readonly authenticate: Authenticate;
  readonly onRefused: (code: ErrorCode) => void;
  /** The process that asks to be paired. */
  readonly requesterOf?: RequesterOf;
  readonly newClientKey: (pluginId: string) => Promise<string | null>;
  /** Revokes the key of the MCP client inside that editor, if it has one. */
  readonly takeClientKey: (pluginId: string) => Promise<unknown>;
  readonly onError: (text: string) => void;
}

export class PluginTransports implements Disposable {
  readonly events = new EditorEvents();
  readonly pairing: PluginPairing;
  readonly hub: PluginHub;
  readonly management: PluginManagement;
  readonly #deps: Deps;
  readonly #disposables = new Disposables();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { core, clock, pluginKeys, resultBytes, newClientKey, takeClientKey, onError } = deps;
    const { events } = this;
    this.#disposables.add(pluginKeys);
    this.pairing = this.#disposables.add(
      new PluginPairing({ clock, show: showPairings(core), onTurnedAway: showTurnedAway(core) }),
    );
    const { pairing } = this;
    const { requesterOf } = deps;
    const own = {
      events,
      pairing,
      resultBytes,
      newClientKey,
      ...(requesterOf ? { requesterOf } : {}),
    };
    const parts = { core, clock, pluginKeys, onError, ...own };
    this.hub = this.#disposables.add(new PluginHub(parts));
    const kept = { pluginKeys, takeClientKey, hub: this.hub };
    this.management = new PluginManagement({ core, ...kept });
    this.#disposables.add(core.executors.register(new PluginManager(kept)));
  }

  /** Opens the private socket; null when the system does not allow one there. */
  async listen(dataDir: string, hooks?: HookEndpoint): Promise<string | null> {
    const { authenticate, onRefused, onError } = this.#deps;
    try {
      const path = pluginSocketPath(dataDir);
      const parts = { hub: this.hub, ...(hooks ? { hooks } : {}) };
      const socket = new PrivateSocket({ path, ...parts, authenticate, onRefused });
      await socket.start();
      this.#disposables.add(socket);
      return path;
    } catch (error) {
      onError(`the private socket for plugins could not be opened: ${String(error)}`);
      return null;
    }
  }

  dispose(): Promise<void> {
    return this.#disposables.dispose();
  }
}

/** A few refused requests can be an accident; more lead to one notice, however many there are. */
const showTurnedAway =
  ({ state }: Core) =>
  (count: number): void => {
    if (count >= 3) state.addNotice(notices.pairingFlood(count));
  };

const showPairings =
  ({ state }: Core): ConstructorParameters<typeof PluginPairing>[0]['show'] =>
  (pairings, lockedUntil) => {
    state.setFacts({ pairings });
    if (lockedUntil === null) state.dismissNotice(notices.pairingLocked.id);
    else state.addNotice(notices.pairingLocked);
  };
