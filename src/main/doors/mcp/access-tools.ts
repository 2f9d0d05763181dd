/** The tools with which an agent asks for access, waits for it, looks at it and gives it back. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { RequestAccessArgs, type Agent } from '../../../shared/access.ts';
import { RequestId } from '../../../shared/ids.ts';
import { done, refused, type Outcome } from '../../../shared/outcomes.ts';
import { readAs } from '../../../shared/read-as.ts';
import type { AccessRequest, Core } from '../../core/offers.ts';
import { accessStatus, AccessStatus } from './access-status.ts';
import type { LeastFor } from './folders.ts';
import { goOnWaiting, type Holding } from './holding.ts';
import { PlanArgs, PlanPreview, previewPlan } from './plan-preview.ts';
import type { Exchange } from './registry.ts';
import { toResult } from './tool-results.ts';

export interface AccessTool {
  readonly title: string;
  readonly description: string;
  readonly args: z.ZodObject;
  /** What a good answer looks like; left out where it depends on what is waited for. */
  readonly result?: z.ZodObject;
  readonly readOnly: boolean;
  run(args: unknown, exchange: Exchange): Promise<CallToolResult>;
}

export interface AccessToolDeps {
  readonly core: Core;
  readonly holding: Holding;
  readonly leastFor: LeastFor;
  readonly canDo: (action: string) => boolean;
  readonly now: () => number;
}

const noArgs = z.strictObject({});
const awaitArgs = z.strictObject({
  request_id: RequestId.describe('The request_id of the answer that was "pending"'),
});
const grantedSession = z.strictObject({
  session_id: z.string(),
  scopes: z.array(z.string()),
  roots: z.array(z.string()),
  expires_at: z.string(),
  calls: z.int().optional().describe('It is good for so many calls; left out: for any number'),
});
const endedSessions = z.strictObject({ ended: z.int() });

export function accessTools(deps: AccessToolDeps): Readonly<Record<string, AccessTool>> {
  const { core, holding } = deps;
  return {
    request_access: {
      title: 'Ask for access',
      description:
        'Ask the person for a session: scopes, folders and why. They may give less than you ask. ' +
        'Ask for as little as the task needs; preview_access tells you what that is.',
      args: RequestAccessArgs,
      result: grantedSession,
      readOnly: false,
      run: (args, exchange) =>
        holding.hold(workOf(core.requests.open(args, exchange.agent)), exchange),
    },
    await_access: {
      title: 'Wait for an answer',
      description:
        'Go on waiting for a request or a call that was "pending"; gives its real result.',
      args: awaitArgs,
      readOnly: true,
      run: (args, exchange) => awaitAnswer(deps, args, exchange),
    },
    access_status: {
      title: 'What may I do?',
      description:
        'Your live sessions with the time left, what waits for the person, which tools run at once, ' +
        'which the person confirms each time, which you could ask for and which are denied.',
      args: noArgs,
      result: AccessStatus,
      readOnly: true,
      run: async (_args, { agent }) => toResult(done(accessStatus(deps, agent))),
    },
    preview_access: {
      title: 'What would this plan need?',
      description:
        'For a list of calls you plan: which would run at once, which the person would be asked ' +
        'about, which are denied, and the smallest request_access that covers them. Asks nobody.',
      args: PlanArgs,
      result: PlanPreview,
      readOnly: true,
      run: async (args, exchange) => toResult(await previewPlan(args, exchange, deps)),
    },
    end_session: {
      title: 'Give access back',
      description: 'End all your live sessions when the work is done.',
      args: noArgs,
      result: endedSessions,
      readOnly: false,
      run: async (_args, { agent }) => toResult(done({ ended: endAllOf(core, agent) })),
    },
  };
}

function workOf(request: AccessRequest) {
  const { requestId, settled } = request;
  return {
    tool: 'request_access',
    requestId,
    result: settled.then((outcome: Outcome) => toResult(outcome, { requestId })),
    withdraw: () => request.withdraw(),
  };
}

async function awaitAnswer(
  { core, holding }: AccessToolDeps,
  args: unknown,
  exchange: Exchange,
): Promise<CallToolResult> {
  const parsed = readAs(awaitArgs, args);
  if (!parsed.success) return toResult(refused('unknown-request'));
  const { request_id } = parsed.data;
  const held = await holding.again(request_id, exchange);
  if (held) return held;
  const request = core.requests.find(request_id, exchange.agent);
  if (!request) return toResult(refused('unknown-request'));
  return goOnWaiting(request_id, workOf(request).result, exchange);
}

function endAllOf(core: Core, agent: Agent): number {
  const live = core.sessions.liveOf(agent.clientId);
  if ('kind' in live) return 0;
  return live.filter((session) => core.sessions.end(session.sessionId, 'agent')).length;
}
