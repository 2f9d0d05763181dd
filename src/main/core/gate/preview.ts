/** What would become of a call, without carrying it out or asking anybody. */
import type { Agent } from '../../../shared/access.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { SessionId } from '../../../shared/ids.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Needs } from '../needs.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { judge, type Verdict } from '../policy/judge.ts';
import type { RuleBook } from '../policy/rule-book.ts';
import type { SessionBook } from '../sessions/session-book.ts';
import type { WishedCall } from '../sessions/smallest-ask.ts';
import type { Call, SettledCall } from './calls.ts';
import type { Executors } from './executors.ts';
import { pathsOf, settle, shape } from './intake.ts';
import { isPlanWanted, withPlan } from './with-plan.ts';

export type Preview =
  | { readonly kind: 'allowed' }
  /** The person would be shown the exact call. */
  | { readonly kind: 'confirmed'; readonly because: readonly string[] }
  /** Access would have to be asked for first. */
  | { readonly kind: 'no-access'; readonly refusal: Refused; readonly wished: WishedCall }
  | { readonly kind: 'denied'; readonly refusal: Refused };

interface Deps {
  readonly needs: Needs;
  readonly sessions: Pick<SessionBook, 'liveOf' | 'overSignal' | 'whyNotLive'>;
  readonly limits: Pick<CallLimits, 'enter'>;
  readonly rules: Pick<RuleBook, 'list'>;
  readonly executors: Pick<Executors, 'contributed' | 'preview'>;
  readonly grants: { deniedKind(sessionId: SessionId, action: string): string | null };
}

/** Refusals that a yes to the right question would lift. */
const missingAccess = new Set<ErrorCode>([
  ...(['no-session', 'session-expired', 'session-revoked'] as const),
  ...(['scope-missing', 'outside-roots', 'root-changed'] as const),
]);

export async function preview(
  wish: Call,
  agent: Agent,
  signal: AbortSignal,
  deps: Deps,
): Promise<Preview> {
  const { sessions, grants } = deps;
  const call = shape(wish, (name) => deps.executors.contributed(name));
  if ('code' in call) return { kind: 'denied', refusal: call };
  const own = sessions.liveOf(agent.clientId);
  const settled = 'kind' in own ? own : await settle(call, agent, own, deps);
  if ('code' in settled) {
    if (!missingAccess.has(settled.code)) return { kind: 'denied', refusal: settled };
    const wished = { scopes: call.scopes, paths: pathsOf(call).map(({ path }) => path) };
    return { kind: 'no-access', refusal: settled, wished };
  }
  const first = judged(settled, deps);
  const planned = await plannedCall(settled, first, signal, deps);
  if ('code' in planned) return { kind: 'denied', refusal: planned };
  const verdict = planned === settled ? first : judged(planned, deps);
  if (verdict.kind === 'deny') return { kind: 'denied', refusal: verdict.refusal };
  if (verdict.kind === 'allow') return { kind: 'allowed' };
  const never = grants.deniedKind(settled.session.sessionId, call.action);
  return never === null
    ? { kind: 'confirmed', because: verdict.because }
    : { kind: 'denied', refusal: refused('denied-by-person', never) };
}

function judged(call: SettledCall, { needs, rules }: Deps): Verdict {
  const { home, ownPlaces, clock } = needs;
  return judge(call, { home, ownPlaces, rules: rules.list(), now: clock.now() });
}

/** As the gate does it. To work a plan out is work, and so it counts as a call. */
async function plannedCall(
  call: SettledCall,
  verdict: Verdict,
  signal: AbortSignal,
  deps: Deps,
): Promise<SettledCall | Refused> {
  if (!isPlanWanted(call, verdict.kind)) return call;
  const place = deps.limits.enter(call);
  if ('kind' in place) return place;
  try {
    const planned = await withPlan(call, verdict, deps.needs.newId(), signal, deps);
    if (!('code' in planned)) return planned;
    return planned.kind === 'refused' ? planned : refused(planned.code, planned.message);
  } finally {
    await place.dispose();
  }
}
