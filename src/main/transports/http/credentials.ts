/** Credentials and their audience, where one may stand in a request, and where one counts as leaked. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ClientId, SessionId } from '../../../shared/base/ids.ts';

export type Credential =
  | { readonly audience: 'client'; readonly clientId: ClientId }
  | { readonly audience: 'management' }
  | { readonly audience: 'session'; readonly sessionId: SessionId; readonly clientId: ClientId }
  | { readonly audience: 'plugin'; readonly pluginId: string }
  | { readonly audience: 'browser'; readonly browserId: string };

export type Audience = Credential['audience'];

export type Authenticate = (token: string) => Credential | null;

/** A name for the holder of a credential, for counting. */
export function ownerOf(credential: Credential): string {
  switch (credential.audience) {
    case 'client':
      return `client ${credential.clientId}`;
    case 'session':
      return `session ${credential.sessionId}`;
    case 'plugin':
      return `plugin ${credential.pluginId}`;
    case 'browser':
      return `browser ${credential.browserId}`;
    case 'management':
      return 'management';
  }
}

const scheme = 'Bearer ';
const maxTokenLength = 512;

/**
 * `Bearer <token>`; the management token may also be sent alone, as older panels do. Every failure
 * does the same work, so that the timing reveals nothing.
 */
export function readCredential(
  headers: Pick<IncomingHttpHeaders, 'authorization'>,
  authenticate: Authenticate,
): Credential | null {
  const header = headers.authorization ?? '';
  const isBearer = header.startsWith(scheme);
  const token = isBearer ? header.slice(scheme.length) : header;
  const found = authenticate(token.slice(0, maxTokenLength));
  if (!found || token.length > maxTokenLength) return null;
  return isBearer || found.audience === 'management' ? found : null;
}

/**
 * The check is a property of the request. In a WeakMap it would keep every request alive until the
 * next full garbage collection, because a minor one treats all values of the map as reachable.
 */
const stillValid = Symbol('stillValid');
type AdmittedRequest = IncomingMessage & { [stillValid]?: () => boolean };

/** Remembers the credential of a request; `readAgain` finds it as long as it is valid. */
export function admit(
  request: AdmittedRequest,
  credential: Credential,
  readAgain: () => Credential | null,
): void {
  const owner = ownerOf(credential);
  request[stillValid] = () => {
    const found = readAgain();
    return found !== null && ownerOf(found) === owner;
  };
}

/**
 * False once the credential of this request was revoked: after any wait, nothing more is done for
 * it. A request that was admitted without a credential stays admitted.
 */
export const isStillLetIn = (request: AdmittedRequest): boolean => request[stillValid]?.() ?? true;

/**
 * `/mcp/k/<key>`, for clients that cannot send a header, and only for keys whose user allowed it.
 * The routes see the plain path. Any other key in a URL counts as leaked.
 */
export type PathKeyCheck = (clientId: ClientId) => boolean;

/** The key, if it is allowed in a path. */
export function takeKeyFromPath(
  request: IncomingMessage,
  authenticate: Authenticate,
  pathKeyAllowed: PathKeyCheck,
): string | null {
  if (!request.url?.startsWith('/mcp/k/')) return null;
  const [, key, query = ''] = /^\/mcp\/k\/([^/?]+)(\?.*)?$/.exec(request.url) ?? [];
  if (key === undefined) return null;
  const credential = authenticate(key);
  if (credential?.audience !== 'client' || !pathKeyAllowed(credential.clientId)) return null;
  request.url = `/mcp${query}`;
  return key;
}

const shortestWorth = 8;
const maxChecked = 16;
const formBytes = 16_384;
const formWithinMs = 1_000;
const none: readonly Credential[] = [];
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * Finds credentials in places that get logged or stored: the URL, a cookie, a subprotocol, a form.
 * Such a credential is refused and revoked.
 */
export function leakedIn(
  request: IncomingMessage,
  authenticate: Authenticate,
): readonly Credential[] {
  const { url = '', headers } = request;
  const { cookie, 'sec-websocket-protocol': protocol } = headers;
  // The common case: no such place contains anything.
  if (url.length < shortestWorth && cookie === undefined && protocol === undefined) return none;
  return credentialsIn([decoded(url), cookie ?? '', protocol ?? ''], authenticate);
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
  return credentialsIn([decoded(text.replaceAll('+', ' '))], authenticate);
}

function credentialsIn(
  texts: readonly string[],
  authenticate: Authenticate,
): readonly Credential[] {
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
