/** Credentials and their audience. A credential is valid for one audience only. */
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

const lookedAt = new WeakMap<IncomingMessage, () => boolean>();

/** Remembers the credential of a request; `readAgain` finds it as long as it is valid. */
export function admit(
  request: IncomingMessage,
  credential: Credential,
  readAgain: () => Credential | null,
): void {
  const owner = ownerOf(credential);
  lookedAt.set(request, () => {
    const found = readAgain();
    return found !== null && ownerOf(found) === owner;
  });
}

/**
 * False once the credential of this request was revoked: after any wait, nothing more is done for
 * it. A request that was admitted without a credential stays admitted.
 */
export const isStillLetIn = (request: IncomingMessage): boolean =>
  lookedAt.get(request)?.() ?? true;
