/** JSON-RPC 2.0 messages as MCP uses them, for the app's transports and for `gatehouse stdio`. */
import { isObject } from '../base/is-object.ts';

export type JsonRpcId = string | number;

export interface JsonRpcMessage {
  readonly jsonrpc: '2.0';
  /** Null only in an error that belongs to no request. */
  readonly id?: JsonRpcId | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface JsonRpcRequest extends JsonRpcMessage {
  readonly id: JsonRpcId;
  readonly method: string;
}

export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  /** In the range reserved for servers; MCP uses it for HTTP and connection errors. */
  badRequest: -32_000,
  sessionNotFound: -32_001,
} as const;

/** Checks the shape of a request, notification or response. */
export function isMessage(value: unknown): value is JsonRpcMessage {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params, result, error } = value;
  if (id !== undefined && !isRequestId(id)) return false;
  if (method === undefined) return id !== undefined && (isObject(result) || isObject(error));
  return typeof method === 'string' && (params === undefined || isObject(params));
}

/** Checks only what a proxy needs; the receiver validates the rest. */
export const isForwardable = (value: unknown): value is JsonRpcMessage =>
  isObject(value) && value['jsonrpc'] === '2.0' && (value['params'] ?? {}) instanceof Object;

export const isRequest = (message: JsonRpcMessage): message is JsonRpcRequest =>
  message.method !== undefined &&
  (typeof message.id === 'string' || typeof message.id === 'number');

export const isResponse = (message: JsonRpcMessage): boolean => message.method === undefined;

/** The id of the request that this message cancels, if any. */
export function cancelledBy({ method, params }: JsonRpcMessage): JsonRpcId | null {
  const id = method === 'notifications/cancelled' ? params?.['requestId'] : undefined;
  return isRequestId(id) ? id : null;
}

export const errorMessage = (
  id: JsonRpcId | null,
  code: number,
  message: string,
  data?: unknown,
): JsonRpcMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

const isRequestId = (value: unknown): value is JsonRpcId =>
  typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
