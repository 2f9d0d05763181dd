/** What a reply must look like, whatever was sent. Each function says what is wrong with it, or null. */
import { isObject } from '../../../../src/shared/base/is-object.ts';
import { z } from 'zod';
import { CallToolResultSchema, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { errors, retries } from '../../../../src/shared/errors/errors.ts';
import { ToPlugin } from '../../../../src/shared/protocols/plugin-protocol.ts';
import type { HttpReply } from './http-exchange.ts';

const words = z.string().min(4);
const code = z.string().refine((one) => Object.hasOwn(errors, one), 'a code of the catalogue');
const retry = z.enum(retries);

export const CatalogueError = z.strictObject({
  error: z.strictObject({ code, message: words, hint: words }),
});

const socketId = z.union([z.string(), z.number(), z.null()]);
const SessionReply = z.union([
  z.strictObject({
    type: z.literal('result'),
    id: socketId,
    status: z.literal('ok'),
    data: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    type: z.literal('result'),
    id: socketId,
    status: z.literal('error'),
    data: z.strictObject({
      ...{ code, message: words, hint: words, retry },
      retry_after_ms: z.int().min(1).optional(),
      // The words of the seed documents, beside ours.
      status: z.int().min(400).max(599),
      error: z.literal('forbidden').optional(),
    }),
  }),
  z.strictObject({
    type: z.literal('event'),
    event: z.string(),
    data: z.looseObject({ name: z.string() }),
  }),
]);

/** A refusal inside a result: what happened, and what to do next. */
const ToolRefusal = z.looseObject({
  status: z.string(),
  code: z.union([code, z.literal('pending')]),
  reason: words,
  hint: words,
  retry,
});

const problemOf = (read: { success: boolean; error?: z.ZodError }): string | null =>
  read.success ? null : z.prettifyError(read.error ?? new z.ZodError([]));

export const sessionMessageProblem = (message: unknown): string | null =>
  problemOf(SessionReply.safeParse(message));

export const pluginMessageProblem = (message: unknown): string | null =>
  problemOf(ToPlugin.safeParse(message));

/** What any transport may answer over HTTP: JSON, a stream of JSON, the metrics, or nothing where that is agreed. */
export function httpReplyProblem(reply: HttpReply): string | null {
  const { status, text, isHead, isStream } = reply;
  const type = reply.type.split(';')[0];
  if (status === 101 || status === 100) return null;
  if (reply.cors) return 'it carries a CORS header';
  if (isStream) return streamProblem(text);
  if (status === 202 || isHead) return text === '' ? null : 'there is a body';
  if (type === 'text/plain' && status === 200) return null;
  if (text === '' && status === 200) return null;
  const json = jsonOf(text);
  if (json === undefined) return `${status} without JSON: ${text.slice(0, 200)}`;
  return answerProblem(json, status);
}

function answerProblem(json: unknown, status: number): string | null {
  const messages = Array.isArray(json) ? json : [json];
  if (messages.some((one) => isObject(one) && 'jsonrpc' in one)) {
    return firstProblem(messages.map(rpcProblem));
  }
  if (status >= 400) return problemOf(CatalogueError.safeParse(json));
  return isObject(json) ? null : 'it is no object';
}

/** A notice of the news is no JSON-RPC; everything else in a stream is. */
function streamProblem(text: string): string | null {
  const datas = text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => jsonOf(line.slice(6)));
  return firstProblem(
    datas.map((data) => {
      if (!isObject(data)) return 'the data is no JSON object';
      return 'jsonrpc' in data ? rpcProblem(data) : null;
    }),
  );
}

function rpcProblem(message: unknown): string | null {
  if (!isObject(message)) return 'it is no object';
  const { error, result } = message;
  if (error !== undefined) return errorProblem(message);
  const shape = problemOf(JSONRPCMessageSchema.safeParse(message));
  if (shape || !isObject(result) || !Array.isArray(result['content'])) return shape;
  return problemOf(CallToolResultSchema.safeParse(result)) ?? refusalProblem(result);
}

const refusalProblem = (result: Record<string, unknown>): string | null =>
  result['isError'] ? problemOf(ToolRefusal.safeParse(result['structuredContent'])) : null;

/** JSON-RPC wants null where the id is not known; the schema of the SDK has none for it. */
const RpcError = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  error: z.strictObject({ code: z.int(), message: words, data: z.unknown().optional() }),
});

function errorProblem(message: Record<string, unknown>): string | null {
  const read = RpcError.safeParse(message);
  if (!read.success) return problemOf(read);
  const { code: number, message: said } = read.data.error;
  return number === -32_603 ? `an internal error: ${said}` : null;
}

const firstProblem = (problems: readonly (string | null)[]): string | null =>
  problems.find((problem) => problem !== null) ?? null;

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
