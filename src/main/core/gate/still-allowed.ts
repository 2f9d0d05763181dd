/**
 * Whether what was decided may still begin. Between the two a person may have been asked, a plan
 * worked out, a file waited for; meanwhile the session may have been put on hold or narrowed, and
 * rules may have been made or removed.
 */
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Rule } from '../../../shared/rules.ts';
import type { Needs } from '../needs.ts';
import { judge, type Verdict } from '../policy/judge.ts';
import type { RuleBook } from '../policy/rule-book.ts';
import { foldersToSkip } from '../policy/skipping.ts';
import type { SessionBook } from '../sessions/session-book.ts';
import type { SettledCall } from './calls.ts';

/** What was decided, and the rules it was decided by. */
export interface Judged {
  readonly verdict: Verdict;
  readonly rules: readonly Rule[];
}

interface Deps {
  readonly needs: Pick<Needs, 'home' | 'ownPlaces' | 'clock'>;
  readonly sessions: Pick<SessionBook, 'get' | 'whyNotLive'>;
  readonly rules: Pick<RuleBook, 'list'>;
}

export function whyNoLonger(call: SettledCall, judged: Judged, deps: Deps): Refused | null {
  const { sessionId } = call.session;
  const now = deps.sessions.get(sessionId);
  if (!now || now.ended || now.state === 'PAUSED') return deps.sessions.whyNotLive(sessionId);
  if (!stillHolds(call, now)) return refused('scope-missing', 'It was taken away meanwhile.');
  return whyRulesForbid(call, judged, deps);
}

/** Who names no place, or a plugin, is told all folders of the session: then all must be left. */
function stillHolds(call: SettledCall, now: SettledCall['session']): boolean {
  const placed = call.places.map(({ root }) => root);
  const told = call.tool || placed.length === 0 ? call.session.roots : placed;
  return (
    call.scopes.every((scope) => now.scopes.includes(scope)) &&
    told.every((root) => now.roots.includes(root))
  );
}

/** The same rules say the same again: with time they only end. */
function whyRulesForbid(call: SettledCall, judged: Judged, deps: Deps): Refused | null {
  const { rules, needs } = deps;
  if (rules.list() === judged.rules) return null;
  const verdict = judgedBy(rules.list(), call, needs);
  if (verdict.kind === 'deny') return verdict.refusal;
  const isAskedNow = verdict.kind === 'ask' && judged.verdict.kind === 'allow';
  const isClosedNow = foldersToSkip(call, rules, needs).some((one) => !call.skip.includes(one));
  return isAskedNow || isClosedNow ? refused('stale', 'A rule was changed meanwhile.') : null;
}

export const judgedBy = (
  rules: readonly Rule[],
  call: SettledCall,
  { home, ownPlaces, clock }: Deps['needs'],
): Verdict => judge(call, { home, ownPlaces, rules, now: clock.now() });
