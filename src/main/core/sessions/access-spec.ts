/** What a request for access asks for in detail: single scopes, pinned folders and a duration. */
import {
  defaultSessionSeconds,
  type RequestAccessArgs,
  type Root,
} from '../../../shared/access/access.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { expandRequested, unknownScopesText } from '../../../shared/access/requested-scopes.ts';
import { mayUseFolder, needsFolder, type ServerScope } from '../../../shared/access/scopes.ts';
import type { Needs } from '../dependencies.ts';
import { notGrantable } from '../roots/grantable.ts';
import type { RequestedScopes } from './step-up.ts';

export interface AccessSpec extends RequestedScopes {
  readonly reason: string;
  readonly seconds: number;
  readonly parentId: SessionId | null;
}

type AccessSpecDeps = Pick<Needs, 'paths' | 'home' | 'ownPaths'>;

/** Of the MCP servers that a client sees. */
export type ServerScopes = readonly ServerScope[];

export async function accessSpecOf(
  args: RequestAccessArgs,
  needs: AccessSpecDeps,
  servers: ServerScopes = [],
): Promise<AccessSpec | Refused> {
  const { reason, ttl_seconds, parent_session_id } = args;
  const { scopes, unknown } = expandRequested(args.scopes, servers);
  if (unknown.length > 0) return refused('unknown-scope', unknownScopesText(unknown, servers));
  if (args.roots.length === 0 && needsFolder(scopes)) {
    return refused('invalid-arguments', 'roots: name at least one folder.');
  }
  // Folders are ignored when no scope uses one, because the user would not see them.
  const roots = mayUseFolder(scopes) ? await pinned(args.roots, needs) : [];
  if (isError(roots)) return roots;
  const seconds = ttl_seconds ?? defaultSessionSeconds;
  return { scopes, roots, reason, seconds, parentId: parent_session_id ?? null };
}

async function pinned(
  folders: readonly string[],
  needs: AccessSpecDeps,
): Promise<readonly Root[] | Refused> {
  const roots = new Map<string, Root>();
  for (const folder of folders) {
    const root = await needs.paths.pin(folder);
    if (isError(root)) return root;
    const never = notGrantable(root.path, needs);
    if (never) return never;
    roots.set(root.path, root);
  }
  return [...roots.values()];
}
