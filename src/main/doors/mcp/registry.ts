/** What MCP clients are offered. The two legs, one for each era, only carry it. */
import type { Agent } from '../../../shared/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/ids.ts';

export type Params = Readonly<Record<string, unknown>>;

/** One request of a client, from its arrival to its answer. */
export interface Exchange {
  readonly agent: Agent;
  /** The folder that the client says it works in; nothing has checked it. */
  readonly claimedWorkspace: string | null;
  /** Aborted when the client cancels the request, or when its connection is gone. */
  readonly signal: AbortSignal;
  /** Given when the client wants to hear how far it is. */
  readonly progressToken: string | number | undefined;
  /** Something about this request, before its answer; lost when the client is gone. */
  notify(method: string, params: Params): void;
  /** A question back to the client; only clients of the first era can be asked. */
  request(method: string, params: Params): Promise<Params>;
}

export type Answer = (params: Params, exchange: Exchange) => Promise<object> | object;

export type ChangedList = 'tools' | 'resources' | 'prompts';

export interface Registry {
  readonly about: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string;
  readonly capabilities: Readonly<Record<string, object>>;
  /** By method, such as tools/call. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** From now on the client is told when a list of its changes, until it is disposed of. */
  follow(clientId: ClientId, changed: (list: ChangedList) => void): Disposable;
}

/**
 * Answered as a JSON-RPC error; both SDKs send code and data of an error along. The hint stands in
 * the message too, since that is all that most clients show.
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
    `There is no method ${method.slice(0, 100)}.`,
    'The capabilities told at the start say what there is.',
  );

export const noSuch = (what: 'tool' | 'prompt', name: string): ProtocolProblem =>
  new ProtocolProblem(
    rpc.invalidParams,
    `There is no ${what} ${name}.`,
    `${what}s/list tells which there are.`,
  );

export const rpc = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  /** Of HTTP, before any session. */
  badRequest: -32_000,
  sessionNotFound: -32_001,
} as const;

export const cannotBeAsked = new ProtocolProblem(
  rpc.invalidRequest,
  'Clients of this version cannot be asked back.',
  'Answer with input_required instead.',
);
