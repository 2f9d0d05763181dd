/**
 * Access requests of agents that have no key of their own: asked here, answered by the person in the
 * ask window, claimed here once. Answering here is the owner's choice, and off.
 */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import {
  maxReasonLength,
  maxSessionSeconds,
  minSessionSeconds,
  type AccessAsk,
  type Agent,
} from '../../../shared/access.ts';
import { AskId, ClaimedId, RequestId, type SessionId } from '../../../shared/ids.ts';
import { requestView, seconds, type RequestRecord } from '../../../shared/management-views.ts';
import { isRefused, refused, type Outcome, type Refused } from '../../../shared/outcomes.ts';
import { expandScopes } from '../../../shared/scopes.ts';
import type { AccessRequest, Core } from '../../core/offers.ts';
import { refusedField, withBody, withQuery, type Answer, type Routes } from './routes.ts';

/** Who really calls, as far as that can be found out. */
export type FindCaller = (
  request: IncomingMessage,
  clientId: Agent['clientId'],
) => Promise<Agent['verified']>;

interface Deps {
  readonly core: Core;
  readonly approveOverHttp: () => Promise<boolean>;
  readonly findCaller: FindCaller;
}

const mostPending = 32;

const RequestBody = z.looseObject({ agent_id: z.string() });

const Listing = z.strictObject({
  status: z.enum(['PENDING', 'APPROVED', 'DENIED', 'EXPIRED', 'CANCELLED']).optional(),
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

/** An access request by its id, or any question by the id that GET /pending lists. */
const Denial = z.strictObject({
  request_id: RequestId.optional(),
  ask_id: AskId.optional(),
  reason: z.string().max(maxReasonLength).default(''),
});

const OneRequest = z.strictObject({ request_id: RequestId });

export function requestRoutes({ core, approveOverHttp, findCaller }: Deps): Routes {
  return {
    'POST /mcp/request_access': withBody(RequestBody, async ({ agent_id, ...args }, request) => {
      const named = ClaimedId.safeParse(`agent:${agent_id}`);
      if (!named.success) return refusedField(named.error, 'agent_id');
      const verified = await findCaller(request, named.data);
      return ask(core, args, agentCalled(agent_id, named.data, verified));
    }),
    'GET /mcp/requests': withQuery(Listing, async (query) => list(core, query)),
    'POST /mcp/approve': withBody(Approval, async (approval) =>
      (await approveOverHttp()) ? approve(core, approval) : refused('approval-over-http-disabled'),
    ),
    'POST /mcp/deny': withBody(Denial, async ({ request_id, ask_id, reason }) => {
      if (ask_id && !request_id) return denyAsk(core, ask_id, reason);
      if (!request_id || ask_id) {
        return refused('invalid-arguments', 'Give one of request_id and ask_id.');
      }
      const request = core.requests.get(request_id);
      if (!request) return refused('unknown-request');
      const receipt = core.requests.answer(request, { kind: 'deny', reason });
      if (!receipt.accepted) return refused('not-pending');
      await request.settled;
      return { request_id, status: request.status() };
    }),
    'POST /mcp/cancel': withBody(OneRequest, async ({ request_id }) => {
      const request = core.requests.get(request_id);
      if (request?.agent.door !== 'management') return refused('unknown-request');
      if (request.status() !== 'PENDING') return refused('not-pending');
      request.withdraw();
      await request.settled;
      return { request_id, status: request.status() };
    }),
    'POST /mcp/claim': withBody(OneRequest, async ({ request_id }) => {
      const request = core.requests.get(request_id);
      if (request?.agent.door !== 'management') return refused('unknown-request');
      if (request.status() === 'PENDING') return refused('request-pending');
      return claim(core, await request.settled);
    }),
  };
}

function denyAsk(core: Core, ask_id: AskId, reason: string): Answer {
  const receipt = core.asks.answer(ask_id, { kind: 'deny', reason });
  return receipt.accepted ? { ask_id, denied: true } : refused('not-pending');
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

/** Answers as soon as the person has the question before them, or with what is wrong with it. */
async function ask(core: Core, args: unknown, agent: Agent): Promise<Answer> {
  const pending = core.requests
    .list()
    .filter((one) => one.agent.door === 'management' && one.status() === 'PENDING');
  if (pending.length >= mostPending) return refused('too-many-asks');
  const request = core.requests.open(args, agent);
  await request.put;
  if (request.status() === 'PENDING') return { request_id: request.requestId };
  const outcome = await request.settled;
  return outcome.kind === 'done' ? { request_id: request.requestId } : asRefusal(outcome);
}

function list(core: Core, { status, limit, after }: z.infer<typeof Listing>): Answer {
  const known = core.requests.list().map((request) => request.record());
  const left = core.asks
    .list()
    .filter((one) => one.kind === 'access')
    .filter((one) => !known.some(({ requestId }) => requestId === one.requestId));
  const newestFirst = [...left.map(recordOf), ...known].toReversed();
  const at = after ? newestFirst.findIndex(({ requestId }) => requestId === after) : -1;
  // Else whoever turns the pages would begin anew, and never end.
  if (after && at === -1)
    return refused('invalid-arguments', 'after: no request of that id is kept.');
  const start = at + 1;
  const fitting = newestFirst
    .slice(start)
    .filter((record) => status === undefined || record.status === status);
  const page = fitting.slice(0, limit);
  const next = fitting.length > limit ? (page.at(-1)?.requestId ?? null) : null;
  return { requests: page.map(requestView), next };
}

/** A question that outlived a restart: pending, and nobody waits. */
const recordOf = (one: AccessAsk): RequestRecord => ({
  requestId: one.requestId,
  agent: one.agent,
  scopes: one.scopes,
  roots: one.roots,
  reason: one.reason,
  ttlSeconds: one.requestedSeconds,
  status: 'PENDING',
  createdAt: one.askedAt,
  decidedAt: null,
  decidedBy: null,
  sessionId: null,
});

async function approve(core: Core, approval: Approval): Promise<Answer> {
  const request = core.requests.get(approval.request_id);
  if (!request) return refused('unknown-request');
  const question = core.asks.list().find((one) => one.askId === request.askId());
  if (question?.kind !== 'access') return refused('not-pending');
  const allowed = narrowed(question, approval);
  if ('kind' in allowed && allowed.kind === 'refused') return allowed;
  const receipt = core.requests.answer(request, allowed);
  if (!receipt.accepted) return refused('not-pending', receipt.why);
  const outcome = await request.settled;
  if (outcome.kind !== 'done') return asRefusal(outcome);
  return isOfManagement(request) ? claim(core, outcome) : told(core, outcome, null);
}

const isOfManagement = ({ agent }: AccessRequest): boolean => agent.door === 'management';

function narrowed(question: AccessAsk, approval: Approval) {
  const { scopes, unknown } = expandScopes(approval.approved_scopes);
  if (unknown.length > 0) return refused('unknown-scope', `Approved: ${unknown.join(', ')}.`);
  const roots = approval.approved_roots ?? question.roots;
  const ttl = approval.ttl_seconds ?? question.requestedSeconds;
  const wider =
    scopes.find((scope) => !question.scopes.includes(scope)) ??
    roots.find((root) => !question.roots.includes(root)) ??
    (ttl > question.requestedSeconds ? `${ttl} seconds` : undefined);
  if (wider !== undefined) return refused('wider-than-asked', `Not asked for: ${wider}.`);
  return { kind: 'allow', scopes, roots, seconds: ttl } as const;
}

/** The token is made and told here, once; that it was is on record before. */
async function claim(core: Core, outcome: Outcome): Promise<Answer> {
  if (outcome.kind !== 'done') return asRefusal(outcome);
  const sessionId = outcome.data['session_id'] as SessionId;
  if (!core.sessions.get(sessionId)) return refused('unknown-session');
  if (!(await core.note('session-token.told', sessionId))) return refused('audit-unavailable');
  const token = core.sessions.claimToken(sessionId);
  if (token) return told(core, outcome, token);
  const ended = core.sessions.get(sessionId)?.ended;
  return refused(ended ? 'session-expired' : 'already-claimed');
}

function told(core: Core, outcome: Outcome, token: string | null): Answer {
  const sessionId = outcome.kind === 'done' ? (outcome.data['session_id'] as SessionId) : null;
  const session = sessionId && core.sessions.get(sessionId);
  if (!session) return refused('unknown-session');
  const { expiresAt } = session;
  return { session_id: sessionId, session_token: token, expires_at: seconds(expiresAt) };
}

const asRefusal = (outcome: Exclude<Outcome, { kind: 'done' }>): Refused =>
  isRefused(outcome) ? outcome : refused(outcome.code);
