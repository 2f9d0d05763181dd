import type { Session } from '../../shared/access/access.ts';
import type { SessionId } from '../../shared/base/ids.ts';
import { isLive } from './sessions-text.ts';

export interface SessionBranch {
  readonly session: Session;
  /** Its parent session, while that is active. */
  readonly parent: Session | null;
  readonly parts: readonly SessionBranch[];
}

/**
 * Live sessions under the ones they are part of, on each level by what ends first. The end for want
 * of calls does not count: it moves with every call, and the cards would change places under the pointer.
 */
export function sessionTree(sessions: readonly Session[]): readonly SessionBranch[] {
  const live = sessions.filter(isLive).toSorted((a, b) => a.expiresAt - b.expiresAt);
  const known = new Set(live.map(({ sessionId }) => sessionId));
  const parentOf = ({ parentId }: Session): SessionId | null =>
    parentId !== null && known.has(parentId) ? parentId : null;
  const branchesOf = (parent: Session | null): readonly SessionBranch[] =>
    live
      .filter((session) => parentOf(session) === (parent?.sessionId ?? null))
      .map((session) => ({ session, parent, parts: branchesOf(session) }));
  return branchesOf(null);
}

/** Most recently ended first. */
export function endedSessions(sessions: readonly Session[]): readonly Session[] {
  const endOf = (session: Session): number => session.ended?.at ?? session.expiresAt;
  return sessions.filter((session) => !isLive(session)).toSorted((a, b) => endOf(b) - endOf(a));
}

export interface AgentSessions {
  readonly clientId: string;
  readonly branches: readonly SessionBranch[];
}

/** By agent, in the order of what ends first; of one agent, sessions in the same folders stand together. */
export function byAgent(branches: readonly SessionBranch[]): readonly AgentSessions[] {
  const groups = Map.groupBy(branches, ({ session }) => session.agent.clientId);
  return [...groups].map(([clientId, own]) => ({
    clientId,
    branches: [...Map.groupBy(own, foldersOf).values()].flat(),
  }));
}

const foldersOf = ({ session }: SessionBranch): string =>
  session.roots.map(({ path }) => path).join('\n');
