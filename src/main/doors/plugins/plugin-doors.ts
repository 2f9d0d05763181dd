/** The doors for plugins and what lies behind them, made together since each needs the others. */
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { notices } from '../../../shared/notices.ts';
import type { Clock } from '../../core/needs.ts';
import type { Core } from '../../core/offers.ts';
import type { PluginKeys } from '../../platform/plugin-keys.ts';
import { pluginSocketPath } from '../../platform/plugin-socket-path.ts';
import type { Authenticate } from '../wire/credentials.ts';
import { EditorEvents } from './editor-events.ts';
import { PluginHub } from './hub.ts';
import { PairingDesk } from './pairing-desk.ts';
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
  readonly newClientKey: (pluginId: string) => Promise<string | null>;
  /** Takes the key of the MCP client inside that editor away, if it has one. */
  readonly takeClientKey: (pluginId: string) => Promise<unknown>;
  readonly onTrouble: (text: string) => void;
}

export class PluginDoors implements Disposable {
  readonly events = new EditorEvents();
  readonly pairing: PairingDesk;
  readonly hub: PluginHub;
  readonly management: PluginManagement;
  readonly #deps: Deps;
  readonly #held = new Disposables();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { core, clock, pluginKeys, resultBytes, newClientKey, takeClientKey, onTrouble } = deps;
    const { events } = this;
    this.#held.add(pluginKeys);
    this.pairing = this.#held.add(new PairingDesk({ clock, show: showPairings(core) }));
    const { pairing } = this;
    const own = { events, pairing, resultBytes, newClientKey };
    const parts = { core, clock, pluginKeys, onTrouble, ...own };
    this.hub = this.#held.add(new PluginHub(parts));
    const kept = { pluginKeys, takeClientKey, hub: this.hub };
    this.management = new PluginManagement({ core, ...kept });
    this.#held.add(core.executors.register(new PluginManager(kept)));
  }

  /** Opens the private socket; null when the system does not let us have one there. */
  async listen(dataDir: string): Promise<string | null> {
    const { authenticate, onRefused, onTrouble } = this.#deps;
    try {
      const path = pluginSocketPath(dataDir);
      const socket = new PrivateSocket({ path, hub: this.hub, authenticate, onRefused });
      await socket.start();
      this.#held.add(socket);
      return path;
    } catch (error) {
      onTrouble(`the private socket for plugins could not be opened: ${String(error)}`);
      return null;
    }
  }

  dispose(): Promise<void> {
    return this.#held.dispose();
  }
}

const showPairings =
  ({ state }: Core): ConstructorParameters<typeof PairingDesk>[0]['show'] =>
  (pairings, lockedUntil) => {
    state.setFacts({ pairings });
    if (lockedUntil === null) state.dismissNotice(notices.pairingLocked.id);
    else state.addNotice(notices.pairingLocked);
  };
