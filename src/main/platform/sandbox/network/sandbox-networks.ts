/**
 * Main's side of the sandbox host: passes every connection through the gate and answers every
 * request.
 */
import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { SessionId } from '../../../../shared/base/ids.ts';
import { Emitter } from '../../../../shared/base/emitter.ts';
import { failed, type Failed, type Outcome } from '../../../../shared/actions/outcomes.ts';
import type { Traffic } from '../../../../shared/network/connection.ts';
import type { Forward } from '../../../../shared/network/session-network.ts';
import {
  FromSandboxHost,
  sandboxHostReplies,
  type McpForward,
  type SandboxHostCall,
  type SandboxHostCalls,
  type ToSandboxHost,
} from '../../../../shared/sandbox/network-protocol.ts';

/** A connection in the form the gate expects. */
export interface GateConnection {
  readonly sessionId: SessionId;
  readonly host: string;
  readonly port: number;
  readonly probably: string | null;
  resolve(host: string): Promise<readonly string[]>;
  open(addresses: readonly string[], signal: AbortSignal): Promise<Traffic | Failed>;
}

export interface SandboxNetworksDeps {
  readonly connect: (request: GateConnection, signal: AbortSignal) => Promise<Outcome>;
  readonly send: (message: ToSandboxHost) => void;
  readonly bwrap: string;
  /** Null: the session cannot reach our MCP endpoint. */
  readonly mcp: (sessionId: SessionId) => McpForward | null;
  readonly onError?: (text: string) => void;
  /** The session's running command, if there is exactly one. */
  readonly probably?: (sessionId: SessionId) => string | null;
}

interface LiveConnection {
  readonly gone: AbortController;
  readonly resolved: PromiseWithResolvers<readonly string[]>;
  readonly closed: PromiseWithResolvers<Traffic | Failed>;
}

interface WaitingCall {
  readonly name: SandboxHostCall;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const maxCallMs = 15_000;

export class SandboxNetworks {
  readonly #deps: SandboxNetworksDeps;
  readonly #connections = new Map<number, LiveConnection>();
  readonly #calls = new Map<number, WaitingCall>();
  readonly #started = new Map<string, Promise<{ readonly holderPid: number }>>();
  readonly #forwards = new Map<string, readonly Forward[]>();
  readonly #changed = new Emitter<void>();
  #nextCall = randomInt(1_000_000);

  constructor(deps: SandboxNetworksDeps) {
    this.#deps = deps;
  }

  /** The forwards of a session have changed. */
  readonly onChanged = this.#changed.on;

  /**
   * The process whose namespace the session's programs join; created when the first one starts.
   */
  launch(sessionId: SessionId): Promise<{ readonly holderPid: number }> {
    const known = this.#started.get(sessionId);
    if (known) return known;
    const { bwrap, mcp } = this.#deps;
    const starting = this.#call('start', sessionId, { bwrap, mcp: mcp(sessionId) });
    this.#started.set(sessionId, starting);
    starting.catch(() => this.#started.delete(sessionId));
    return starting;
  }

  /**
   * Null if it could not be created; then there is no network at all, and the log has the reason.
   */
  launchOrNone(sessionId: string): Promise<{ readonly holderPid: number } | null> {
    return this.launch(sessionId as SessionId).catch((error: unknown) => {
      this.#deps.onError?.(`the network of a session could not be made: ${String(error)}`);
      return null;
    });
  }

  async stop(sessionId: SessionId): Promise<void> {
    if (!this.#started.delete(sessionId)) return;
    this.#setForwards(sessionId, []);
    await this.#call('stop', sessionId, {}).catch(() => undefined);
  }

  isStarted(sessionId: SessionId): boolean {
    return this.#started.has(sessionId);
  }

  async ports(sessionId: SessionId): Promise<readonly number[]> {
    return this.isStarted(sessionId) ? this.#call('ports', sessionId, {}) : [];
  }

  forwardsOf(sessionId: SessionId): readonly Forward[] {
    return this.#forwards.get(sessionId) ?? [];
  }

  async forward(sessionId: SessionId, port: number): Promise<Forward> {
    const forward = await this.#call('forward', sessionId, { port });
    const others = this.forwardsOf(sessionId).filter((item) => item.port !== port);
    this.#setForwards(sessionId, [...others, forward]);
    return forward;
  }

  async closeForward(sessionId: SessionId, port: number): Promise<void> {
    await this.#call('close-forward', sessionId, { port });
    const others = this.forwardsOf(sessionId).filter((item) => item.port !== port);
    this.#setForwards(sessionId, others);
  }

  /** From another process, which reads data from sandboxed code. */
  receive(raw: unknown): void {
    const message = FromSandboxHost.safeParse(raw);
    if (message.success) this.#receive(message.data);
  }

  /** The host has exited, and every namespace with it. */
  dropAll(): void {
    for (const { reject } of [...this.#calls.values()]) reject(new Error('the sandbox host ended'));
    for (const connection of [...this.#connections.keys()])
      this.#end(connection, failed('connect-failed', 'The sandbox host ended.'));
    for (const sessionId of [...this.#started.keys()]) this.#lost(sessionId);
  }

  #receive(message: FromSandboxHost): void {
    switch (message.kind) {
      case 'connect':
        return void this.#connect(message);
      case 'resolved':
        return this.#connections.get(message.connection)?.resolved.resolve(message.addresses);
      case 'closed': {
        const { connection, address, sent, received } = message;
        return this.#end(connection, { address, sent, received });
      }
      case 'failed':
        return this.#end(message.connection, failed('connect-failed', message.message));
      case 'reply':
        return this.#replied(message.call, message);
      case 'ended':
        return this.#lost(message.sessionId);
    }
  }

  async #connect({
    connection,
    sessionId: named,
    host,
    port,
  }: Extract<FromSandboxHost, { kind: 'connect' }>): Promise<void> {
    const sessionId = named as SessionId;
    const live: LiveConnection = {
      gone: new AbortController(),
      resolved: Promise.withResolvers(),
      closed: Promise.withResolvers(),
    };
    this.#connections.set(connection, live);
    const { connect, send, probably } = this.#deps;
    const outcome = await connect(
      {
        ...{ sessionId, host, port, probably: probably?.(sessionId) ?? null },
        resolve: (name) => {
          send({ kind: 'resolve', connection, host: name });
          return Promise.race([live.resolved.promise, live.closed.promise.then(() => [])]);
        },
        open: (addresses, signal) => this.#open(connection, live, addresses, signal),
      },
      live.gone.signal,
    );
    this.#connections.delete(connection);
    if (outcome.kind !== 'done')
      send({ kind: 'refuse', connection, code: outcome.code, message: outcome.message });
  }

  #open(
    connection: number,
    { closed }: LiveConnection,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<Traffic | Failed> {
    const { send } = this.#deps;
    const abort = (): void => send({ kind: 'abort', connection });
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    send({ kind: 'open', connection, addresses });
    return closed.promise.finally(() => signal.removeEventListener('abort', abort));
  }

  /** After it has closed, nothing waits for it any more. */
  #end(connection: number, how: Traffic | Failed): void {
    const live = this.#connections.get(connection);
    live?.closed.resolve(how);
    live?.gone.abort();
  }

  #lost(sessionId: string): void {
    this.#started.delete(sessionId);
    this.#setForwards(sessionId, []);
  }

  #setForwards(sessionId: string, forwards: readonly Forward[]): void {
    if (forwards.length === 0 && !this.#forwards.has(sessionId)) return;
    if (forwards.length === 0) this.#forwards.delete(sessionId);
    else this.#forwards.set(sessionId, forwards);
    this.#changed.emit();
  }

  #call<Name extends SandboxHostCall>(
    name: Name,
    sessionId: string,
    spec: SandboxHostCalls[Name],
  ): Promise<z.infer<(typeof sandboxHostReplies)[Name]>> {
    const call = (this.#nextCall += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const late = setTimeout(() => reject(new Error(`${name} took too long`)), maxCallMs);
    this.#calls.set(call, { name, resolve, reject });
    this.#deps.send({ kind: 'call', call, name, sessionId, spec } as ToSandboxHost);
    return promise
      .finally(() => {
        clearTimeout(late);
        this.#calls.delete(call);
      })
      .then((value) => sandboxHostReplies[name].parse(value)) as Promise<
      z.infer<(typeof sandboxHostReplies)[Name]>
    >;
  }

  #replied(
    call: number,
    { value, error }: { readonly value?: unknown; readonly error?: string | undefined },
  ): void {
    const waiting = this.#calls.get(call);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  }
}
