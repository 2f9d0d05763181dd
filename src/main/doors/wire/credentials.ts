/** Who a credential belongs to. One credential opens one kind of door and no other. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ClientId, SessionId } from '../../../shared/ids.ts';

export type Credential =
  | { readonly audience: 'client'; readonly clientId: ClientId }
  | { readonly audience: 'management' }
  | { readonly audience: 'session'; readonly sessionId: SessionId; readonly clientId: ClientId }
  | { readonly audience: 'plugin'; readonly pluginId: string }
  | { readonly audience: 'browser'; readonly browserId: string };

export type Audience = Credential['audience'];

export type Authenticate = (token: string) => Credential | null;

/** Names whoever holds a credential. */
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
const longestToken = 512;

/**
 * `Bearer <token>`; the management token may also stand alone, as older panels send it. Whatever is
 * wrong with what is shown, the same work is done, so that the time taken tells nothing.
 */
export function readCredential(
  headers: Pick<IncomingHttpHeaders, 'authorization'>,
  authenticate: Authenticate,
): Credential | null {
  const header = headers.authorization ?? '';
  const isBearer = header.startsWith(scheme);
  const token = isBearer ? header.slice(scheme.length) : header;
  const found = authenticate(token.slice(0, longestToken));
  if (!found || token.length > longestToken) return null;
  return isBearer || found.audience === 'management' ? found : null;
}

const lookedAt = new WeakMap<IncomingMessage, () => boolean>();

/** With this credential the request was let in; `look` finds it again as long as it is worth anything. */
export function letIn(
  request: IncomingMessage,
  credential: Credential,
  look: () => Credential | null,
): void {
  const owner = ownerOf(credential);
  lookedAt.set(request, () => {
    const found = look();
    return found !== null && ownerOf(found) === owner;
  });
}

/**
 * False once the credential that let this request in was taken away: whatever was waited for since
 * then, nothing more is done for it. Who was let in without one has nothing to lose.
 */
export const isStillLetIn = (request: IncomingMessage): boolean =>
  lookedAt.get(request)?.() ?? true;
