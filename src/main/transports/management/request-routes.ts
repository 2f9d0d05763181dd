/**
 * Access requests for agents without a client key: opened here, answered by the user in the ask
 * window, and claimed here once. Approving over HTTP is off unless the user enables it.
 */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import {
  maxReasonLength,
  maxSessionSeconds,
  minSessionSeconds,
  type AccessAsk,
  type Agent,
} from '../../../shared/access/access.ts';
import { longestUnverifiedSeconds } from '../../../shared/access/session-limits.ts';
import { AskId, ClaimedId, RequestId, type SessionId } from '../../../shared/base/ids.ts';
import {
  requestView,
  seconds,
  type RequestRecord,
} from '../../../shared/protocols/management-views.ts';
import {
  isError,
  isRefused,
  refused,
  type ActionError,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import { expandScopes } from '../../../shared/access/scopes.ts';
import { isSameAsker, type AccessOutcome, type Core } from '../../core/core.ts';
import type { AuditReader } from '../../platform/ledger-index/ledger-index.ts';
import { pastRequests } from './past-requests.ts';
import { remoteAddressOf } from '../http/connections.ts';
import { refusedField, withBody, withQuery, type RouteReply, type Routes } from './routes.ts';

/** The calling process, if it can be identified. */
export type FindCaller = (
  request: IncomingMessage,
  clientId: Agent['clientId'],
) => Promise<Agent['verified']>;

interface Deps {
  readonly core: Core;
  readonly index: Pick<AuditReader, 'query' | 'calls'>;
  readonly approveOverHttp: () => Promise<boolean>;
  /**
   * True when a command-line switch lets other programs control the app; then approving over HTTP
   * is refused.
   */
  readonly isControlled?: boolean;
  readonly findCaller: FindCaller;
}

const maxPending = 32;

const RequestBody = z.looseObject({ agent_id: z.string() });

/** The blueprint's words for a request that waits for the user. */
const waiting: ReadonlySet<unknown> = new Set(['REQUESTED', 'PENDING_APPROVAL']);

const Listing = z.strictObject({
  status: z
    .preprocess(
      (status) => (waiting.has(status) ? 'PENDING' : status),
      z.enum(['PENDING', 'APPROVED', 'DENIED', 'EXPIRED', 'CANCELLED']),
    )
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: RequestId.optional(),
});

const Approval = z.strictObject({
  request_id: RequestId,
  approved_scopes: z.array(z.string().max(64)).min(1).max(64),
  approved_roots: z.array(z.string().max(4096)).min(1).max(16).optional(),
  ttl_seconds: z.int().min(minSessionSeconds).max(maxSessionSeconds).optional(),
});
type Approval = z.infer<typeof Approval>;

/** The id of an access request, or of any ask that GET /pending lists. */
const Denial = z.strictObject({
  request_id: RequestId.optional(),
  ask_id: AskId.optional(),
  reason: z.string().max(maxReasonLength).default(''),
});

const OneRequest = z.strictObject({ request_id: RequestId });

export function requestRoutes(deps: Deps): Routes {
  const { core, approveOverHttp, findCaller } = deps;
  return {
    'POST /mcp/request_access': withBody(RequestBody, async ({ agent_id, ...args }, request) => {
      const named = ClaimedId.safeParse(`agent:${agent_id}`);
      if (!named.success) return refusedField(named.error, 'agent_id');
      const verified = await findCaller(request, named.data);
      return ask(core, args, {
        ...agentCalled(agent_id, named.data, verified),
        ...remoteOf(request),
      });
    }),
    'GET /mcp/requests': withQuery(Listing, (query) => list(deps, query)),
    'POST /mcp/approve': withBody(Approval, async (approval) => {
      if (deps.isControlled) {
        await core.note('approval.refused', `${approval.request_id}: over HTTP, under a debugger`);
        return refused('approvals-off');
      }
      if (!(await approveOverHttp())) return refused('approval-over-http-disabled');
      return approve(core, approval);
    }),
    'POST /mcp/deny': withBody(Denial, async ({ request_id, ask_id, reason }) => {
      if (ask_id && !request_id) return denyAsk(core, ask_id, reason);
      if (!request_id || ask_id) {
        return refused('invalid-arguments', 'Pass either request_id or ask_id.');
      }
      const request = core.requests.get(request_id);
      if (!request) return refused('unknown-request');
      const receipt = core.requests.answer(request, { kind: 'deny', reason });
      if (!receipt.accepted) return refused('not-pending');
      await request.outcome;
      return { request_id, status: request.status() };
    }),
    'POST /mcp/cancel': withBody(OneRequest, async ({ request_id }) => {
      const request = core.requests.get(request_id);
      if (request?.agent.door !== 'management') return refused('unknown-request');
      if (request.status() !== 'PENDING') return refused('not-pending');
      request.withdraw();
      await request.outcome;
      return { request_id, status: request.status() };
    }),
    'POST /mcp/claim': withBody(OneRequest, async ({ request_id }, http) => {
      const request = core.requests.get(request_id);
      if (request?.agent.door !== 'management') return refused('unknown-request');
      if (request.status() === 'PENDING') return refused('request-pending');
      const { clientId, verified } = request.agent;
      if (!isSameAsker(verified, await findCaller(http, clientId))) {
        await core.note('session-token.refused', `${request_id}: another process wanted it`);
        return refused('other-process');
      }
      return claim(core, await request.outcome);
    }),
  };
}

function denyAsk(core: Core, ask_id: AskId, reason: string): RouteReply {
  const request = core.requests.list().find((item) => item.askId() === ask_id);
  const answered = request && core.requests.answer(request, { kind: 'deny', reason });
  // What no call waits for any more is refused for the next one.
  const receipt = answered?.accepted ? answered : core.asks.deny(ask_id, reason);
  return receipt.accepted ? { ask_id, denied: true } : refused('not-pending');
}

function remoteOf({ socket }: IncomingMessage): Pick<Agent, 'remote'> {
  const remote = remoteAddressOf(socket);
  return remote === undefined ? {} : { remote };
}

const agentCalled = (
  agentId: string,
  clientId: Agent['clientId'],
  verified: Agent['verified'],
): Agent =>
  Object.freeze({
    clientId,
    claimedName: agentId,
    claimedVersion: '',
    door: 'management',
    verified,
  });

/** Replies once the ask is open, or with the reason why there is none. */
async function ask(core: Core, args: unknown, agent: Agent): Promise<RouteReply> {
  const pending = core.requests
    .list()
    .filter((item) => item.agent.door === 'management' && item.status() === 'PENDING');
  if (pending.length >= maxPending) return refused('too-many-asks');
  const request = core.requests.open(args, agent);
  await request.put;
  if (request.status() === 'PENDING') return { request_id: request.requestId };
  const outcome = await request.outcome;
  return outcome.kind === 'done' ? { request_id: request.requestId } : asRefusal(outcome);
}

async function list(
  { core, index }: Deps,
  { status, limit, after }: z.infer<typeof Listing>,
): Promise<RouteReply> {
  const known = core.requests.list().map((request) => request.record());
  const left = core.asks
    .list()
    .filter((item) => item.kind === 'access')
    .filter((item) => !known.some(({ requestId }) => requestId === item.requestId));
  const current = [...left.map(recordOf), ...known].toReversed();
  const past = await pastRequests(index, (id) => current.some(({ requestId }) => requestId === id));
  const newestFirst = [
    ...current.map((item) => ({ ...item, view: requestView(item) })),
    ...past,
  ] as const;
  const at = after ? newestFirst.findIndex(({ requestId }) => requestId === after) : -1;
  // Otherwise a client that reads page by page would start over and never finish.
  if (after && at === -1) return refused('invalid-arguments', 'after: unknown request id.');
  const start = at + 1;
  const fitting = newestFirst
    .slice(start)
    .filter((record) => status === undefined || record.status === status);
  const page = fitting.slice(0, limit);
  const next = fitting.length > limit ? (page.at(-1)?.requestId ?? null) : null;
  return { requests: page.map(({ view }) => view), next };
}

/** An ask restored after a restart: pending, although the call that opened it is gone. */
const recordOf = (item: AccessAsk): RequestRecord => ({
  requestId: item.requestId,
  agent: item.agent,
  scopes: item.scopes,
  roots: item.roots,
  reason: item.reason,
  ttlSeconds: item.requestedSeconds,
  status: 'PENDING',
  createdAt: item.askedAt,
  decidedAt: null,
  decidedBy: null,
  sessionId: null,
});

async function approve(core: Core, approval: Approval): Promise<RouteReply> {
  const request = core.requests.get(approval.request_id);
  if (!request) return refused('unknown-request');
  const question = core.asks.list().find((item) => item.askId === request.askId());
  if (question?.kind !== 'access') return refused('not-pending');
  const allowed = narrowed(question, approval);
  if (isError(allowed)) return allowed;
  const receipt = core.requests.answer(request, allowed);
  if (!receipt.accepted) return refused('not-pending', receipt.why);
  const outcome = await request.outcome;
  if (outcome.kind !== 'done') return asRefusal(outcome);
  // The user let this token's holder approve, so it gets the session token and hands it on (seed
  // 001). Sessions of MCP clients have no token to hand on: their key is enough.
  return request.agent.door === 'management'
    ? claim(core, outcome)
    : toResponse(core, outcome.data.session.sessionId, null);
}

/** Whoever approves chooses the time, as in the ask window, which has the same limits. */
const longestFor = ({ agent, requestedSeconds }: AccessAsk): number =>
  agent.verified === null
    ? Math.max(longestUnverifiedSeconds, requestedSeconds)
    : maxSessionSeconds;

function narrowed(question: AccessAsk, approval: Approval) {
  const { scopes, unknown } = expandScopes(approval.approved_scopes);
  if (unknown.length > 0) return refused('unknown-scope', `Approved: ${unknown.join(', ')}.`);
  const roots = approval.approved_roots ?? question.roots;
  const ttl = approval.ttl_seconds ?? question.requestedSeconds;
  const wider =
    scopes.find((scope) => !question.scopes.includes(scope)) ??
    roots.find((root) => !question.roots.includes(root)) ??
    (ttl > longestFor(question) ? `${ttl} seconds` : undefined);
  if (wider !== undefined) return refused('wider-than-asked', `Not asked for: ${wider}.`);
  return { kind: 'allow', scopes, roots, seconds: ttl } as const;
}

/** Creates and returns the session token, once. The ledger entry about it is written first. */
async function claim(core: Core, outcome: AccessOutcome): Promise<RouteReply> {
  if (outcome.kind !== 'done') return asRefusal(outcome);
  const { sessionId } = outcome.data.session;
  if (!core.sessions.get(sessionId)) return refused('unknown-session');
  if (!(await core.note('session-token.told', sessionId))) return refused('audit-unavailable');
  const token = core.sessions.claimToken(sessionId);
  if (token) return toResponse(core, sessionId, token);
  const ended = core.sessions.get(sessionId)?.ended;
  return refused(ended ? 'session-expired' : 'already-claimed');
}

function toResponse(core: Core, sessionId: SessionId, token: string | null): RouteReply {
  const session = core.sessions.get(sessionId);
  if (!session) return refused('unknown-session');
  const { expiresAt } = session;
  return { session_id: sessionId, session_token: token, expires_at: seconds(expiresAt) };
}

const asRefusal = (outcome: ActionError): Refused =>
  isRefused(outcome) ? outcome : refused(outcome.code);
