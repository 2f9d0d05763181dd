/**
 * JSON-RPC errors. They are for requests that are wrong as MCP; a refused tool call is a result
 * (tool-results.ts).
 */
import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import { readAs } from '../../../shared/base/parse.ts';
import { errorMessage, rpcCodes, type JsonRpcId } from '../../../shared/protocols/json-rpc.ts';
import { replyJson } from '../http/replies.ts';
import type { Params } from './registry.ts';

/**
 * Both SDKs pass on its code and data. The message contains the hint too, since most clients show
 * only the message.
 */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: { readonly hint: string };

  constructor(code: number, message: string, hint: string, data?: object) {
    super(`${message} ${hint}`);
    this.code = code;
    this.data = { ...data, hint };
  }
}

export const unknownMethod = (method: string): ProtocolError =>
  new ProtocolError(
    rpcCodes.methodNotFound,
    `Unknown method ${method.slice(0, 100)}.`,
    'See the capabilities in the initialize result.',
  );

export const unknownItem = (kind: 'tool' | 'prompt', name: string): ProtocolError =>
  new ProtocolError(
    rpcCodes.invalidParams,
    `Unknown ${kind} ${name}.`,
    `Call ${kind}s/list to see which exist.`,
  );

export const noServerRequests = new ProtocolError(
  rpcCodes.invalidRequest,
  'Clients of this version do not accept requests from the server.',
  'Answer with input_required instead.',
);

export const invalidField = (field: string, problem: string): ProtocolError =>
  new ProtocolError(
    rpcCodes.invalidParams,
    `${field}: ${problem}.`,
    'Correct it and send it again.',
  );

/** Parses the params, or throws an error that names the field. */
export function parsedParams<T>(schema: z.ZodType<T>, params: Params): T {
  const parsed = readAs(schema, params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = ['params', ...(issue?.path ?? []).map(String)].join('.');
  throw invalidField(field, issue?.message ?? 'invalid');
}

const internalError = new ProtocolError(
  rpcCodes.internalError,
  'Gatehouse had an internal error.',
  'Try again. If it keeps failing, ask the user to check the log.',
);

/** The response to a failed request. Unexpected errors go to the log; the client only learns that it failed. */
export function errorText(id: JsonRpcId, error: unknown, onError: (text: string) => void): string {
  if (!(error instanceof ProtocolError)) onError(`MCP: ${String(error)}`);
  const { code, message, data } = error instanceof ProtocolError ? error : internalError;
  return JSON.stringify(errorMessage(id, code, message, data));
}

/** Replies with an error that belongs to no request id. */
export function replyError(
  response: ServerResponse,
  status: number,
  { code, message, data }: ProtocolError,
): void {
  replyJson(response, status, errorMessage(null, code, message, data));
}
