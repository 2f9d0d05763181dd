/**
 * `/mcp/k/<key>`, for clients that cannot send a header, and only with a key whose owner let it stand
 * there. The doors behind see the plain address; any other key in an address is a leak.
 */
import type { IncomingMessage } from 'node:http';
import type { ClientId } from '../../../shared/ids.ts';
import type { Authenticate, Credential } from './credentials.ts';

export type MaySitInPath = (clientId: ClientId) => boolean;

export function takeKeyFromPath(
  request: IncomingMessage,
  authenticate: Authenticate,
  maySitInPath: MaySitInPath,
): Credential | null {
  const [, key, query = ''] = /^\/mcp\/k\/([^/?]+)(\?.*)?$/.exec(request.url ?? '') ?? [];
  const credential = key === undefined ? null : authenticate(key);
  if (credential?.audience !== 'client' || !maySitInPath(credential.clientId)) return null;
  request.url = `/mcp${query}`;
  return credential;
}
