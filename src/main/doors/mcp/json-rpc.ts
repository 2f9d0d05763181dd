/** The outer shape of JSON-RPC messages, and errors that belong to no request. */
import type { ServerResponse } from 'node:http';
import { replyJson } from '../wire/replies.ts';

export type RequestId = string | number;

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: object;
  readonly error?: object;
}

export interface RequestMessage extends Message {
  readonly id: RequestId;
  readonly method: string;
}

/** A request, a notification or a response, by its shape alone. */
export function isMessage(value: unknown): value is Message {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params, result, error } = value;
  if (id !== undefined && !isRequestId(id)) return false;
  if (method === undefined) return id !== undefined && (isObject(result) || isObject(error));
  return typeof method === 'string' && (params === undefined || isObject(params));
}

export const isRequest = (message: Message): message is RequestMessage =>
  message.method !== undefined && message.id !== undefined;

export const isResponse = (message: Message): boolean => message.method === undefined;

/** The request that a client no longer wants answered, if that is what the message says. */
export function cancelledBy({ method, params }: Message): RequestId | null {
  const id = method === 'notifications/cancelled' ? params?.['requestId'] : undefined;
  return isRequestId(id) ? id : null;
}

export function replyError(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
): void {
  replyJson(response, status, { jsonrpc: '2.0', error: { code, message }, id: null });
}

const isRequestId = (value: unknown): value is RequestId =>
  typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
