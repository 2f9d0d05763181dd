/**
 * Finds credentials in places that get logged or stored: the URL, a cookie, a subprotocol, a form.
 * Such a credential is refused and revoked.
 */
import type { IncomingMessage } from 'node:http';
import type { Authenticate, Credential } from './credentials.ts';

const shortestWorth = 8;
const maxChecked = 16;
const formBytes = 16_384;
const formWithinMs = 1_000;
const none: readonly Credential[] = [];
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

export function leakedIn(
  request: IncomingMessage,
  authenticate: Authenticate,
): readonly Credential[] {
  const { url = '', headers } = request;
  const { cookie, 'sec-websocket-protocol': protocol } = headers;
  // The common case: no such place contains anything.
  if (url.length < shortestWorth && cookie === undefined && protocol === undefined) return none;
  return found([decoded(url), cookie ?? '', protocol ?? ''], authenticate);
}

export function isForm(request: IncomingMessage): boolean {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  return forms.includes(type);
}

/** Searches the first bytes of a form as plain text, without parsing, and with a short time limit. */
export async function leakedInForm(
  request: IncomingMessage,
  authenticate: Authenticate,
): Promise<readonly Credential[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, formWithinMs);
  request.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= formBytes) resolve();
  });
  request.once('end', resolve).once('close', resolve);
  await enough;
  clearTimeout(late);
  request.pause();
  const text = Buffer.concat(chunks).subarray(0, formBytes).toString('latin1');
  return found([decoded(text.replaceAll('+', ' '))], authenticate);
}

function found(texts: readonly string[], authenticate: Authenticate): readonly Credential[] {
  return texts
    .flatMap((text) => text.split(/[/?&=;,:#"'\s]+/))
    .filter((part) => part.length >= shortestWorth)
    .slice(0, maxChecked)
    .flatMap((part) => authenticate(part) ?? []);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
