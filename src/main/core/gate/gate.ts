/**
 * Every call passes here, whichever transport it came through:
 *
 *   open entry → parse → find session → resolve paths → check limits → plan → judge → ask → run → close entry
 *
 * A request for access is recorded the same way, but the user decides it instead of the rules.
 * Each step returns a refusal or the input of the next step; nothing is thrown but bugs.
 */
import type { Agent } from '../../../shared/access/access.ts';
import type { ActionKind } from '../../../shared/actions/actions.ts';
import { mapMaybe, type MaybePromise } from '../../../shared/base/maybe-promise.ts';
import { connectAction } from '../../../shared/network/connection.ts';
import type { EntryId, SessionId } from '../../../shared/base/ids.ts';
import {
  isError,
  failed,
  refused,
  type Outcome,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import type { CallConfirmation } from './call-confirmation.ts';
import { AuditEntryWriter, callerOf, remoteIn, type FirstFacts } from '../ledger/entry-writer.ts';
import type { Sync } from '../ledger/journal.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RefusalFold } from '../ledger/refusal-fold.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { LookLimit } from '../limits/look-limit.ts';
import type { Needs } from '../dependencies.ts';
import { explained } from '../policy/explain.ts';
import type { RuleStore } from '../policy/rule-store.ts';
import type { ConnectFlow } from '../network/connect-flow.ts';
import type { ConnectRequest } from '../network/connection.ts';
import type { AccessRequestFlow, RequestedAccess } from '../sessions/access-request-flow.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Call } from '../call/call.ts';
import type { HeldBackAsks } from './held-back-asks.ts';
import type { LeftBehind } from './left-behind.ts';
import { withAnySignal } from './abort-any.ts';
import type { CallOrigin, Evaluation, Evaluator } from './evaluator.ts';
import type { Executors } from './executors.ts';

export interface GateDeps {
  readonly needs: Needs;
  readonly ledger: Ledger;
  readonly refusals: RefusalFold;
  readonly sessions: SessionStore;
  readonly limits: CallLimits;
  readonly accessRequests: AccessRequestFlow;
  readonly connections: ConnectFlow;
  readonly confirms: CallConfirmation;
  readonly rules: RuleStore;
  readonly evaluator: Evaluator;
  readonly executors: Executors;
  readonly heldBack: Pick<HeldBackAsks, 'askAbout'>;
  readonly left: Pick<LeftBehind, 'add'>;
}

/** A change waits until its decision is on disk, so a crash never leaves an unrecorded change. Reads do not wait. */
const decisionSync = (kind: ActionKind): Sync => (kind === 'read' ? 'soon' : 'before-effect');

type CallFacts = Omit<FirstFacts, 'entry'>;
type CallSteps = (entry: AuditEntryWriter) => Promise<Outcome>;

export class Gate {
  readonly #deps: GateDeps;
  readonly #open = new Set<AuditEntryWriter>();
  readonly #looks: LookLimit;
  #whenNoneIsOpen: (() => void) | null = null;

  constructor(deps: GateDeps) {
    this.#deps = deps;
    this.#looks = new LookLimit(deps.needs.clock);
  }

  /** With `only`, the call may use that one session; otherwise any live session of the agent. */
  pass(call: Call, agent: Agent, signal: AbortSignal, only?: SessionId): Promise<Outcome> {
    const facts = {
      ...{ action: call.action, args: call.args, actor: agent.clientId },
      ...remoteIn(agent),
    };
    const steps: CallSteps = (entry) => this.#walk(call, { agent, only }, entry, signal);
    return this.#recorded(facts, steps);
  }

  /** Says what a call would lead to. It is recorded and rate limited like a call, but nothing is decided or done. */
  passLook(call: Call, agent: Agent, look: () => Promise<Outcome>): Promise<Outcome> {
    const facts = { action: call.action, args: call.args, actor: agent.clientId };
    return this.#recorded(facts, async () => this.#looks.refusal(agent.clientId) ?? look());
  }

  passAccess(requested: RequestedAccess, signal: AbortSignal): Promise<Outcome> {
    const { agent, args, requestId } = requested;
    const asks = { action: 'request_access', args, request_id: requestId };
    const who = { actor: agent.clientId, caller: callerOf(agent), ...remoteIn(agent) };
    const facts = { ...asks, ...who };
    const steps: CallSteps = (entry) => this.#deps.accessRequests.serve(requested, entry, signal);
    return this.#recorded(facts, steps);
  }

  /** A connection of sandboxed code; its entry stays open until the connection has closed. */
  passConnection(request: ConnectRequest, agent: Agent, signal: AbortSignal): Promise<Outcome> {
    const { host, port, probably } = request;
    const args = { target: `${host}:${port}`, ...(probably === null ? {} : { probably }) };
    const facts = { action: connectAction, args, actor: agent.clientId };
    const steps: CallSteps = (entry) => this.#deps.connections.serve(request, entry, signal);
    return this.#recorded(facts, steps);
  }

  /** Resolves when no entry is open. */
  async drain(): Promise<void> {
    while (this.#open.size > 0) {
      await new Promise<void>((resolve) => (this.#whenNoneIsOpen = resolve));
    }
  }

  /** The only place that opens and closes entries, so that every call has exactly one, whatever happens in between. */
  async #recorded(facts: CallFacts, steps: CallSteps): Promise<Outcome> {
    const { ledger, needs } = this.#deps;
    const entryId = needs.newId() as EntryId;
    const entry = AuditEntryWriter.open(ledger, needs.clock, { entry: entryId, ...facts });
    if (isError(entry)) return entry;
    this.#open.add(entry);
    try {
      const outcome = await steps(entry);
      if (this.#isOneOfMany(outcome, entry, facts)) return outcome;
      const closed = entry.close(outcome);
      return closed instanceof Promise ? await closed : closed;
    } catch (bug) {
      await entry.close(refused('action-failed', String(bug)));
      throw bug;
    } finally {
      this.#open.delete(entry);
      if (this.#open.size === 0) this.#whenNoneIsOpen?.();
    }
  }

  /** A flood of refusals is recorded as a count, so that it cannot fill the disk. */
  #isOneOfMany(outcome: Outcome, entry: AuditEntryWriter, { actor, args }: CallFacts): boolean {
    if (outcome.kind !== 'refused' || !entry.isUnwritten) return false;
    return !this.#deps.refusals.mayHaveEntry(actor, outcome.code, args);
  }

  async #walk(
    call: Call,
    origin: CallOrigin,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { evaluator, limits, sessions } = this.#deps;

    const shaped = evaluator.shape(call);
    if (isError(shaped)) return shaped;

    let resolved = evaluator.resolve(shaped, origin);
    if (resolved instanceof Promise) resolved = await resolved;
    if (isError(resolved)) return resolved;

    let slot = limits.enter(resolved, signal);
    if (slot instanceof Promise) slot = await slot;
    if (isError(slot)) return slot;
    try {
      let judged = evaluator.plan(evaluator.judge(resolved), entry.id, signal);
      if (judged instanceof Promise) judged = await judged;
      if (isError(judged)) return judged;

      let unallowed = limits.spend(judged.call) ?? this.#decide(judged, entry, signal);
      if (unallowed instanceof Promise) unallowed = await unallowed;
      if (unallowed) return unallowed;

      // Deciding may have taken minutes; meanwhile the user may have ended the session or changed a rule.
      const { session, action } = judged.call;
      const stopped = evaluator.recheck(judged) ?? sessions.use(session.sessionId, action);
      if (stopped) return stopped;
      return await this.#run(judged, entry, signal);
    } finally {
      void slot.dispose();
    }
  }

  /** Null: the call may run, and the decision is recorded. */
  #decide(
    { call, verdict }: Evaluation,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): MaybePromise<Refused | null> {
    const { rules, confirms } = this.#deps;
    rules.used(verdict.rule);
    if (verdict.kind === 'ask') return confirms.confirm(call, verdict, entry, signal);
    const decision = {
      decidedBy: 'policy',
      rule: verdict.rule,
      result: verdict.kind,
      sessionId: call.session.sessionId,
      payloadSha256: call.digest,
      granted: explained(call, verdict),
    };
    return mapMaybe(
      entry.decide(decision, decisionSync(call.kind)),
      (unrecorded) => unrecorded ?? (verdict.kind === 'deny' ? verdict.refusal : null),
    );
  }

  /** Runs until the executor is done, the agent disconnects, or the session ends. */
  async #run(judged: Evaluation, entry: AuditEntryWriter, signal: AbortSignal): Promise<Outcome> {
    const { evaluator, sessions, executors, heldBack, left } = this.#deps;
    const { call } = judged;
    const { sessionId } = call.session;
    const over = sessions.overSignal(sessionId);
    try {
      const outcome = await withAnySignal([signal, over], (stop) =>
        executors.run(call, entry.id, stop, {
          stillMay: () => evaluator.recheck(judged),
          onExecutor: entry.carriedOutBy,
        }),
      );
      if (outcome.kind === 'done') {
        heldBack.askAbout(call, outcome, entry.id);
        left.add(sessionId, outcome);
      }
      if (!over.aborted) return outcome;
      if (isWithdrawn(outcome)) return sessions.whyNotLive(sessionId);
      if (outcome.kind !== 'failed') return outcome;
      return failed(sessions.whyNotLive(sessionId).code, 'It may have been carried out in part.');
    } finally {
      sessions.ran(sessionId, entry.isBegun);
    }
  }
}

/** The executor was stopped before it began. */
const isWithdrawn = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.code === 'ask-withdrawn';
