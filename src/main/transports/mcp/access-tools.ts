/** The tools to request access, wait for the answer, read the status and end the session. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { RequestAccessArgs, type Agent, type Session } from '../../../shared/access/access.ts';
import { RequestId } from '../../../shared/base/ids.ts';
import { isError, done, refused } from '../../../shared/actions/outcomes.ts';
import { readAs } from '../../../shared/base/parse.ts';
import type { AccessOutcome, AccessRequest, Core } from '../../core/core.ts';
import { accessStatus, AccessStatus } from './access-status.ts';
import type { SmallestAskFor } from './folders.ts';
import { goOnWaiting, type PendingToolCalls } from './pending-calls.ts';
import { PlanArgs, PlanPreview, previewPlan } from './plan-preview.ts';
import type { Exchange } from './registry.ts';
import { toResult } from './tool-results.ts';

export interface AccessTool {
  readonly title: string;
  readonly description: string;
  readonly args: z.ZodObject;
  /** Output schema of a success; left out where it depends on the pending call. */
  readonly result?: z.ZodObject;
  readonly readOnly: boolean;
  run(args: unknown, exchange: Exchange): Promise<CallToolResult>;
}

export interface AccessToolDeps {
  readonly core: Core;
  readonly pendingCalls: PendingToolCalls;
  readonly smallestAskFor: SmallestAskFor;
  readonly canDo: (action: string) => boolean;
  readonly now: () => number;
}

const noArgs = z.strictObject({});
const awaitArgs = z.strictObject({
  request_id: RequestId,
});
const grantedSession = z.strictObject({
  session_id: z.string(),
  scopes: z.array(z.string()),
  roots: z.array(z.string()),
  expires_at: z.string(),
  calls: z.int().optional().describe('Maximum number of calls; omitted: unlimited'),
});
const endedSessions = z.strictObject({ ended: z.int() });

export function accessTools(deps: AccessToolDeps): Readonly<Record<string, AccessTool>> {
  const { core, pendingCalls } = deps;
  return {
    request_access: {
      title: 'Ask for access',
      description:
        'Ask the user for a session. They may grant less. Each tool says which scope it needs; ' +
        'preview_access shows what a plan needs.',
      args: RequestAccessArgs,
      result: grantedSession,
      readOnly: false,
      run: (args, exchange) =>
        pendingCalls.hold(workOf(core.requests.open(args, exchange.agent)), exchange),
    },
    await_access: {
      title: 'Wait for an answer',
      description: 'Wait for a request or call that was "pending". Returns its result.',
      args: awaitArgs,
      readOnly: true,
      run: (args, exchange) => awaitAnswer(deps, args, exchange),
    },
    access_status: {
      title: 'What may I do?',
      description:
        'Your sessions, pending requests, and which tools run without asking, are confirmed each time, ' +
        'could be asked for, or are denied.',
      args: noArgs,
      result: AccessStatus,
      readOnly: true,
      run: async (_args, { agent }) => toResult(done(accessStatus(deps, agent))),
    },
    preview_access: {
      title: 'What would this plan need?',
      description:
        'Which of these calls would run, be asked about or be denied, and the smallest request_access ' +
        'that covers them. Nobody is asked.',
      args: PlanArgs,
      result: PlanPreview,
      readOnly: true,
      run: async (args, exchange) => toResult(await previewPlan(args, exchange, deps)),
    },
    end_session: {
      title: 'End your sessions',
      description: 'End all your sessions. Call this when the work is done.',
      args: noArgs,
      result: endedSessions,
      readOnly: false,
      run: async (_args, { agent }) => toResult(done({ ended: endAllOf(core, agent) })),
    },
  };
}

function workOf(request: AccessRequest) {
  const { requestId } = request;
  return {
    tool: 'request_access',
    requestId,
    result: request.outcome.then((outcome) => accessResult(outcome, requestId)),
    withdraw: () => request.withdraw(),
  };
}

const accessResult = (outcome: AccessOutcome, requestId: string): CallToolResult =>
  toResult(outcome.kind === 'done' ? done(toWire(outcome.data.session)) : outcome, { requestId });

const toWire = (session: Session): z.infer<typeof grantedSession> => ({
  session_id: session.sessionId,
  scopes: [...session.scopes],
  roots: session.roots.map(({ path }) => path),
  expires_at: new Date(firstEndOf(session)).toISOString(),
  ...(session.once ? { calls: 1 } : {}),
});

/** Scopes of one session may end at different times; until the first of them ends, all are there. */
const firstEndOf = ({ expiresAt, scopeEnds = {} }: Session): number =>
  Math.min(expiresAt, ...Object.values(scopeEnds));

async function awaitAnswer(
  { core, pendingCalls }: AccessToolDeps,
  args: unknown,
  exchange: Exchange,
): Promise<CallToolResult> {
  const parsed = readAs(awaitArgs, args);
  if (!parsed.success) return toResult(refused('unknown-request'));
  const { request_id } = parsed.data;
  const pendingResult = await pendingCalls.again(request_id, exchange);
  if (pendingResult) return pendingResult;
  const request = core.requests.find(request_id, exchange.agent);
  if (!request) return toResult(refused('unknown-request'));
  return goOnWaiting(request_id, workOf(request).result, exchange);
}

function endAllOf(core: Core, agent: Agent): number {
  const live = core.sessions.liveOf(agent.clientId);
  if (isError(live)) return 0;
  return live.filter((session) => core.sessions.end(session.sessionId, 'agent')).length;
}
