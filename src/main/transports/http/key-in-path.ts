/**
 * `/mcp/k/<key>`, for clients that cannot send a header, and only for keys whose user allowed it.
 * The routes see the plain path. Any other key in a URL counts as leaked.
 */
import type { IncomingMessage } from 'node:http';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { Authenticate } from './credentials.ts';

export type MaySitInPath = (clientId: ClientId) => boolean;

/** The key, if it is allowed in a path. */
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
