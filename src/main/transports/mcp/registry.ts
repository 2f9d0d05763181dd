/** What an MCP server offers, independent of the protocol version that transports it. */
import type { Agent } from '../../../shared/access/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { ResourceFollows } from './resource-follows.ts';

export type Params = Readonly<Record<string, unknown>>;

/** One request of a client, from its arrival to its answer. */
export interface Exchange {
  readonly agent: Agent;
  /** The folder that the client says it works in; nothing has checked it. */
  readonly claimedWorkspace: string | null;
  /**
   * Aborted when the client cancels the request or disconnects before the answer. Once the request
   * is answered it stays as it is, so work may go on with it after a "pending" answer.
   */
  readonly signal: AbortSignal;
  /** Set when the client wants progress notifications. */
  readonly progressToken: string | number | undefined;
  /** Stateless MCP: the least level of log lines that the client wants with this request. */
  readonly logLevel?: unknown;
  /** Where this connection keeps what it follows; null where its protocol has another way. */
  readonly follows: ResourceFollows | null;
  /** Sends a notification before the response; lost when the client is gone. */
  notify(method: string, params: Params): void;
  /** A request to the client; only stateful clients support it. */
  request(method: string, params: Params): Promise<Params>;
}

export type MethodHandler = (params: Params, exchange: Exchange) => Promise<object> | object;

export type ChangedList = 'tools' | 'resources' | 'prompts';

export interface McpRegistry {
  readonly about: { readonly name: string; readonly title: string; readonly version: string };
  /** For the model of this client. */
  instructionsFor(clientId: ClientId): string;
  readonly capabilities: Readonly<Record<string, object>>;
  /** By method, such as tools/call. */
  readonly answers: Readonly<Record<string, MethodHandler>>;
  /** Notifies the client of changed lists until disposed. */
  follow(clientId: ClientId, changed: (list: ChangedList) => void): Disposable;
  /** Tells of changed resources until disposed, which also ends what is followed. */
  passOnUpdates(clientId: ClientId, follows: ResourceFollows): Disposable;
}
