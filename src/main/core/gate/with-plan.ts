/**
 * Asks the executor what a call would change, before the call is judged. Skipped for calls that are
 * denied anyway, and for plans that only serve to show the user something when nobody is asked.
 */
import type { MaybePromise } from '../../../shared/base/maybe-promise.ts';
import { isError, type Failed, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Verdict } from '../policy/judge.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { ResolvedCall } from '../call/call.ts';
import type { Executors } from './executors.ts';
import type { IntakeNeeds } from './resolve-call.ts';
import { resolvePlan } from './resolve-plan.ts';
import { requiredPlan } from '../call/needs-plan.ts';
import { withAnySignal } from './abort-any.ts';

interface Deps {
  readonly executors: Pick<Executors, 'preview'>;
  readonly sessions: Pick<SessionStore, 'overSignal' | 'whyNotLive'>;
  readonly needs: IntakeNeeds;
}

export function needsPlan(call: ResolvedCall, verdict: Verdict['kind']): boolean {
  const wanted = call.tool?.own?.wantsPlan ? 'view' : requiredPlan(call);
  return wanted !== null && verdict !== 'deny' && !(wanted === 'view' && verdict === 'allow');
}

export function withPlan(
  call: ResolvedCall,
  { kind }: Verdict,
  entryId: string,
  signal: AbortSignal,
  deps: Deps,
): MaybePromise<ResolvedCall | Refused | Failed> {
  return needsPlan(call, kind) ? worked(call, entryId, signal, deps) : call;
}

async function worked(
  call: ResolvedCall,
  entryId: string,
  signal: AbortSignal,
  { executors, sessions, needs }: Deps,
): Promise<ResolvedCall | Refused | Failed> {
  const { sessionId } = call.session;
  const over = sessions.overSignal(sessionId);
  const plan = await withAnySignal([signal, over], (stop) =>
    executors.preview(call, entryId, stop),
  );
  if (over.aborted) return sessions.whyNotLive(sessionId);
  if (plan === null) return call;
  return isError(plan) ? plan : resolvePlan(call, plan, needs);
}
