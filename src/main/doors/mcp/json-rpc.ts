/** The outer shape of JSON-RPC messages, and errors that belong to no request. */
import type { ServerResponse } from 'node:http';
import { replyJson } from '../wire/replies.ts';
import { ProtocolProblem, rpc } from './registry.ts';

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

const texts = new WeakMap<object, string>();

/** A result that is given again and again, and so is written as JSON once. Nobody may change it. */
export function lasting<Result extends object>(result: Result): Result {
  texts.set(result, JSON.stringify(result));
  return result;
}

export function resultText(id: RequestId, result: object): string {
  const text = texts.get(result) ?? JSON.stringify(result);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
}

/** What is no problem of the client's is none of its business. */
export function problemText(
  id: RequestId,
  error: unknown,
  onTrouble: (text: string) => void,
): string {
  if (!(error instanceof ProtocolProblem)) onTrouble(`MCP: ${String(error)}`);
  const { code, message, data } = error instanceof ProtocolProblem ? error : ourFault;
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}

const ourFault = new ProtocolProblem(
  rpc.internalError,
  'Gatehouse failed at this.',
  'Try again; if it happens again, the person finds why in the log.',
);

/** Said before there is a request to answer. */
export function replyProblem(
  response: ServerResponse,
  status: number,
  { code, message, data }: ProtocolProblem,
): void {
  replyJson(response, status, { jsonrpc: '2.0', error: { code, message, data }, id: null });
}

const isRequestId = (value: unknown): value is RequestId =>
  typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
