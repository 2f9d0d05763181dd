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
import type { Disposable } from '../../../shared/base/disposable.ts';
import { mapMaybe, type MaybePromise } from '../../../shared/base/maybe-promise.ts';
import { connectAction } from '../../../shared/network/connection.ts';
import type { EntryId, SessionId } from '../../../shared/base/ids.ts';
import {
  isError,
  failed,
  refused,
  type Outcome,
  type ResultData,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import { runAgentAction } from '../../../shared/agents/agent-programs.ts';
import type { AgentRun, AgentRunFlow } from './agent-run-flow.ts';
import type { CallConfirmation } from './call-confirmation.ts';
import { AuditEntryWriter, callerOf, remoteIn, type FirstFacts } from '../ledger/entry-writer.ts';
import type { Sync } from '../ledger/journal.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RefusalFold } from '../ledger/refusal-fold.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { PreviewLimit } from '../limits/preview-limit.ts';
import type { Needs } from '../dependencies.ts';
import { explained } from '../policy/judge.ts';
import { type RememberedAccess, scopesUsedBy } from '../remembered/remembered-access.ts';
import type { RuleStore } from '../policy/rule-store.ts';
import type { ConnectFlow } from '../network/connect-flow.ts';
import type { ConnectRequest } from '../network/connection.ts';
import type { AccessOutcome } from '../sessions/access-decisions.ts';
import type { AccessRequestFlow, RequestedAccess } from '../sessions/access-request-flow.ts';
import type { GoneRoots } from '../sessions/gone-roots.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Call, CallReports, ResolvedCall } from '../call/call.ts';
import type { HeldBackAsks } from './held-back-asks.ts';
import type { LeftBehind } from './left-behind.ts';
import { withAnySignal, type CallOrigin, type Evaluation, type Evaluator } from './evaluator.ts';
import type { Executors } from './executors.ts';

export interface GateDeps {
  readonly needs: Needs;
  readonly ledger: Ledger;
  readonly refusals: RefusalFold;
  readonly sessions: SessionStore;
  readonly limits: CallLimits;
  readonly accessRequests: AccessRequestFlow;
  readonly connections: ConnectFlow;
  readonly agentRuns: AgentRunFlow;
  readonly confirms: CallConfirmation;
  readonly rules: RuleStore;
  readonly evaluator: Evaluator;
  readonly executors: Executors;
  readonly heldBack: Pick<HeldBackAsks, 'askAbout'>;
  readonly left: Pick<LeftBehind, 'add'>;
  readonly goneRoots: Pick<GoneRoots, 'endChanged'>;
  readonly remembered: Pick<RememberedAccess, 'used'>;
}

/** A change waits until its decision is on disk, so a crash never leaves an unrecorded change. Reads do not wait. */
const decisionSync = (kind: ActionKind): Sync => (kind === 'read' ? 'soon' : 'before-effect');

type CallFacts = Omit<FirstFacts, 'entry'>;
type CallSteps<Data extends object = ResultData> = (
  entry: AuditEntryWriter,
) => Promise<Outcome<Data>>;

export class Gate {
  readonly #deps: GateDeps;
  /** How many entries are open. */
  #open = 0;
  readonly #looks: PreviewLimit;
  #whenNoneIsOpen: (() => void) | null = null;

  constructor(deps: GateDeps) {
    this.#deps = deps;
    this.#looks = new PreviewLimit(deps.needs.clock);
  }

  /** With `only`, the call may use that one session; otherwise any live session of the agent. */
  pass(call: Call, agent: Agent, signal: AbortSignal, only?: SessionId): Promise<Outcome> {
    return this.#pass(call, { agent, only }, signal);
  }

  /** A call for which the user has just granted access, by an ask that showed all of it. */
  passShown(call: Call, agent: Agent, signal: AbortSignal): Promise<Outcome> {
    return this.#pass(call, { agent, wasShown: true }, signal);
  }

  #pass(call: Call, origin: CallOrigin, signal: AbortSignal): Promise<Outcome> {
    const { agent } = origin;
    const facts = {
      ...{ action: call.action, args: call.args, actor: agent.clientId },
      ...remoteIn(agent),
    };
    const steps: CallSteps = async (entry) => {
      const walked = await this.#walk(call, origin, entry, signal);
      const outcome = call.native ? call.native.recorded(walked) : walked;
      const isChanged = outcome.kind !== 'done' && outcome.code === 'root-changed';
      if (isChanged) this.#deps.goneRoots.endChanged();
      return outcome;
    };
    return this.#recorded(facts, steps);
  }

  /** Says what a call would lead to. It is recorded and rate limited like a call, but nothing is decided or done. */
  passLook(call: Call, agent: Agent, look: () => Promise<Outcome>): Promise<Outcome> {
    const facts = { action: call.action, args: call.args, actor: agent.clientId };
    return this.#recorded(facts, async () => this.#looks.refusal(agent.clientId) ?? look());
  }

  passAccess(requested: RequestedAccess, signal: AbortSignal): Promise<AccessOutcome> {
    const { agent, args, requestId } = requested;
    const asks = { action: 'request_access', args, request_id: requestId };
    const who = { actor: agent.clientId, caller: callerOf(agent), ...remoteIn(agent) };
    const facts = { ...asks, ...who };
    const { accessRequests } = this.#deps;
    return this.#recorded(facts, (entry) => accessRequests.serve(requested, entry, signal));
  }

  /** A connection of sandboxed code; its entry stays open until the connection has closed. */
  passConnection(request: ConnectRequest, agent: Agent, signal: AbortSignal): Promise<Outcome> {
    const { host, port, probably } = request;
    const args = { target: `${host}:${port}`, ...(probably === null ? {} : { probably }) };
    const facts = { action: connectAction, args, actor: agent.clientId };
    const steps: CallSteps = (entry) => this.#deps.connections.serve(request, entry, signal);
    return this.#recorded(facts, steps);
  }

  /** A whole agent inside a sandbox; its entry stays open until it has ended. */
  passAgentRun(run: AgentRun, agent: Agent, signal: AbortSignal): Promise<Outcome> {
    const args = { agent: run.agent, args: run.args };
    const facts = { action: runAgentAction, args, actor: agent.clientId };
    const steps: CallSteps = (entry) => this.#deps.agentRuns.serve(run, entry, signal);
    return this.#recorded(facts, steps);
  }

  /** Resolves when no entry is open. */
  async drain(): Promise<void> {
    while (this.#open > 0) {
      await new Promise<void>((resolve) => (this.#whenNoneIsOpen = resolve));
    }
  }

  /** The only place that opens and closes entries, so that every call has exactly one, whatever happens in between. */
  async #recorded<Data extends object>(
    facts: CallFacts,
    steps: CallSteps<Data>,
  ): Promise<Outcome<Data>> {
    const { ledger, needs } = this.#deps;
    const entryId = needs.newId() as EntryId;
    const entry = AuditEntryWriter.open(ledger, needs.clock, { entry: entryId, ...facts });
    if (isError(entry)) return entry;
    this.#open += 1;
    try {
      const outcome = await steps(entry);
      if (this.#isOneOfMany(outcome, entry, facts)) return outcome;
      const closed = entry.close(outcome);
      return closed instanceof Promise ? await closed : closed;
    } catch (bug) {
      await entry.close(refused('action-failed', String(bug)));
      throw bug;
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#whenNoneIsOpen?.();
    }
  }

  /** A flood of refusals is recorded as a count, so that it cannot fill the disk. */
  #isOneOfMany(
    outcome: Outcome<object>,
    entry: AuditEntryWriter,
    { actor, args }: CallFacts,
  ): boolean {
    if (outcome.kind !== 'refused' || !entry.isUnwritten) return false;
    return !this.#deps.refusals.mayHaveEntry(actor, outcome.code, args);
  }

  async #walk(
    call: Call,
    origin: CallOrigin,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { evaluator, limits, sessions, remembered } = this.#deps;

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

      let decided = limits.spend(judged.call) ?? this.#decide(judged, origin, entry, signal);
      if (decided instanceof Promise) decided = await decided;
      if (isError(decided)) return decided;

      // Deciding may have taken minutes; meanwhile the user may have ended the session or changed a rule.
      const { session, action } = decided.call;
      const stopped = evaluator.recheck(decided) ?? sessions.use(session.sessionId, action);
      if (stopped) return stopped;
      remembered.used(session.sessionId, scopesUsedBy(judged.call));
      return await this.#run(decided, entry, signal, { slot, reports: call.reports });
    } finally {
      void slot.dispose();
    }
  }

  /** What may run, with the decision recorded: the call as it was judged, or the parts of a line that were allowed. */
  #decide(
    judged: Evaluation,
    { wasShown = false }: CallOrigin,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): MaybePromise<Refused | Evaluation> {
    const { rules, confirms } = this.#deps;
    const { call, verdict } = judged;
    rules.used(verdict.rule);
    if (verdict.kind === 'ask')
      return mapMaybe(
        confirms.confirm(call, { ...verdict, wasShown }, entry, signal),
        (confirmed) => (isError(confirmed) ? confirmed : { ...judged, call: confirmed.call }),
      );
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
      (unrecorded) => unrecorded ?? (verdict.kind === 'deny' ? verdict.refusal : judged),
    );
  }

  /** Runs until the executor is done, the agent disconnects, or the session ends. */
  async #run(
    judged: Evaluation,
    entry: AuditEntryWriter,
    signal: AbortSignal,
    { slot, reports }: { readonly slot: Disposable; readonly reports: CallReports | undefined },
  ): Promise<Outcome> {
    const { evaluator, sessions, executors, heldBack, left } = this.#deps;
    const { call, verdict } = judged;
    const { sessionId } = call.session;
    const over = sessions.overSignal(sessionId);
    try {
      const outcome = await withAnySignal([signal, over], (stop) =>
        executors.run(call, entry.id, stop, {
          stillMay: () => evaluator.recheck(judged),
          onExecutor: entry.carriedOutBy,
          onReleased: () => void slot.dispose(),
          reports,
          needsCheckpoint: verdict.kind === 'allow' && verdict.needsCheckpoint === true,
        }),
      );
      if (isNotRecorded(outcome)) evaluator.notRecorded(call.session.roots);
      if (outcome.kind === 'done' && outcome.run) {
        heldBack.askAbout(call, outcome, entry.id);
        left.add(sessionId, outcome);
      }
      if (!over.aborted) return withLeftOut(outcome, call);
      if (isWithdrawn(outcome)) return sessions.whyNotLive(sessionId);
      if (outcome.kind !== 'failed' || call.native) return outcome;
      return failed(sessions.whyNotLive(sessionId).code, 'It may have been carried out in part.');
    } finally {
      sessions.ran(sessionId, entry.isBegun);
    }
  }
}

/** The agent is told which parts of its line did not run. */
function withLeftOut(outcome: Outcome, { command }: ResolvedCall): Outcome {
  const { leftOut = [] } = command ?? {};
  if (outcome.kind !== 'done' || leftOut.length === 0) return outcome;
  return { ...outcome, data: { ...outcome.data, left_out_by_user: leftOut } };
}

/** No checkpoint could be made of its folders, so it did not run. */
const isNotRecorded = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.code === 'no-checkpoint';

/** The executor was stopped before it began. */
const isWithdrawn = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.code === 'ask-withdrawn';
