/** What an agent may do now, what needs confirmation, and what it cannot get. */
import { z } from 'zod';
import { callsLeft, type Agent } from '../../../shared/access/access.ts';
import { actionInfo, actionNames, type ActionName } from '../../../shared/actions/actions.ts';
import type { Core } from '../../core/core.ts';
import type { PendingToolCalls } from './pending-calls.ts';

const names = z.array(z.string());

export const AccessStatus = z.strictObject({
  sessions: z.array(
    z.strictObject({
      session_id: z.string(),
      state: z.string(),
      scopes: names,
      roots: names,
      expires_at: z.string(),
      seconds_left: z.int(),
      calls_left: z.int().optional().describe('For a one-call session'),
    }),
  ),
  pending_requests: names.describe('For await_access'),
  pending_calls: z.array(z.strictObject({ request_id: z.string(), tool: z.string() })),
  runs_at_once: names.describe(
    'Tools your sessions cover; protected files still need confirmation',
  ),
  confirmed_each_time: names.describe(
    'Tools your sessions cover that the user confirms every time',
  ),
  could_ask_for: z.array(z.strictObject({ scope: z.string(), tools: names })),
  denied: names.describe("Tools that the user's rules forbid everywhere"),
});

interface Deps {
  readonly core: Core;
  readonly pendingCalls: PendingToolCalls;
  readonly canDo: (action: string) => boolean;
  readonly now: () => number;
}

export function accessStatus(deps: Deps, agent: Agent): Record<string, unknown> {
  const { core, pendingCalls, now } = deps;
  const { clientId } = agent;
  const own = core.sessions
    .list()
    .filter((item) => item.agent.clientId === clientId && !item.ended);
  const usable = own.filter((session) => callsLeft(session) !== 0);
  const scopes = new Set(usable.flatMap((session) => session.scopes));
  const denied = actionNames.filter((action) => isForbidden(core, clientId, action, now()));
  const possible = actionNames.filter((name) => deps.canDo(name) && !denied.includes(name));
  const allowedNow = possible.filter((name) => scopes.has(actionInfo(name).scope));
  return {
    sessions: own.map((session) => ({
      session_id: session.sessionId,
      state: session.state,
      scopes: session.scopes,
      roots: session.roots.map((root) => root.path),
      expires_at: new Date(session.expiresAt).toISOString(),
      seconds_left: Math.max(0, Math.round((session.expiresAt - now()) / 1000)),
      ...(session.once ? { calls_left: callsLeft(session) } : {}),
    })),
    pending_requests: core.requests.pendingOf(agent).map((request) => request.requestId),
    pending_calls: pendingCalls.pendingOf(clientId),
    runs_at_once: allowedNow.filter((name) => !isConfirmed(name)),
    confirmed_each_time: allowedNow.filter(isConfirmed),
    could_ask_for: byScope(possible.filter((name) => !scopes.has(actionInfo(name).scope))),
    denied,
  };
}

const isConfirmed = (name: ActionName): boolean =>
  ['run', 'destroy'].includes(actionInfo(name).kind);

function isForbidden(core: Core, client: string, action: ActionName, now: number): boolean {
  return core.rulesInForce
    .list()
    .some(
      (rule) =>
        rule.effect === 'deny' &&
        rule.within === null &&
        rule.exactly === null &&
        (rule.until === null || rule.until > now) &&
        (rule.client === null || rule.client === client) &&
        (rule.actions.length === 0 || rule.actions.includes(action)),
    );
}

function byScope(tools: readonly ActionName[]): readonly object[] {
  const groups = Map.groupBy(tools, (name) => actionInfo(name).scope);
  return [...groups].map(([scope, members]) => ({ scope, tools: members }));
}
