/** Who a credential belongs to. One credential opens one kind of door and no other. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ClientId, SessionId } from '../../../shared/ids.ts';

export type Credential =
  | { readonly audience: 'client'; readonly clientId: ClientId }
  | { readonly audience: 'management' }
  | { readonly audience: 'session'; readonly sessionId: SessionId; readonly clientId: ClientId }
  | { readonly audience: 'plugin'; readonly pluginId: string };

export type Audience = Credential['audience'];

export type Authenticate = (token: string) => Credential | null;

/** `Bearer <token>`; the management token may also stand alone, as older panels send it. */
export function readCredential(
  headers: IncomingHttpHeaders,
  authenticate: Authenticate,
): Credential | null {
  const header = headers.authorization;
  if (!header || header.length > 512) return null;
  if (header.startsWith('Bearer ')) return authenticate(header.slice('Bearer '.length));
  const bare = header.includes(' ') ? null : authenticate(header);
  return bare?.audience === 'management' ? bare : null;
}
