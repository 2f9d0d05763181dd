/** Finds the requested access that no live session has yet, so that only that is asked for. Pure. */
import type { Agent, Root, Session } from '../../../shared/access/access.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { mayUseFolder, needsFolder, type Scope } from '../../../shared/access/scopes.ts';
import { processKey } from './asking-process.ts';

export interface RequestedScopes {
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
}

/** Null when all of it is granted already. */
export function missingPart(
  spec: RequestedScopes,
  sessions: readonly Session[],
): RequestedScopes | null {
  const pairs = spec.scopes.flatMap((scope) => rootsFor(scope, spec.roots));
  const missing = pairs.filter(
    ({ scope, root }) => !sessions.some((session) => holds(session, scope, root)),
  );
  if (missing.length === 0) return null;
  return {
    scopes: spec.scopes.filter((scope) => missing.some((pair) => pair.scope === scope)),
    roots: spec.roots.filter((root) => missing.some((pair) => pair.root === root)),
  };
}

/** The session has every scope, and every root lies within its folders, even when no scope needs a folder. */
export const isPartOf = (spec: RequestedScopes, session: Session): boolean =>
  missingPart(spec, [session]) === null && spec.roots.every((root) => covers(session, root));

/** Null stands for no folder: a scope that needs none is no reason to ask for the folders. */
const rootsFor = (scope: Scope, roots: readonly Root[]) =>
  (needsFolder([scope]) || (mayUseFolder([scope]) && roots.length > 0) ? roots : [null]).map(
    (root) => ({ scope, root }),
  );

const holds = (session: Session, scope: Scope, root: Root | null): boolean =>
  session.scopes.includes(scope) && (root === null || covers(session, root));

const covers = ({ roots }: Session, root: Root): boolean =>
  roots.some((granted) => isInside(root.path, granted.path));

/** Requests with the same key ask for the same access from the same process. */
export const accessKey = (
  agent: Agent,
  scopes: readonly Scope[],
  paths: readonly string[],
): string =>
  JSON.stringify([agent.clientId, processKey(agent.verified), scopes, [...paths].toSorted()]);
