/**
 * The steps from a raw call to a verdict: shape → session → resolve → sandbox → judge → plan. The gate, the
 * preview and the re-check before the effect all use them from here, so that they cannot disagree.
 */
import type { Agent, Session } from '../../../shared/access/access.ts';
import {
  isError,
  refused,
  type ActionError,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import { mapMaybe, type MaybePromise } from '../../../shared/base/maybe-promise.ts';
import type { Rule } from '../../../shared/rules/rules.ts';
import type { Call, ResolvedCall, ShapedCall } from '../call/call.ts';
import { requiredPlan } from '../call/needs-plan.ts';
import type { Needs } from '../dependencies.ts';
import { judge, type Verdict } from '../policy/judge.ts';
import type { RuleStore } from '../policy/rule-store.ts';
import { foldersToSkip } from '../policy/skipped-folders.ts';
import { structuralFolders } from '../roots/git-structure.ts';
import { protectionAt } from '../roots/path-protection.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { withAnySignal } from './abort-any.ts';
import type { Executors } from './executors.ts';
import { hasRoots, hasScopes, resolveCall, shape } from './resolve-call.ts';
import { resolvePlan } from './resolve-plan.ts';
import { withSandbox } from './with-sandbox.ts';

/** A call, the verdict on it, and the rules that led to it. */
export interface Evaluation {
  readonly call: ResolvedCall;
  readonly verdict: Verdict;
  readonly rules: readonly Rule[];
}

/** Where a call comes from. With `only`, the call may use that one session; otherwise any live session of the agent. */
export interface CallOrigin {
  readonly agent: Agent;
  readonly only?: SessionId | undefined;
}

interface Deps {
  readonly needs: Needs;
  readonly sessions: Pick<
    SessionStore,
    'liveOf' | 'liveOnly' | 'current' | 'whyNotLive' | 'overSignal'
  >;
  readonly rules: Pick<RuleStore, 'list'>;
  readonly executors: Pick<Executors, 'contributed' | 'preview' | 'isBuiltInFor'>;
  readonly sandboxes: Pick<Sandboxes, 'judge' | 'whyRootsChanged'>;
}

export class Evaluator {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The one place where a call's arguments are parsed. */
  shape(call: Call): ShapedCall | Refused {
    return shape(call, (name) => this.#deps.executors.contributed(name));
  }

  /** Finds the session that covers the call, its real paths, and the program it would start. */
  resolve(call: ShapedCall, { agent, only }: CallOrigin): MaybePromise<ResolvedCall | Refused> {
    const { sessions } = this.#deps;
    const live = only ? sessions.liveOnly(only) : sessions.liveOf(agent.clientId);
    if (isError(live)) return live;
    return mapMaybe(resolveCall(call, agent, live, this.#deps), (resolved) => {
      if (isError(resolved)) return resolved;
      const changed = this.#deps.sandboxes.whyRootsChanged(resolved);
      return changed ?? withSandbox(resolved, this.#deps);
    });
  }

  judge(call: ResolvedCall): Evaluation {
    const { home, ownPaths, clock } = this.#deps.needs;
    const rules = this.#deps.rules.list();
    const input = { home, ownPaths, rules, now: clock.now() };
    const sandboxCovers = this.#sandboxCovers(call);
    return { call, rules, verdict: judge(call, { ...input, sandboxCovers }) };
  }

  /** An editor that runs commands does not sandbox them. */
  #sandboxCovers(call: ResolvedCall): boolean {
    const { needs, executors } = this.#deps;
    if (!call.command?.sandbox || !executors.isBuiltInFor(call)) return false;
    return needs.sandbox?.canRestore?.(call.session.roots) ?? false;
  }

  /** Lets the executor work out what the arguments leave open, and judges the call again with that. */
  plan(
    evaluation: Evaluation,
    entryId: string,
    signal: AbortSignal,
  ): MaybePromise<Evaluation | ActionError> {
    if (!needsPlan(evaluation)) return evaluation;
    const { call } = evaluation;
    return mapMaybe(this.#planned(call, entryId, signal), (planned) => {
      if (isError(planned)) return planned;
      return planned === call ? evaluation : this.judge(withSandbox(planned, this.#deps));
    });
  }

  /**
   * Null while the decision still holds. Called right before the effect: asking the user, planning
   * and waiting for a file lock take time, and meanwhile the session may have been paused or
   * narrowed, and rules may have changed.
   */
  recheck(evaluation: Evaluation): Refused | null {
    const { sessions } = this.#deps;
    const { call } = evaluation;
    const session = sessions.current(call.session.sessionId);
    if (!session) return sessions.whyNotLive(call.session.sessionId);
    if (!stillCovers(session, call))
      return refused('scope-missing', 'It was taken away meanwhile.');
    return this.#whyRulesForbid(evaluation) ?? this.#whyProtectedNow(evaluation);
  }

  async #planned(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
  ): Promise<ResolvedCall | ActionError> {
    const { executors, sessions, needs } = this.#deps;
    const { sessionId } = call.session;
    const over = sessions.overSignal(sessionId);
    const plan = await withAnySignal([signal, over], (stop) =>
      executors.preview(call, entryId, stop),
    );
    if (over.aborted) return sessions.whyNotLive(sessionId);
    if (plan === null) return call;
    return isError(plan) ? plan : resolvePlan(call, plan, needs);
  }

  /** Skipped when the rules are unchanged: the passing of time only makes rules expire, never stricter. */
  #whyRulesForbid({ call, verdict: before, rules: known }: Evaluation): Refused | null {
    const { rules, needs } = this.#deps;
    if (rules.list() === known) return null;
    const { verdict } = this.judge(call);
    if (verdict.kind === 'deny') return verdict.refusal;
    const isAskedNow = verdict.kind === 'ask' && before.kind === 'allow';
    const isClosedNow = foldersToSkip(call, rules, needs).some(
      (folder) => !call.skip.includes(folder),
    );
    return isAskedNow || isClosedNow ? refused('stale', 'A rule was changed meanwhile.') : null;
  }

  /** What others made meanwhile can have turned the folder into a git directory. */
  #whyProtectedNow({ call, verdict }: Evaluation): Refused | null {
    const { needs } = this.#deps;
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
}

/** Not for a call that is denied anyway, nor for a plan that only shows something when nobody is asked. */
export function needsPlan({ call, verdict: { kind } }: Evaluation): boolean {
  const wanted = call.tool?.own?.wantsPlan ? 'view' : requiredPlan(call);
  return wanted !== null && kind !== 'deny' && !(wanted === 'view' && kind === 'allow');
}

/** A call without a path, or to a plugin, gets all folders of the session, so all of them must still be granted. */
function stillCovers(session: Session, call: ResolvedCall): boolean {
  const named = call.places.map(({ root }) => root);
  const used = call.tool || named.length === 0 ? call.session.roots : named;
  return hasScopes(session, call.scopes) && hasRoots(session, used);
}
