/**
 * Requests to servers on other machines: an answer has to begin in time, and neither a body nor one
 * line of a stream may be larger than a message may be.
 */
import type { FetchLike } from '@modelcontextprotocol/client';
import { messageBytes } from './piped-transport.ts';

/** Until the answer begins. */
const beginMs = 120_000;
const newline = 10;

export const boundedFetch =
  (onFlood: (why: string) => void): FetchLike =>
  async (url, init) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('It did not answer in time.')), beginMs);
    const signals = [late.signal, ...(init?.signal ? [init.signal] : [])];
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
      return response.body ? bounded(response, response.body, onFlood) : response;
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
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      const last = isStream ? piece.lastIndexOf(newline) : -1;
      bytes = last === -1 ? bytes + piece.length : piece.length - last - 1;
      if (bytes > messageBytes || piece.length > messageBytes) {
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
  // A new response has no address, and the SDK compares it.
  Object.defineProperty(answer, 'url', { value: response.url });
  Object.defineProperty(answer, 'redirected', { value: response.redirected });
  return answer;
}
