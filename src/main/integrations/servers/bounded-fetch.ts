/**
 * HTTP requests to remote servers: a response has to begin in time, and neither a body nor one
 * event of a stream may exceed the maximum message size.
 */
import type { FetchLike } from '@modelcontextprotocol/client';
import { messageBytes } from './piped-transport.ts';

/** Time until the response begins. */
const beginMs = 120_000;
const [newline, carriageReturn] = [10, 13];

const credentials = new WeakMap<Response, string>();

/** The Authorization header of the request that got this response; null if it had none. */
export const credentialOf = (response: Response): string | null =>
  credentials.get(response) ?? null;

export const boundedFetch =
  (onFlood: (why: string) => void): FetchLike =>
  async (url, init) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('It did not answer in time.')), beginMs);
    const signals = [late.signal, ...(init?.signal ? [init.signal] : [])];
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
      const answer = response.body ? bounded(response, response.body, onFlood) : response;
      const credential = new Headers(init?.headers).get('authorization');
      if (credential !== null) credentials.set(answer, credential);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  };

function bounded(
  response: Response,
  body: ReadableStream<Uint8Array>,
  onFlood: (why: string) => void,
): Response {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const size = isStream ? eventSize() : bodySize();
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      if (size(piece) > messageBytes) {
        const why = `It sent a message of more than ${messageBytes / 1024 ** 2} MB.`;
        onFlood(why);
        controller.error(new Error(why));
        return;
      }
      controller.enqueue(piece);
    },
  });
  const { status, statusText, headers } = response;
  const answer = new Response(body.pipeThrough(limit), { status, statusText, headers });
  // A new Response object has no URL, and the SDK compares it.
  Object.defineProperty(answer, 'url', { value: response.url });
  Object.defineProperty(answer, 'redirected', { value: response.redirected });
  return answer;
}

/** The maximum number of bytes buffered so far, including this chunk. */
type ByteCounter = (piece: Uint8Array) => number;

function bodySize(): ByteCounter {
  let bytes = 0;
  return (piece) => (bytes += piece.length);
}

/**
 * An event ends with an empty line; until then its lines are buffered, however short they are.
 */
function eventSize(): ByteCounter {
  let [bytes, lineLength, previous] = [0, 0, 0];
  return (piece) => {
    let most = bytes;
    for (const byte of piece) {
      const isLineEnd = byte === newline || byte === carriageReturn;
      const isSecondHalf = byte === newline && previous === carriageReturn;
      if (isLineEnd && !isSecondHalf && lineLength === 0) bytes = 0;
      else bytes += 1;
      lineLength = isLineEnd ? 0 : lineLength + 1;
      previous = byte;
      if (bytes > most) most = bytes;
    }
    return most;
  };
}
