import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type ErrorCode } from '../../../shared/errors.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';

export const maxBodyBytes = 1_048_576;

const safetyHeaders = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

export function setSafetyHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(safetyHeaders)) response.setHeader(name, value);
}

export function replyJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Refusals end the connection, so that nothing can be smuggled in behind them. */
export function replyRefused(response: ServerResponse, refusal: ErrorCode | Refused): void {
  const { code, message, hint } = typeof refusal === 'string' ? refused(refusal) : refusal;
  const { http } = errors[code];
  response.setHeader('Connection', 'close');
  if (http === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  replyJson(response, http, { error: { code, message, hint } });
}

/** The parsed JSON body, or why there is none. */
export async function readJson(
  request: IncomingMessage,
): Promise<{ readonly json: unknown } | Refused> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' || request.headers['content-encoding']) {
    return refused('wrong-content-type');
  }
  const body = await readBody(request);
  if (body === null) return refused('too-large');
  try {
    return { json: JSON.parse(body) };
  } catch {
    return refused('bad-json');
  }
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
