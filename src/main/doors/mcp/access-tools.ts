/** The tools with which an agent asks for access, waits for it, looks at it and gives it back. */
import { z } from 'zod';
import { RequestAccessArgs, type Agent } from '../../../shared/access.ts';
import { refused, done, type Outcome } from '../../../shared/outcomes.ts';
import { RequestId } from '../../../shared/ids.ts';
import type { AccessRequest, Core } from '../../core/offers.ts';
import { waitFor, type Waiting } from './waiting.ts';

/** Clients give up on a call after 60 s or more; we answer "pending" well before. */
export const longestHoldMs = 45_000;

const noArgs = z.strictObject({});
const awaitArgs = z.strictObject({
  request_id: RequestId.describe('The request_id that request_access gave you'),
});

export interface AccessTool {
  readonly title: string;
  readonly description: string;
  readonly args: z.ZodObject;
  readonly readOnly: boolean;
  run(args: unknown, agent: Agent, waiting: Waiting): Promise<Outcome>;
}

export function accessTools(core: Core): Readonly<Record<string, AccessTool>> {
  return {
    request_access: {
      title: 'Ask for access',
      description:
        'Ask the person for a session: scopes, folders and why. They may give less than you ask. ' +
        'Ask for as little as the task needs.',
      args: RequestAccessArgs,
      readOnly: false,
      run: (args, agent, waiting) => hold(core.requests.open(args, agent), waiting, true),
    },
    await_access: {
      title: 'Wait for an answer',
      description: 'Go on waiting for a request that is still pending.',
      args: awaitArgs,
      readOnly: true,
      async run(args, agent, waiting) {
        const parsed = awaitArgs.safeParse(args);
        const request = parsed.success && core.requests.find(parsed.data.request_id, agent);
        return request ? hold(request, waiting, false) : refused('unknown-request');
      },
    },
    access_status: {
      title: 'What may I do?',
      description: 'Your live sessions with the time left, and your requests still waiting.',
      args: noArgs,
      readOnly: true,
      run: async (_args, agent) => done(statusOf(core, agent)),
    },
    end_session: {
      title: 'Give access back',
      description: 'End all your live sessions when the work is done.',
      args: noArgs,
      readOnly: false,
      run: async (_args, agent) => done({ ended: endAllOf(core, agent) }),
    },
  };
}

/** Cancelling the call that asked withdraws the question; giving up waiting later does not. */
async function hold(request: AccessRequest, waiting: Waiting, withdraw: boolean): Promise<Outcome> {
  const answered = await waitFor(request.settled, { ...waiting, ms: longestHoldMs });
  if (answered.kind === 'answer') return answered.value;
  if (answered.kind === 'cancelled' && withdraw) request.withdraw();
  return done({
    status: 'pending',
    request_id: request.requestId,
    hint: 'The person has not answered yet. Call await_access with this request_id.',
  });
}

function statusOf(core: Core, agent: Agent): Record<string, unknown> {
  const live = core.sessions.liveOf(agent.clientId);
  return {
    sessions: ('kind' in live ? [] : live).map((session) => ({
      session_id: session.sessionId,
      scopes: session.scopes,
      roots: session.roots.map((root) => root.path),
      expires_at: new Date(session.expiresAt).toISOString(),
    })),
    pending_requests: core.requests.pendingOf(agent).map((request) => request.requestId),
  };
}

function endAllOf(core: Core, agent: Agent): number {
  const live = core.sessions.liveOf(agent.clientId);
  if ('kind' in live) return 0;
  return live.filter((session) => core.sessions.end(session.sessionId, 'agent')).length;
}
