/** What a request_access really asks for: plain scopes, pinned folders, a time. */
import {
  defaultSessionSeconds,
  RequestAccessArgs,
  type Root,
} from '../../../shared/access/access.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { expandRequested, unknownScopesText } from '../../../shared/access/requested-scopes.ts';
import { needsFolder } from '../../../shared/access/scopes.ts';
import { readAs } from '../../../shared/base/parse.ts';
import { firstProblem } from '../call/first-problem.ts';
import type { Needs } from '../dependencies.ts';
import { notGrantable } from '../roots/grantable.ts';
import type { RequestedScopes } from './step-up.ts';

export interface AccessSpec extends RequestedScopes {
  readonly reason: string;
  readonly seconds: number;
  readonly parentId: SessionId | null;
}

type AccessSpecDeps = Pick<Needs, 'paths' | 'home' | 'ownPaths'>;

export async function readAccessSpec(
  args: unknown,
  needs: AccessSpecDeps,
): Promise<AccessSpec | Refused> {
  const parsed = readAs(RequestAccessArgs, args);
  if (!parsed.success) return refused('invalid-arguments', firstProblem(parsed.error.issues));
  const { reason, ttl_seconds, parent_session_id } = parsed.data;
  const { scopes, unknown } = expandRequested(parsed.data.scopes);
  if (unknown.length > 0) return refused('unknown-scope', unknownScopesText(unknown));
  if (parsed.data.roots.length === 0 && needsFolder(scopes)) {
    return refused('invalid-arguments', 'roots: name at least one folder.');
  }
  // Folders that no scope has to do with are nobody's to give: the person would not see them.
  const roots = needsFolder(scopes) ? await pinned(parsed.data.roots, needs) : [];
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
