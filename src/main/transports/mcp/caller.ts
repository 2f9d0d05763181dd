/** The caller of a request, as far as the transport knows. */
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Agent, VerifiedCaller } from '../../../shared/access/access.ts';
import type { ClientId } from '../../../shared/base/ids.ts';

export interface McpCaller {
  readonly clientId: ClientId;
  readonly verified: VerifiedCaller | null;
  readonly remote?: Agent['remote'];
  /** The folder that the client says it works in; nothing has checked it. */
  readonly claimedWorkspace: string | null;
}

interface Claimed {
  readonly name: string;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
}

export const agentOf = (
  { clientId, verified, remote }: McpCaller,
  claimed: Claimed | undefined,
): Agent =>
  Object.freeze({
    clientId,
    claimedName: (claimed?.title ?? claimed?.name ?? 'unnamed').slice(0, 100),
    claimedVersion: (claimed?.version ?? '').slice(0, 40),
    door: 'mcp',
    verified,
    ...(remote === undefined ? {} : { remote }),
  });

/** A path, or a file URL for names that a header cannot contain. */
export function claimedWorkspaceOf(headers: IncomingHttpHeaders): string | null {
  const claim = headers['x-workspace-path'];
  if (typeof claim !== 'string' || claim.length > 4096 * 3) return null;
  const place = claim.startsWith('file:///') ? pathIn(claim) : claim;
  return place !== null && place.length <= 4096 && path.isAbsolute(place) ? place : null;
}

function pathIn(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}
