/**
 * What a call leaves open is worked out by whoever will do it, before it is judged. What is denied
 * as it is, is not worked out; and what only a person would look at, only where one will be asked.
 */
import type { AtOnce } from '../../../shared/base/at-once.ts';
import type { Failed, Refused } from '../../../shared/outcomes.ts';
import type { Verdict } from '../policy/judge.ts';
import type { SessionBook } from '../sessions/session-book.ts';
import type { SettledCall } from './calls.ts';
import type { Executors } from './executors.ts';
import type { IntakeNeeds } from './intake.ts';
import { settlePlan } from './settle-plan.ts';
import { wantedPlan } from './wants-plan.ts';
import { whileNone } from './while-none.ts';

interface Deps {
  readonly executors: Pick<Executors, 'preview'>;
  readonly sessions: Pick<SessionBook, 'overSignal' | 'whyNotLive'>;
  readonly needs: IntakeNeeds;
}

export function isPlanWanted(call: SettledCall, verdict: Verdict['kind']): boolean {
  const wanted = call.tool?.own?.wantsPlan ? 'view' : wantedPlan(call);
  return wanted !== null && verdict !== 'deny' && !(wanted === 'view' && verdict === 'allow');
}

export function withPlan(
  call: SettledCall,
  { kind }: Verdict,
  entryId: string,
  signal: AbortSignal,
  deps: Deps,
): AtOnce<SettledCall | Refused | Failed> {
  return isPlanWanted(call, kind) ? worked(call, entryId, signal, deps) : call;
}

async function worked(
  call: SettledCall,
  entryId: string,
  signal: AbortSignal,
  { executors, sessions, needs }: Deps,
): Promise<SettledCall | Refused | Failed> {
  const { sessionId } = call.session;
  const over = sessions.overSignal(sessionId);
  const plan = await whileNone([signal, over], (stop) => executors.preview(call, entryId, stop));
  if (over.aborted) return sessions.whyNotLive(sessionId);
  if (plan === null) return call;
  return 'code' in plan ? plan : settlePlan(call, plan, needs);
}
