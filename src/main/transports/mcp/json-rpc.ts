/** JSON-RPC messages, and errors that belong to no request. */
import type { ServerResponse } from 'node:http';
import { replyJson } from '../http/replies.ts';
import { ProtocolProblem, rpc } from './registry.ts';

export type JsonRpcId = string | number;

export interface JsonRpcMessage {
  readonly jsonrpc: '2.0';
  readonly id?: JsonRpcId;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: object;
  readonly error?: object;
}

export interface RequestMessage extends JsonRpcMessage {
  readonly id: JsonRpcId;
  readonly method: string;
}

/** Checks the shape of a request, notification or response. */
export function isMessage(value: unknown): value is JsonRpcMessage {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params, result, error } = value;
  if (id !== undefined && !isRequestId(id)) return false;
  if (method === undefined) return id !== undefined && (isObject(result) || isObject(error));
  return typeof method === 'string' && (params === undefined || isObject(params));
}

export const isRequest = (message: JsonRpcMessage): message is RequestMessage =>
  message.method !== undefined && message.id !== undefined;

export const isResponse = (message: JsonRpcMessage): boolean => message.method === undefined;

/** The id of the request that this message cancels, if any. */
export function cancelledBy({ method, params }: JsonRpcMessage): JsonRpcId | null {
  const id = method === 'notifications/cancelled' ? params?.['requestId'] : undefined;
  return isRequestId(id) ? id : null;
}

const texts = new WeakMap<object, string>();

/** Serialises a result that is sent often only once. The result must not change afterwards. */
export function cachedResult<Result extends object>(result: Result): Result {
  texts.set(result, JSON.stringify(result));
  return result;
}

export function resultText(id: JsonRpcId, result: object): string {
  const text = texts.get(result) ?? JSON.stringify(result);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
}

/** Unexpected errors go to the log; the client only learns that the call failed. */
export function problemText(
  id: JsonRpcId,
  error: unknown,
  onError: (text: string) => void,
): string {
  if (!(error instanceof ProtocolProblem)) onError(`MCP: ${String(error)}`);
  const { code, message, data } = error instanceof ProtocolProblem ? error : internalProblem;
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}

const internalProblem = new ProtocolProblem(
  rpc.internalError,
  'Gatehouse had an internal error.',
  'Try again. If it keeps failing, ask the user to check the log.',
);

/** Replies with an error that belongs to no request id. */
export function replyProblem(
  response: ServerResponse,
  status: number,
  { code, message, data }: ProtocolProblem,
): void {
  replyJson(response, status, { jsonrpc: '2.0', error: { code, message, data }, id: null });
}

const isRequestId = (value: unknown): value is JsonRpcId =>
  typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
