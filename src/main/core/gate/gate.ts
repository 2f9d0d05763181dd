/**
 * The path of every wish, whichever door it came through:
 *
 *   open entry → shape → who → where → how much → plan → judge → ask → run → close entry
 *
 * Asking for access is the same path; there the person is the judge.
 */
import type { Agent } from '../../../shared/access.ts';
import type { ActionKind } from '../../../shared/actions.ts';
import { andThen, type AtOnce } from '../../../shared/base/at-once.ts';
import type { EntryId, SessionId } from '../../../shared/ids.ts';
import { failed, refused, type Outcome, type Refused } from '../../../shared/outcomes.ts';
import type { ConfirmDesk } from '../asks/confirm-desk.ts';
import { AuditEntryWriter, callerOf, type FirstFacts } from '../audit/audit-entry-writer.ts';
import type { Sync } from '../audit/journal.ts';
import type { Ledger } from '../audit/ledger.ts';
import type { RefusalFold } from '../audit/refusal-fold.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import type { Needs } from '../needs.ts';
import { explained } from '../policy/explain.ts';
import type { Verdict } from '../policy/judge.ts';
import type { RuleBook } from '../policy/rule-book.ts';
import type { AccessDesk, RequestedAccess } from '../sessions/access-desk.ts';
import type { SessionBook } from '../sessions/session-book.ts';
import type { Call, SettledCall } from './calls.ts';
import type { Executors } from './executors.ts';
import { settle, shape } from './intake.ts';
import { judgedBy, whyNoLonger, type Judged } from './still-allowed.ts';
import { whileNone } from './while-none.ts';
import { withPlan } from './with-plan.ts';

export interface GateDeps {
  readonly needs: Needs;
  readonly ledger: Ledger;
  readonly refusals: RefusalFold;
  readonly sessions: SessionBook;
  readonly limits: CallLimits;
  readonly desk: AccessDesk;
  readonly confirms: ConfirmDesk;
  readonly rules: RuleBook;
  readonly executors: Executors;
}

/** What only looks may be durable a moment later; one write, and one sync, covers intent and decision. */
const decisionSync = (kind: ActionKind): Sync => (kind === 'read' ? 'soon' : 'before-effect');

type Facts = Omit<FirstFacts, 'entry'>;
type Walk = (entry: AuditEntryWriter) => Promise<Outcome>;

export class Gate {
  readonly #deps: GateDeps;
  readonly #open = new Set<AuditEntryWriter>();
  #whenNoneIsOpen: (() => void) | null = null;

  constructor(deps: GateDeps) {
    this.#deps = deps;
  }

  /** With `only`, the call may use that one session; else any session of the agent. */
  pass(call: Call, agent: Agent, signal: AbortSignal, only?: SessionId): Promise<Outcome> {
    const facts = { action: call.action, args: call.args, actor: agent.clientId };
    const walk: Walk = (entry) => this.#walk(call, { agent, only }, entry, signal);
    return this.#recorded(facts, walk);
  }

  passAccess(requested: RequestedAccess, signal: AbortSignal): Promise<Outcome> {
    const { agent, args, requestId } = requested;
    const asks = { action: 'request_access', args, request_id: requestId };
    const facts = { ...asks, actor: agent.clientId, caller: callerOf(agent) };
    const walk: Walk = (entry) => this.#deps.desk.serve(requested, entry, signal);
    return this.#recorded(facts, walk);
  }

  /** Resolves when no entry is open. */
  async settle(): Promise<void> {
    while (this.#open.size > 0) {
      await new Promise<void>((resolve) => (this.#whenNoneIsOpen = resolve));
    }
  }

  /** Opens and closes the entry in one place, whatever happens between. */
  async #recorded(facts: Facts, walk: Walk): Promise<Outcome> {
    const { ledger, needs } = this.#deps;
    const entryId = needs.newId() as EntryId;
    const entry = AuditEntryWriter.open(ledger, needs.clock, { entry: entryId, ...facts });
    if ('kind' in entry) return entry;
    this.#open.add(entry);
    try {
      const outcome = await walk(entry);
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

  /** Of a flood of refusals only the count is written down. */
  #isOneOfMany(outcome: Outcome, entry: AuditEntryWriter, { actor, args }: Facts): boolean {
    if (outcome.kind !== 'refused' || !entry.isUnwritten) return false;
    return !this.#deps.refusals.hasRoomFor(actor, outcome.code, args);
  }

  async #walk(
    call: Call,
    { agent, only }: { readonly agent: Agent; readonly only: SessionId | undefined },
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { sessions, limits, executors } = this.#deps;

    const shaped = shape(call, (name) => executors.contributed(name));
    if ('code' in shaped) return shaped;

    const own = only ? sessions.liveOnly(only) : sessions.liveOf(agent.clientId);
    if ('kind' in own) return own;

    let settled = settle(shaped, agent, own, this.#deps);
    if (settled instanceof Promise) settled = await settled;
    if ('code' in settled) return settled;

    const place = limits.enter(settled);
    if ('kind' in place) return place;
    try {
      const first = this.#judge(settled);
      let planned = withPlan(settled, first.verdict, entry.id, signal, this.#deps);
      if (planned instanceof Promise) planned = await planned;
      if ('code' in planned) return planned;
      const judged = planned === settled ? first : this.#judge(planned);
      let unallowed = limits.spend(planned) ?? this.#decide(planned, judged.verdict, entry, signal);
      if (unallowed instanceof Promise) unallowed = await unallowed;
      if (unallowed) return unallowed;

      // Deciding took time; the person may have ended or narrowed the session or forbidden it.
      const gone = this.#noLongerHeld(planned, judged);
      if (gone) return gone;
      return await this.#run(planned, judged, entry, signal);
    } finally {
      void place.dispose();
    }
  }

  /** Null means: go on, and the decision is durable. */
  #decide(
    call: SettledCall,
    verdict: Verdict,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): AtOnce<Refused | null> {
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
    return andThen(
      entry.decide(decision, decisionSync(call.kind)),
      (unrecorded) => unrecorded ?? (verdict.kind === 'deny' ? verdict.refusal : null),
    );
  }

  /** Until it is done, or its agent goes away, or its session ends. */
  async #run(
    call: SettledCall,
    judged: Judged,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { sessions, executors } = this.#deps;
    const { sessionId } = call.session;
    sessions.used(sessionId, call.action);
    const over = sessions.overSignal(sessionId);
    try {
      const outcome = await whileNone([signal, over], (stop) =>
        executors.run(call, entry.id, stop, {
          stillMay: () => whyNoLonger(call, judged, this.#deps),
          chosen: entry.carriedOutBy,
        }),
      );
      if (outcome.kind !== 'failed' || !over.aborted) return outcome;
      return failed(sessions.whyNotLive(sessionId).code, 'It may have been carried out in part.');
    } finally {
      sessions.ran(sessionId, entry.isBegun);
    }
  }

  #judge(call: SettledCall): Judged {
    const rules = this.#deps.rules.list();
    return { rules, verdict: judgedBy(rules, call, this.#deps.needs) };
  }

  #noLongerHeld(call: SettledCall, judged: Judged): Refused | null {
    const { sessions } = this.#deps;
    const { sessionId } = call.session;
    if (!sessions.isLive(sessionId)) return sessions.whyNotLive(sessionId);
    return whyNoLonger(call, judged, this.#deps);
  }
}
