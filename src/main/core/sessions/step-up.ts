/** What of a wish no live session holds yet: only that is asked. Pure. */
import type { Agent, Root, Session } from '../../../shared/access.ts';
import { isInside } from '../../../shared/inside.ts';
import { needsFolder, type Scope } from '../../../shared/scopes.ts';

export interface Wish {
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
}

/** Null when all of it is held already. */
export function missingPart(wish: Wish, sessions: readonly Session[]): Wish | null {
  const pairs = wish.scopes.flatMap((scope) => placesFor(scope, wish.roots));
  const missing = pairs.filter(
    ({ scope, root }) => !sessions.some((session) => holds(session, scope, root)),
  );
  if (missing.length === 0) return null;
  return {
    scopes: wish.scopes.filter((scope) => missing.some((pair) => pair.scope === scope)),
    roots: wish.roots.filter((root) => missing.some((pair) => pair.root === root)),
  };
}

/** It holds each scope, and lies within its folders, whether a scope needs one or not. */
export const isPartOf = (wish: Wish, session: Session): boolean =>
  missingPart(wish, [session]) === null && wish.roots.every((root) => covers(session, root));

/** Null stands for no folder: what is asked for beside them is no reason to ask for them. */
const placesFor = (scope: Scope, roots: readonly Root[]) =>
  (needsFolder([scope]) ? roots : [null]).map((root) => ({ scope, root }));

const holds = (session: Session, scope: Scope, root: Root | null): boolean =>
  session.scopes.includes(scope) && (root === null || covers(session, root));

const covers = ({ roots }: Session, root: Root): boolean =>
  roots.some((held) => isInside(root.path, held.path));

/** Two wishes with the same key want the same, by the same program. */
export const wishKey = (agent: Agent, scopes: readonly Scope[], paths: readonly string[]): string =>
  JSON.stringify([
    agent.clientId,
    agent.verified?.executable ?? null,
    scopes,
    [...paths].toSorted(),
  ]);
