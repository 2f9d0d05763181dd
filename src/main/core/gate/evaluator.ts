/**
 * The steps from a raw call to a verdict: shape → session → resolve → sandbox → judge → plan. The gate, the
 * preview and the re-check before the effect all use them from here, so that they cannot disagree.
 */
import type { Agent, Root, Session } from '../../../shared/access/access.ts';
import {
  isError,
  refused,
  type ActionError,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import { mapMaybe, type MaybePromise } from '../../../shared/base/maybe-promise.ts';
import type { Rule } from '../../../shared/rules/rules.ts';
import { type Call, type ResolvedCall, type ShapedCall, requiredPlan } from '../call/call.ts';
import type { Needs } from '../dependencies.ts';
import { namedDeletes } from '../policy/covered.ts';
import { judge, type Verdict } from '../policy/judge.ts';
import type { RuleStore } from '../policy/rule-store.ts';
import { searchOf } from '../policy/read-only-commands.ts';
import { foldersToSkip } from '../policy/skipped-folders.ts';
import { structuralFolders } from '../roots/git-structure.ts';
import { protectionAt } from '../roots/protected-paths.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Executors } from './executors.ts';
import { hasRoots, hasScopes, resolveCall, shape } from './resolve-call.ts';
import { resolvePlan } from './resolve-plan.ts';
import { withFileSteps } from './with-file-steps.ts';
import { withGit } from './with-git.ts';
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
  /** The user has just granted access for this very call, which the ask showed as a whole. */
  readonly wasShown?: boolean | undefined;
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

/**
 * The shape of a call is a property of the call. In a WeakMap it would stay in memory until the next full
 * garbage collection. A copy of the call has the property too, but is another call.
 */
const keptShape = Symbol('keptShape');
type KeptCall = Call & { [keptShape]?: { readonly of: Call; readonly shaped: ShapedCall } };

/** How long code is asked about after a checkpoint of its folder has failed. */
const notRecordedMs = 10 * 60_000;

export class Evaluator {
  readonly #deps: Deps;
  /** Folders whose checkpoint failed, and until when they are remembered. */
  readonly #notRecorded = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The one place where a call's arguments are parsed, and once for each call: one that needs access
   * first passes the gate, is previewed, and passes again. A tool that was replaced meanwhile has
   * another schema, so its arguments are parsed again.
   */
  shape(call: KeptCall): ShapedCall | Refused {
    const tool = this.#deps.executors.contributed(call.action);
    const kept = call[keptShape];
    if (kept?.of === call && kept.shaped.tool === (tool ?? null)) return kept.shaped;
    const shaped = shape(call, () => tool);
    if (!isError(shaped)) call[keptShape] = { of: call, shaped };
    return shaped;
  }

  /** Finds the session that covers the call, its real paths, and the program it would start. */
  resolve(call: ShapedCall, { agent, only }: CallOrigin): MaybePromise<ResolvedCall | Refused> {
    const { sessions } = this.#deps;
    // If the server is hidden from a client, the tool does not exist for it.
    if (call.tool?.server?.isVisibleTo(agent.clientId) === false)
      return refused('unknown-action', `Asked for: ${call.action}.`);
    const live = only ? sessions.liveOnly(only) : sessions.liveOf(agent.clientId);
    if (isError(live)) return live;
    return mapMaybe(resolveCall(call, agent, live, this.#deps), (resolved) => {
      if (isError(resolved)) return resolved;
      const changed = this.#deps.sandboxes.whyRootsChanged(resolved);
      if (changed || resolved.command === null) return changed ?? resolved;
      const started = withFileSteps(withGit(resolved, this.#deps), this.#deps);
      return withSandbox(started, this.#deps);
    });
  }

  judge(call: ResolvedCall): Evaluation {
    const { home, ownPaths, clock } = this.#deps.needs;
    const rules = this.#deps.rules.list();
    const input = { home, ownPaths, rules, now: clock.now() };
    const sandboxCovers = this.#sandboxCovers(call);
    const findsSecrets = this.#findsSecrets(call);
    return { call, rules, verdict: judge(call, { ...input, sandboxCovers, findsSecrets }) };
  }

  /** In a sandbox such files are empty. */
  #findsSecrets(call: ResolvedCall): boolean {
    const { paths, settings } = this.#deps.needs;
    if (call.command === null || call.command.sandbox || settings.sandbox.envFiles) return false;
    const search = searchOf(call);
    return search?.folders.some((folder) => paths.hasSecretsBelow?.(folder, search)) ?? false;
  }

  /** An editor that runs commands does not sandbox them. */
  #sandboxCovers(call: ResolvedCall): boolean {
    const { needs, executors } = this.#deps;
    if (!call.command?.sandbox || !executors.isBuiltInFor(call)) return false;
    const { roots } = call.session;
    return !this.#isNotRecorded(roots) && (needs.sandbox?.canRestore?.(roots) ?? false);
  }

  /**
   * A checkpoint of these folders failed and a call was refused because of it, so for a while the
   * user is asked.
   */
  notRecorded(roots: readonly Root[]): void {
    const until = this.#deps.needs.clock.monotonic() + notRecordedMs;
    for (const { path } of roots) this.#notRecorded.set(path, until);
  }

  #isNotRecorded(roots: readonly Root[]): boolean {
    if (this.#notRecorded.size === 0) return false;
    const now = this.#deps.needs.clock.monotonic();
    for (const [path, until] of this.#notRecorded) if (until <= now) this.#notRecorded.delete(path);
    return roots.some(({ path }) => this.#notRecorded.has(path));
  }

  /** Lets the executor work out what the arguments leave open, and judges the call again with that. */
  plan(
    evaluation: Evaluation,
    entryId: string,
    signal: AbortSignal,
  ): MaybePromise<Evaluation | ActionError> {
    if (!needsPlan(evaluation) && !this.#needsLosses(evaluation)) return evaluation;
    const { call } = evaluation;
    return mapMaybe(this.#planned(call, entryId, signal), (planned) => {
      if (isError(planned)) return planned;
      return planned === call ? evaluation : this.judge(withSandbox(planned, this.#deps));
    });
  }

  /**
   * The workbench knows whether what a command deletes is in the checkpoint or goes to the trash.
   */
  #needsLosses({ call, verdict }: Evaluation): boolean {
    if (verdict.kind !== 'ask') return false;
    return (
      Boolean(call.command?.steps) || (namedDeletes(call) !== null && this.#sandboxCovers(call))
    );
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
    if (!stillCovers(session, call)) return refused('scope-missing', 'It was removed meanwhile.');
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

  /** Other calls may have turned the folder into a git directory meanwhile. */
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

/** Runs with a signal that is aborted as soon as one of these is; unsubscribes when done. */
export async function withAnySignal<T>(
  signals: readonly AbortSignal[],
  run: (stop: AbortSignal) => MaybePromise<T>,
): Promise<T> {
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true });
  if (signals.some((signal) => signal.aborted)) onAbort();
  try {
    return await run(stop.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', onAbort);
  }
}
