/** One HTTP exchange with /mcp. Messages are delivered in order, one at a time. */
import http, { type IncomingMessage } from 'node:http';
import { isForwardable, type JsonRpcMessage } from '../../shared/protocols/json-rpc.ts';
import { EventReader, eventStreamType } from '../../shared/protocols/server-sent-events.ts';

export interface HttpExchange {
  readonly url: string;
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonRpcMessage;
  readonly agent: http.Agent;
  readonly signal: AbortSignal;
  onHead?(head: ResponseHead): void;
  onMessage(message: JsonRpcMessage): Promise<void>;
}

export interface ResponseHead {
  readonly status: number;
  readonly sessionId: string | null;
}

/**
 * `unreachable`: nothing was sent, so a retry is safe. `broken`: it was sent, and its effect is
 * unknown. `refused`: an HTTP status above 299, with the body's error if it had one.
 */
export type ExchangeResult =
  | { readonly kind: 'complete'; readonly head: ResponseHead }
  | { readonly kind: 'refused'; readonly head: ResponseHead; readonly error: unknown }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'broken'; readonly reason: string };

const maxErrorBytes = 1_048_576;

export function exchange(options: HttpExchange): Promise<ExchangeResult> {
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  return new Promise((resolve) => {
    let sent = false;
    const { method, agent, signal } = options;
    const accept = method === 'GET' ? eventStreamType : `application/json, ${eventStreamType}`;
    const headers = {
      Accept: accept,
      ...(body === undefined
        ? {}
        : {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(body)),
          }),
      ...options.headers,
    };
    const request = http.request(options.url, { method, agent, signal, headers });
    request.once('socket', (socket) => {
      // The agent returns a connected and proven socket, so from now on data may arrive.
      if (socket.connecting) socket.once('connect', () => (sent = true));
      else sent = true;
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      resolve({ kind: sent ? 'broken' : 'unreachable', reason: error.message });
    });
    request.once('response', (response) => {
      receive(response, options).then(resolve, (error: unknown) =>
        resolve({ kind: 'broken', reason: String(error) }),
      );
    });
    request.end(body);
  });
}

async function receive(response: IncomingMessage, options: HttpExchange): Promise<ExchangeResult> {
  const sessionId = response.headers['mcp-session-id'];
  const head = {
    status: response.statusCode ?? 0,
    sessionId: typeof sessionId === 'string' ? sessionId : null,
  };
  const type = response.headers['content-type']?.split(';')[0]?.trim();
  const good = head.status >= 200 && head.status < 300;
  if (good) options.onHead?.(head);
  if (good && type === eventStreamType) {
    await readEvents(response, options);
    return { kind: 'complete', head };
  }
  const body = await readBody(response);
  if (!good) return { kind: 'refused', head, error: isError(body) ? body.error : null };
  for (const message of Array.isArray(body) ? body : [body]) {
    if (isForwardable(message)) await options.onMessage(message);
  }
  return { kind: 'complete', head };
}

async function readEvents(response: IncomingMessage, options: HttpExchange): Promise<void> {
  const reader = new EventReader();
  for await (const chunk of response as AsyncIterable<Buffer>) {
    for (const { data } of reader.push(chunk)) {
      const message: unknown = parsed(data);
      if (isForwardable(message)) await options.onMessage(message);
    }
  }
}

async function readBody(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (response.statusCode !== 200 && size > maxErrorBytes) break;
    chunks.push(chunk);
  }
  return parsed(Buffer.concat(chunks).toString('utf8'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isError = (body: unknown): body is { readonly error: unknown } =>
  typeof body === 'object' && body !== null && 'error' in body;
