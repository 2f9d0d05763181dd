/** What an MCP server offers, independent of the protocol version that transports it. */
import type { Agent } from '../../../shared/access/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';

export type Params = Readonly<Record<string, unknown>>;

/** One request of a client, from its arrival to its answer. */
export interface Exchange {
  readonly agent: Agent;
  /** The folder that the client says it works in; nothing has checked it. */
  readonly claimedWorkspace: string | null;
  /** Aborted when the client cancels the request, or when its connection is gone. */
  readonly signal: AbortSignal;
  /** Set when the client wants progress notifications. */
  readonly progressToken: string | number | undefined;
  /** Sends a notification before the response; lost when the client is gone. */
  notify(method: string, params: Params): void;
  /** A request to the client; only stateful clients support it. */
  request(method: string, params: Params): Promise<Params>;
}

export type MethodHandler = (params: Params, exchange: Exchange) => Promise<object> | object;

export type ChangedList = 'tools' | 'resources' | 'prompts';

export interface McpRegistry {
  readonly about: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string;
  readonly capabilities: Readonly<Record<string, object>>;
  /** By method, such as tools/call. */
  readonly answers: Readonly<Record<string, MethodHandler>>;
  /** Notifies the client of changed lists until disposed. */
  follow(clientId: ClientId, changed: (list: ChangedList) => void): Disposable;
}

/**
 * Sent as a JSON-RPC error; both SDKs pass on its code and data. The message contains the hint too,
 * since most clients show only the message.
 */
export class ProtocolProblem extends Error {
  readonly code: number;
  readonly data: { readonly hint: string };

  constructor(code: number, message: string, hint: string, data?: object) {
    super(`${message} ${hint}`);
    this.code = code;
    this.data = { ...data, hint };
  }
}

export const noSuchMethod = (method: string): ProtocolProblem =>
  new ProtocolProblem(
    rpc.methodNotFound,
    `Unknown method ${method.slice(0, 100)}.`,
    'See the capabilities in the initialize result.',
  );

export const noSuch = (what: 'tool' | 'prompt', name: string): ProtocolProblem =>
  new ProtocolProblem(
    rpc.invalidParams,
    `Unknown ${what} ${name}.`,
    `Call ${what}s/list to see which exist.`,
  );

export const rpc = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  /** HTTP errors before any session. */
  badRequest: -32_000,
  sessionNotFound: -32_001,
} as const;

export const cannotBeAsked = new ProtocolProblem(
  rpc.invalidRequest,
  'Clients of this version do not accept requests from the server.',
  'Answer with input_required instead.',
);
