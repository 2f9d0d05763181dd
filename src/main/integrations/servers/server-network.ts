/**
 * Connections of sandboxed servers: only to the hosts that the user configured for that server,
 * and none to Gatehouse itself. Each host is recorded before the first connection to it.
 */
import {
  done,
  failed,
  isError,
  refused,
  type Outcome,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import { classOfAddress, classOfName } from '../../../shared/network/address-class.ts';
import { canonicalHost, isIpAddress } from '../../../shared/network/host-name.ts';
import { matchesHost, patternOf } from '../../../shared/network/host-pattern.ts';
import { RecordLimit, type ConnectRequest, type Core } from '../../core/core.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { ManagedServer } from './managed-server.ts';
import { sandboxIdOf } from './server-start.ts';

interface Deps {
  readonly core: Pick<Core, 'note'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly serverOf: (name: string) => Pick<ManagedServer, 'spec' | 'log' | 'refusedHosts'> | null;
  readonly isOwnPort: (address: string, port: number) => boolean;
}

const connected = 'server.connected';
const prefix = sandboxIdOf('');
const maxRecorded = 5_000;
const maxRefusedHosts = 50;
/** For one server. */
const refusedNotes = { perSecond: 0.2, burst: 50 };
/** A pattern such as *.example.com lets it make up names for ever. */
const newHosts = { perSecond: 0.5, burst: 300 };

export class ServerNetwork {
  readonly #deps: Deps;
  readonly #refusals: RecordLimit;
  readonly #newHosts: RecordLimit;
  readonly #recorded = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { clock, core } = deps;
    const note = (detail: string): Promise<boolean> =>
      core.note('server.connections-refused', detail);
    this.#refusals = new RecordLimit({ clock, size: refusedNotes, note });
    this.#newHosts = new RecordLimit({ clock, size: newHosts, note });
  }

  isServer(sandboxId: string): boolean {
    return sandboxId.startsWith(prefix);
  }

  async connect(request: ConnectRequest, signal: AbortSignal): Promise<Outcome> {
    const name = request.sessionId.slice(prefix.length);
    const server = this.#deps.serverOf(name);
    const host = canonicalHost(request.host);
    if (server?.spec.kind !== 'stdio' || host === null) return refused('host-not-reachable');
    const target = { host, port: request.port };
    const isNamed = server.spec.hosts.some((pattern) => matchesHost(pattern, target));
    if (!isNamed) {
      const pattern = patternOf(target);
      if (server.refusedHosts.size < maxRefusedHosts) server.refusedHosts.add(pattern);
      server.log.say(`refused: ${pattern} is not among its hosts`);
      await this.#recordRefusal(name, pattern);
      return refused('host-not-reachable', 'The user has not named this host for the server.');
    }
    const unrecorded = await this.#recordHost(name, patternOf(target), server.log);
    if (unrecorded) return unrecorded;
    const found = isIpAddress(host) ? [host] : await request.resolve(host);
    const addresses = found.filter((address) => this.#isUsable(host, address, request.port));
    if (addresses.length === 0) {
      server.log.say(`refused: ${patternOf(target)} leads to an address that it may not use`);
      return failed('host-not-found', `Asked for: ${host}.`);
    }
    const traffic = await request.open(addresses, signal);
    return isError(traffic) ? traffic : done({ sent: traffic.sent, received: traffic.received });
  }

  /** A public name that leads to this computer or its network is not what the user meant. */
  #isUsable(host: string, given: string, port: number): boolean {
    const address = canonicalHost(given);
    const kind = address === null ? null : classOfAddress(address);
    if (address === null || kind === null || kind === 'metadata' || kind === 'unusable')
      return false;
    if (this.#deps.isOwnPort(address, port)) return false;
    return kind === 'public' || isIpAddress(host) || classOfName(host) === kind;
  }

  /** Nothing is reached without a record, so where records are limited, new hosts are. */
  async #recordHost(
    name: string,
    pattern: string,
    log: ManagedServer['log'],
  ): Promise<Refused | null> {
    const detail = `${name}: ${pattern}`;
    if (this.#recorded.has(`${connected} ${detail}`)) return null;
    if (!(await this.#newHosts.mayRecord(name))) {
      log.say(`refused: ${pattern} is one new host too many for now`);
      return refused('host-not-reachable', 'The server reaches too many new hosts at once.');
    }
    if (await this.#record(connected, detail)) return null;
    return refused('host-not-reachable', 'The connection could not be recorded.');
  }

  async #recordRefusal(name: string, pattern: string): Promise<void> {
    const action = 'server.connection-refused';
    const detail = `${name}: ${pattern}`;
    if (this.#recorded.has(`${action} ${detail}`)) return;
    if (await this.#refusals.mayRecord(name)) await this.#record(action, detail);
  }

  /** Once per host and run of the app. */
  async #record(action: string, detail: string): Promise<boolean> {
    const key = `${action} ${detail}`;
    if (this.#recorded.has(key)) return true;
    if (!(await this.#deps.core.note(action, detail))) return false;
    if (this.#recorded.size >= maxRecorded) this.#recorded.clear();
    this.#recorded.add(key);
    return true;
  }
}
