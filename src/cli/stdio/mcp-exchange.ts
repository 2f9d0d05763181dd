/** One HTTP exchange with /mcp. Its messages are handed on in order, each before the next is read. */
import http, { type IncomingMessage } from 'node:http';
import { EventReader } from './event-stream.ts';
import { isMessage, type Message } from './message.ts';

export interface Wish {
  readonly url: string;
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Message;
  readonly agent: http.Agent;
  readonly signal: AbortSignal;
  onHead?(head: Head): void;
  onMessage(message: Message): Promise<void>;
}

export interface Head {
  readonly status: number;
  readonly sessionId: string | null;
}

/**
 * `unreachable`: nothing was sent, so it may be tried again. `broken`: it was sent, and what became
 * of it is unknown. `refused`: an HTTP status above 299, with the body's error if it had one.
 */
export type Ending =
  | { readonly kind: 'complete'; readonly head: Head }
  | { readonly kind: 'refused'; readonly head: Head; readonly error: unknown }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'broken'; readonly why: string };

const largestErrorBody = 1_048_576;

export function exchange(wish: Wish): Promise<Ending> {
  const body = wish.body === undefined ? undefined : JSON.stringify(wish.body);
  return new Promise((resolve) => {
    let sent = false;
    const { method, agent, signal } = wish;
    const accept = method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream';
    const headers = {
      Accept: accept,
      ...(body === undefined
        ? {}
        : {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(body)),
          }),
      ...wish.headers,
    };
    const request = http.request(wish.url, { method, agent, signal, headers });
    request.once('socket', (socket) => {
      // A socket that is handed over is connected and proven; what is written now may arrive.
      if (socket.connecting) socket.once('connect', () => (sent = true));
      else sent = true;
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      resolve({ kind: sent ? 'broken' : 'unreachable', why: error.message });
    });
    request.once('response', (response) => {
      receive(response, wish).then(resolve, (error: unknown) =>
        resolve({ kind: 'broken', why: String(error) }),
      );
    });
    request.end(body);
  });
}

async function receive(response: IncomingMessage, wish: Wish): Promise<Ending> {
  const sessionId = response.headers['mcp-session-id'];
  const head = {
    status: response.statusCode ?? 0,
    sessionId: typeof sessionId === 'string' ? sessionId : null,
  };
  const type = response.headers['content-type']?.split(';')[0]?.trim();
  const good = head.status >= 200 && head.status < 300;
  if (good) wish.onHead?.(head);
  if (good && type === 'text/event-stream') {
    await readEvents(response, wish);
    return { kind: 'complete', head };
  }
  const said = await readBody(response);
  if (!good) return { kind: 'refused', head, error: isError(said) ? said.error : null };
  for (const message of Array.isArray(said) ? said : [said]) {
    if (isMessage(message)) await wish.onMessage(message);
  }
  return { kind: 'complete', head };
}

async function readEvents(response: IncomingMessage, wish: Wish): Promise<void> {
  const reader = new EventReader();
  for await (const chunk of response as AsyncIterable<Buffer>) {
    for (const { data } of reader.push(chunk)) {
      const message: unknown = parsed(data);
      if (isMessage(message)) await wish.onMessage(message);
    }
  }
}

async function readBody(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (response.statusCode !== 200 && size > largestErrorBody) break;
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

const isError = (said: unknown): said is { readonly error: unknown } =>
  typeof said === 'object' && said !== null && 'error' in said;
