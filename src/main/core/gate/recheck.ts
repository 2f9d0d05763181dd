/**
 * Checks, right before the effect, that a decision still holds. Asking the user, planning and
 * waiting for a file lock take time; meanwhile the session may have been paused or narrowed, and
 * rules may have changed.
 */
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Rule } from '../../../shared/rules/rules.ts';
import type { Needs } from '../dependencies.ts';
import { judge, type Verdict } from '../policy/judge.ts';
import type { RuleStore } from '../policy/rule-store.ts';
import { foldersToSkip } from '../policy/skipped-folders.ts';
import { structuralFolders } from '../roots/git-structure.ts';
import { protectionAt } from '../roots/path-protection.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { ResolvedCall } from '../call/call.ts';

/** A verdict, and the rules that led to it. */
export interface Judged {
  readonly verdict: Verdict;
  readonly rules: readonly Rule[];
}

interface Deps {
  readonly needs: Pick<Needs, 'home' | 'ownPaths' | 'clock' | 'paths' | 'settings'>;
  readonly sessions: Pick<SessionStore, 'get' | 'whyNotLive'>;
  readonly rules: Pick<RuleStore, 'list'>;
}

export function whyNoLonger(call: ResolvedCall, judged: Judged, deps: Deps): Refused | null {
  const { sessionId } = call.session;
  const now = deps.sessions.get(sessionId);
  if (!now || now.ended || now.state === 'PAUSED') return deps.sessions.whyNotLive(sessionId);
  if (!stillHolds(call, now)) return refused('scope-missing', 'It was taken away meanwhile.');
  return whyRulesForbid(call, judged, deps) ?? whyProtectedNow(call, judged, deps);
}

/** What others made meanwhile can have turned the folder into a git directory. */
function whyProtectedNow(call: ResolvedCall, { verdict }: Judged, { needs }: Deps): Refused | null {
  if (verdict.kind !== 'allow') return null;
  for (const { path, root, use, protection } of call.places) {
    const isOpen = use !== 'read' && use !== 'list' && protection === null;
    if (!isOpen || structuralFolders(path).length === 0) continue;
    const now = needs.paths.resolve(path, [root], use === 'write' ? 'create' : use);
    if (isError(now) || !protectionAt(now, { use, isTree: use !== 'write' }, needs)) continue;
    return refused('stale', 'By now its folder is, or would become, a git repository.');
  }
  return null;
}

/** A call without a path, or to a plugin, gets all folders of the session, so all of them must still be granted. */
function stillHolds(call: ResolvedCall, now: ResolvedCall['session']): boolean {
  const placed = call.places.map(({ root }) => root);
  const rootsUsed = call.tool || placed.length === 0 ? call.session.roots : placed;
  return (
    call.scopes.every((scope) => now.scopes.includes(scope)) &&
    rootsUsed.every((root) => now.roots.includes(root))
  );
}

/** Skipped when the rules are unchanged: the passing of time only makes rules expire, never stricter. */
function whyRulesForbid(call: ResolvedCall, judged: Judged, deps: Deps): Refused | null {
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
  call: ResolvedCall,
  { home, ownPaths, clock }: Pick<Needs, 'home' | 'ownPaths' | 'clock'>,
): Verdict => judge(call, { home, ownPaths, rules, now: clock.now() });
