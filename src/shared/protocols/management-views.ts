/** The wire format of requests, sessions and asks in the management API and its events. */
import { callsLeft, type Agent, type RequestStatus, type Session } from '../access/access.ts';
import type { Ask } from '../asks/asks.ts';
import type { RequestId } from '../base/ids.ts';

/** Everything stored about one access request. */
export interface RequestRecord {
  readonly requestId: RequestId;
  readonly agent: Agent;
  /** As requested, before anyone checked whether the folders exist. */
  readonly scopes: readonly string[];
  readonly roots: readonly string[];
  readonly reason: string;
  readonly ttlSeconds: number | null;
  readonly status: RequestStatus;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  readonly sessionId: string | null;
}

type View = Readonly<Record<string, unknown>>;

/** All `…_at` fields of this API are in seconds since 1970. */
export const seconds = (ms: number): number => ms / 1000;

const secondsOrNull = (ms: number | null): number | null => (ms === null ? null : seconds(ms));

const agentPrefix = 'agent:';

/** The name of the agent or its key. */
export const agentIdOf = ({ clientId, door }: Agent): string =>
  door === 'management' ? clientId.slice(agentPrefix.length) : clientId;

export function requesterView(agent: Agent): View {
  const { claimedName, claimedVersion, door, verified, remote } = agent;
  return {
    door,
    remote_address: remote ?? null,
    claimed: { name: claimedName, version: claimedVersion },
    verified: verified && {
      pid: verified.pid,
      executable: verified.executable,
      cwd: verified.cwd,
      parents: verified.parents,
    },
  };
}

export const requestView = (request: RequestRecord): View => ({
  request_id: request.requestId,
  agent_id: agentIdOf(request.agent),
  scopes: request.scopes,
  roots: request.roots,
  reason: request.reason,
  ttl_seconds: request.ttlSeconds,
  status: request.status,
  created_at: seconds(request.createdAt),
  decided_at: secondsOrNull(request.decidedAt),
  decided_by: request.decidedBy,
  approved_by: request.status === 'APPROVED' ? request.decidedBy : null,
  session_id: request.sessionId,
  requester: requesterView(request.agent),
});

export const sessionView = (session: Session): View => ({
  session_id: session.sessionId,
  agent_id: agentIdOf(session.agent),
  state: session.state,
  allowed_scopes: session.scopes,
  roots: session.roots.map((root) => root.path),
  started_at: seconds(session.startedAt),
  expires_at: seconds(session.expiresAt),
  idle_ends_at: seconds(session.idleEndsAt),
  ended_at: secondsOrNull(session.ended?.at ?? null),
  ended_by: session.ended?.by ?? null,
  created_by_request: session.requestId,
  parent_session_id: session.parentId,
  calls: session.calls,
  calls_left: callsLeft(session),
  last_action: session.lastAction,
  requester: requesterView(session.agent),
});

export function askView(ask: Ask): View {
  const common = {
    ask_id: ask.askId,
    kind: ask.kind,
    agent_id: agentIdOf(ask.agent),
    remote_address: ask.agent.remote ?? null,
    asked_at: seconds(ask.askedAt),
    deadline_at: seconds(ask.deadline),
    waiting: ask.waiting,
  };
  if (ask.kind === 'confirm') {
    const { sessionId, action, sentence, because } = ask;
    return { ...common, session_id: sessionId, action, sentence, because };
  }
  const { requestId, scopes, roots, reason, inOurWords = false, requestedSeconds } = ask;
  const why = { reason, reason_in_our_words: inOurWords };
  return { ...common, request_id: requestId, scopes, roots, ...why, ttl_seconds: requestedSeconds };
}
