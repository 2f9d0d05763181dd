import { isUtf8 } from 'node:buffer';
import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors, type ErrorCode } from '../../../shared/errors/errors.ts';
import { transportErrors } from '../../../shared/errors/transport-errors.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { readStrictJson, type JsonProblem } from '../../../shared/base/strict-json.ts';
import { isStillLetIn } from './credentials.ts';

export const maxBodyBytes = 1_048_576;

const safetyHeaders = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

const safetyHeaderList = Object.entries(safetyHeaders);

export function setSafetyHeaders(response: ServerResponse): void {
  for (const [name, value] of safetyHeaderList) response.setHeader(name, value);
}

export function replyJson(response: ServerResponse, status: number, body: unknown): void {
  replyJsonText(response, status, JSON.stringify(body));
}

/** With Content-Length, Node sends head and body in one write. */
export function replyJsonText(response: ServerResponse, status: number, text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': length });
  response.end(text);
}

const saidTo = new WeakMap<ServerResponse | Duplex, ErrorCode>();

/** The code a route refused a request with. Refusals by the gate have their own ledger entries. */
export const sentRefusal = (to: ServerResponse | Duplex): ErrorCode | undefined => saidTo.get(to);

/** A refusal closes the connection, so that no second request can be smuggled behind it. */
export function replyRefused(response: ServerResponse, refusal: ErrorCode | Refused): void {
  const { code, message, hint } = typeof refusal === 'string' ? refused(refusal) : refusal;
  if (Object.hasOwn(transportErrors, code)) saidTo.set(response, code);
  const status = errors[code].http;
  for (const [name, value] of Object.entries(headersOf(status))) response.setHeader(name, value);
  replyJson(response, status, { error: { code, message, hint } });
}

/** The same for a raw socket: a failed upgrade, or bytes that are not HTTP. */
export function endRefused(socket: Duplex, refusal: ErrorCode): void {
  const { code, message, hint } = refused(refusal);
  saidTo.set(socket, code);
  const status = errors[code].http;
  const body = Buffer.from(JSON.stringify({ error: { code, message, hint } }));
  const headers = {
    ...safetyHeaders,
    ...headersOf(status),
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const first = `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\n`;
  socket.end(Buffer.concat([Buffer.from(`${first}${lines.join('')}\r\n`), body]));
}

const headersOf = (status: number): Readonly<Record<string, string>> => ({
  Connection: 'close',
  ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
});

const codeFor: Readonly<Record<JsonProblem, ErrorCode>> = {
  syntax: 'bad-json',
  'key-twice': 'bad-json',
  'too-deep': 'too-large',
  'bad-field': 'invalid-arguments',
};

/** Strict JSON for every transport: input with more than one reading is rejected. */
export function parseJson(bytes: Buffer): { readonly json: unknown } | Refused {
  if (!isUtf8(bytes)) return refused('bad-json', 'It is not UTF-8.');
  const read = readStrictJson(bytes.toString('utf8'));
  return 'json' in read ? read : refused(codeFor[read.problem], read.detail);
}

/**
 * The parsed JSON body, or a refusal. The body may arrive long after the head, so the credential is
 * checked again.
 */
export async function readJson(
  request: IncomingMessage,
  most = maxBodyBytes,
): Promise<{ readonly json: unknown } | Refused> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' || request.headers['content-encoding']) {
    return refused('wrong-content-type');
  }
  const body = await readBody(request, most);
  if (!isStillLetIn(request)) return refused('unauthorized');
  return body ? parseJson(body) : refused('too-large');
}

/** Null as soon as the body is too large; a body announced as too large is not read at all. */
function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > most) return Promise.resolve(null);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= most) return void chunks.push(chunk);
    request.off('data', take).pause();
    resolve(null);
  };
  request.on('data', take);
  request.once('end', () => {
    const [first, ...others] = chunks;
    resolve(first && others.length === 0 ? first : Buffer.concat(chunks));
  });
  request.once('error', reject);
  return promise;
}
