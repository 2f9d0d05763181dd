/**
 * `/mcp/k/<key>`, for clients that cannot send a header, and only with a key whose owner let it stand
 * there. The doors behind see the plain address; any other key in an address is a leak.
 */
import type { IncomingMessage } from 'node:http';
import type { ClientId } from '../../../shared/ids.ts';
import type { Authenticate } from './credentials.ts';

export type MaySitInPath = (clientId: ClientId) => boolean;

/** The key, if it may stand there. */
export function takeKeyFromPath(
  request: IncomingMessage,
  authenticate: Authenticate,
  maySitInPath: MaySitInPath,
): string | null {
  const [, key, query = ''] = /^\/mcp\/k\/([^/?]+)(\?.*)?$/.exec(request.url ?? '') ?? [];
  if (key === undefined) return null;
  const credential = authenticate(key);
  if (credential?.audience !== 'client' || !maySitInPath(credential.clientId)) return null;
  request.url = `/mcp${query}`;
  return key;
}
