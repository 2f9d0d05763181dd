/**
 * The sandbox host: manages the network of every session in a process of its own, so that no byte
 * of a connection passes through main. It asks main about each connection and follows the answer.
 */
import dns from 'node:dns/promises';
import type { Disposable } from '../../../../shared/base/disposable.ts';
import type { Traffic } from '../../../../shared/network/connection.ts';
import type {
  FromSandboxHost,
  SandboxHostCall,
  SandboxHostCalls,
  ToSandboxHost,
} from '../../../../shared/sandbox/network-protocol.ts';
import { SessionNetwork } from './session-network.ts';
import type { AskedConnection, ConnectPermission, ConnectTarget, Dial } from './tunnel.ts';

export interface SandboxHostDeps {
  readonly send: (message: FromSandboxHost) => void;
  /** Resolves a host name; tests have their own. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly dial?: Dial;
}

interface OpenRequest {
  readonly permit: (permission: ConnectPermission) => void;
  readonly stop: AbortController;
}

type CallMessage = Extract<ToSandboxHost, { kind: 'call' }>;

const maxLookupMs = 10_000;
const longestMessage = 400;

export class SandboxHost implements Disposable {
  readonly #deps: SandboxHostDeps;
  readonly #networks = new Map<string, Promise<SessionNetwork>>();
  readonly #requests = new Map<number, OpenRequest>();
  #next = 0;

  constructor(deps: SandboxHostDeps) {
    this.#deps = deps;
  }

  receive(message: Exclude<ToSandboxHost, { kind: 'end' }>): void {
    switch (message.kind) {
      case 'call':
        return void this.#reply(message);
      case 'resolve':
        return void this.#resolve(message.connection, message.host);
      case 'open':
        return this.#requests.get(message.connection)?.permit(message);
      case 'refuse':
        return this.#requests.get(message.connection)?.permit({ ...message, kind: 'refused' });
      case 'abort':
        return this.#requests.get(message.connection)?.stop.abort();
    }
  }

  async dispose(): Promise<void> {
    const networks = [...this.#networks.keys()].map((sessionId) => this.#stop(sessionId));
    await Promise.allSettled(networks);
  }

  async #reply(message: CallMessage): Promise<void> {
    const { call } = message;
    try {
      const value = await this.#serve(message);
      this.#deps.send({ kind: 'reply', call, value });
    } catch (error) {
      this.#deps.send({ kind: 'reply', call, error: messageOf(error) });
    }
  }

  async #serve(message: CallMessage): Promise<unknown> {
    const { sessionId, name } = message;
    switch (message.name) {
      case 'start':
        return { holderPid: (await this.#start(sessionId, message.spec)).holderPid };
      case 'stop':
        return this.#stop(sessionId);
      case 'ports':
        return (await this.#network(sessionId, name)).ports();
      case 'forward':
        return (await this.#network(sessionId, name)).forward(message.spec.port);
      case 'close-forward':
        (await this.#network(sessionId, name)).closeForward(message.spec.port);
        return null;
    }
  }

  #network(sessionId: string, name: SandboxHostCall): Promise<SessionNetwork> {
    const network = this.#networks.get(sessionId);
    return network ?? Promise.reject(new Error(`${name}: the session has no network`));
  }

  #start(sessionId: string, spec: SandboxHostCalls['start']): Promise<SessionNetwork> {
    const known = this.#networks.get(sessionId);
    if (known) return known;
    const starting = SessionNetwork.start({
      ...spec,
      ask: (target) => this.#ask(sessionId, target),
    });
    this.#networks.set(sessionId, starting);
    starting.then(
      ({ ended }) => void ended.then(() => this.#gone(sessionId, starting)),
      () => this.#gone(sessionId, starting),
    );
    return starting;
  }

  /** Whatever ended it, the next program of the session gets a new one. */
  #gone(sessionId: string, network: Promise<SessionNetwork>): void {
    if (this.#networks.get(sessionId) !== network) return;
    this.#networks.delete(sessionId);
    void network.then((item) => item.dispose()).catch(() => undefined);
    this.#deps.send({ kind: 'ended', sessionId });
  }

  async #stop(sessionId: string): Promise<null> {
    const network = this.#networks.get(sessionId);
    this.#networks.delete(sessionId);
    await (await network?.catch(() => undefined))?.dispose();
    return null;
  }

  #ask(sessionId: string, { host, port }: ConnectTarget): AskedConnection {
    const connection = this.#next;
    this.#next += 1;
    const { promise: permission, resolve: permit } = Promise.withResolvers<ConnectPermission>();
    const stop = new AbortController();
    this.#requests.set(connection, { permit, stop });
    const over = (message: FromSandboxHost): void => {
      if (this.#requests.delete(connection)) this.#deps.send(message);
    };
    void permission.then(({ kind }) => {
      if (kind === 'refused') this.#requests.delete(connection);
    });
    this.#deps.send({ kind: 'connect', connection, sessionId, host: host.slice(0, 300), port });
    return {
      ...{ permission, dial: this.#deps.dial },
      stopped: stop.signal,
      failed: (text) =>
        over({ kind: 'failed', connection, message: text.slice(0, longestMessage) }),
      closed: (traffic: Traffic) => over({ kind: 'closed', connection, ...traffic }),
    };
  }

  async #resolve(connection: number, host: string): Promise<void> {
    const lookUp = this.#deps.resolve ?? lookedUp;
    const { promise: late, resolve } = Promise.withResolvers<readonly string[]>();
    const timer = setTimeout(() => resolve([]), maxLookupMs);
    const addresses = await Promise.race([lookUp(host).catch(() => []), late]);
    clearTimeout(timer);
    const few = addresses.slice(0, 16);
    this.#deps.send({ kind: 'resolved', connection, addresses: [...few] });
  }
}

/**
 * Resolves like the system does, but IPv4 first, because many networks lead nowhere over IPv6.
 */
async function lookedUp(host: string): Promise<readonly string[]> {
  const found = await dns.lookup(host, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, longestMessage);
