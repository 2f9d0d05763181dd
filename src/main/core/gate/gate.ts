/**
 * The path of every wish, whichever door it came through:
 *
 *   open entry → shape → who → where → how much → judge → run → close entry
 *
 * Asking for access is the same path; there the person is the judge.
 */
import type { Agent } from '../../../shared/access.ts';
import type { EntryId } from '../../../shared/ids.ts';
import { refused, type Outcome } from '../../../shared/outcomes.ts';
import { AuditEntryWriter } from '../audit/audit-entry-writer.ts';
import type { Ledger } from '../audit/ledger.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import type { Needs } from '../needs.ts';
import { judge } from '../policy/judge.ts';
import type { AccessDesk, RequestedAccess } from '../sessions/access-desk.ts';
import type { SessionBook } from '../sessions/session-book.ts';
import type { Call } from './calls.ts';
import type { Executors } from './executors.ts';
import { settle, shape } from './intake.ts';

export interface GateDeps {
  readonly needs: Needs;
  readonly ledger: Ledger;
  readonly sessions: SessionBook;
  readonly limits: CallLimits;
  readonly desk: AccessDesk;
  readonly executors: Executors;
}

type Walk = (entry: AuditEntryWriter) => Promise<Outcome>;

export class Gate {
  readonly #deps: GateDeps;
  readonly #open = new Set<Promise<Outcome>>();

  constructor(deps: GateDeps) {
    this.#deps = deps;
  }

  pass(call: Call, agent: Agent, signal: AbortSignal): Promise<Outcome> {
    return this.#tracked(
      this.#recorded({ ...call, actor: agent.clientId }, (entry) =>
        this.#walk(call, agent, entry, signal),
      ),
    );
  }

  passAccess(requested: RequestedAccess, signal: AbortSignal): Promise<Outcome> {
    const { agent, args, requestId } = requested;
    const facts = { action: 'request_access', args, actor: agent.clientId, request_id: requestId };
    return this.#tracked(
      this.#recorded(facts, (entry) => this.#deps.desk.serve(requested, entry, signal)),
    );
  }

  /** Resolves when every entry opened so far is closed. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  #tracked(passing: Promise<Outcome>): Promise<Outcome> {
    this.#open.add(passing);
    const forget = (): void => void this.#open.delete(passing);
    passing.then(forget, forget);
    return passing;
  }

  /** Opens and closes the entry in one place, whatever happens between. */
  async #recorded(
    facts: Call & { actor: string; request_id?: string },
    walk: Walk,
  ): Promise<Outcome> {
    const { ledger, needs } = this.#deps;
    const entryId = needs.newId() as EntryId;
    const entry = await AuditEntryWriter.open(ledger, needs.clock, { entry: entryId, ...facts });
    if ('kind' in entry) return entry;
    try {
      return await entry.close(await walk(entry));
    } catch (bug) {
      await entry.close(refused('action-failed', String(bug)));
      throw bug;
    }
  }

  async #walk(
    call: Call,
    agent: Agent,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { needs, sessions, limits, executors } = this.#deps;

    const shaped = shape(call);
    if ('kind' in shaped) return shaped;

    const own = sessions.liveOf(agent.clientId);
    if ('kind' in own) return own;

    const settled = await settle(shaped, agent, own, needs.paths);
    if ('kind' in settled) return settled;

    const tooMuch = limits.spend(settled.session.sessionId);
    if (tooMuch) return tooMuch;

    const verdict = judge(settled, needs);
    const { sessionId } = settled.session;
    const decision = { decidedBy: 'policy', rule: verdict.rule, result: verdict.kind, sessionId };
    const unrecorded = await entry.decide(decision);
    if (unrecorded) return unrecorded;
    if (verdict.kind === 'deny') return verdict.refusal;

    // The decision took time to become durable; the person may have ended the session meanwhile.
    if (!sessions.isLive(sessionId)) return refused('session-revoked');
    sessions.used(sessionId, settled.action);
    return executors.run(settled, signal);
  }
}
