/** Says whether a call would be allowed, asked about or denied, without running it or asking anyone. */
import type { Agent } from '../../../shared/access/access.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Needs } from '../dependencies.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { judge, type Verdict } from '../policy/judge.ts';
import type { RuleStore } from '../policy/rule-store.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { PlannedCall } from '../sessions/smallest-ask.ts';
import type { Call, ResolvedCall } from '../call/call.ts';
import type { Executors } from './executors.ts';
import { pathsOf, resolveCall, shape } from './resolve-call.ts';
import { needsPlan, withPlan } from './with-plan.ts';

export type Preview =
  | { readonly kind: 'allowed' }
  /** The user would be asked about the exact call. */
  | { readonly kind: 'confirmed'; readonly because: readonly string[] }
  /** The agent would have to request access first. */
  | { readonly kind: 'no-access'; readonly refusal: Refused; readonly missing: PlannedCall }
  | { readonly kind: 'denied'; readonly refusal: Refused };

interface Deps {
  readonly needs: Needs;
  readonly sessions: Pick<SessionStore, 'liveOf' | 'overSignal' | 'whyNotLive'>;
  readonly limits: Pick<CallLimits, 'enter'>;
  readonly rules: Pick<RuleStore, 'list'>;
  readonly executors: Pick<Executors, 'contributed' | 'preview'>;
  readonly grants: { deniedKind(sessionId: SessionId, action: string): string | null };
}

/** Refusals that end once the user grants the missing access. */
const missingAccess = new Set<ErrorCode>([
  ...(['no-session', 'session-expired', 'session-revoked'] as const),
  ...(['scope-missing', 'outside-roots', 'root-changed'] as const),
]);

export async function preview(
  request: Call,
  agent: Agent,
  signal: AbortSignal,
  deps: Deps,
): Promise<Preview> {
  const { sessions, grants } = deps;
  const call = shape(request, (name) => deps.executors.contributed(name));
  if (isError(call)) return { kind: 'denied', refusal: call };
  const own = sessions.liveOf(agent.clientId);
  const resolved = isError(own) ? own : await resolveCall(call, agent, own, deps);
  if (isError(resolved)) {
    if (!missingAccess.has(resolved.code)) return { kind: 'denied', refusal: resolved };
    const named = pathsOf(call);
    const missing = {
      scopes: call.scopes,
      paths: named.map(({ path }) => path),
      folders: named.map(({ path, use }) => (use === 'list' ? path : folderOf(path))),
    };
    return { kind: 'no-access', refusal: resolved, missing };
  }
  const first = judged(resolved, deps);
  const planned = await plannedCall(resolved, first, signal, deps);
  if (isError(planned)) return { kind: 'denied', refusal: planned };
  const verdict = planned === resolved ? first : judged(planned, deps);
  if (verdict.kind === 'deny') return { kind: 'denied', refusal: verdict.refusal };
  if (verdict.kind === 'allow') return { kind: 'allowed' };
  const never = grants.deniedKind(resolved.session.sessionId, call.action);
  return never === null
    ? { kind: 'confirmed', because: verdict.because }
    : { kind: 'denied', refusal: refused('denied-by-person', never) };
}

/** Reads the name only, never the disk. */
const folderOf = (path: string): string =>
  path.replace(/(?<![/\\])[/\\]+$/, '').replace(/[/\\][^/\\]*$/, '') || '/';

function judged(call: ResolvedCall, { needs, rules }: Deps): Verdict {
  const { home, ownPaths, clock } = needs;
  return judge(call, { home, ownPaths, rules: rules.list(), now: clock.now() });
}

/** Same as in the gate. Planning is real work for the executor, so it counts against the limits. */
async function plannedCall(
  call: ResolvedCall,
  verdict: Verdict,
  signal: AbortSignal,
  deps: Deps,
): Promise<ResolvedCall | Refused> {
  if (!needsPlan(call, verdict.kind)) return call;
  const slot = deps.limits.enter(call);
  if (isError(slot)) return slot;
  try {
    const planned = await withPlan(call, verdict, deps.needs.newId(), signal, deps);
    if (!isError(planned)) return planned;
    return planned.kind === 'refused' ? planned : refused(planned.code, planned.message);
  } finally {
    await slot.dispose();
  }
}
