/** One call's place in the ledger: opened before anything, closed whatever happened. */
import type { AuditRecord } from '../../../shared/audit-entry.ts';
import { refused, type Outcome, type Refused } from '../../../shared/outcomes.ts';
import type { Clock } from '../needs.ts';
import type { Ledger } from './ledger.ts';

type Facts = Pick<AuditRecord, 'entry' | 'actor' | 'action' | 'request_id'>;

export interface Decision {
  readonly decidedBy: string;
  readonly rule: string;
  readonly result: 'allow' | 'deny';
  readonly code?: string;
  readonly detail?: string;
  readonly sessionId?: string;
  readonly granted?: unknown;
  readonly msToDecide?: number;
}

export class AuditEntryWriter {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #facts: Facts;
  readonly #openedAt: number;
  #sessionId: string | undefined;

  private constructor(ledger: Ledger, clock: Clock, facts: Facts) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#facts = facts;
    this.#openedAt = clock.monotonic();
  }

  /** No durable intent, no more. */
  static async open(
    ledger: Ledger,
    clock: Clock,
    facts: Facts & { readonly args: unknown },
  ): Promise<AuditEntryWriter | Refused> {
    const { args, ...rest } = facts;
    const writer = new AuditEntryWriter(ledger, clock, rest);
    const durable = await ledger.record({ phase: 'intent', ...rest, args });
    return durable ? writer : refused('audit-unavailable');
  }

  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#openedAt);
  }

  /** No durable decision, no effect: null means go on. */
  async decide(decision: Decision): Promise<Refused | null> {
    this.#sessionId = decision.sessionId;
    const durable = await this.#ledger.record({
      phase: 'decision',
      ...this.#facts,
      args: decision.granted,
      result: decision.result,
      decided_by: decision.decidedBy,
      rule: decision.rule,
      ...withoutUndefined({
        code: decision.code,
        detail: decision.detail,
        session_id: decision.sessionId,
        ms_to_decide: decision.msToDecide,
      }),
    });
    return durable ? null : refused('audit-unavailable');
  }

  async close(outcome: Outcome, effect: Partial<AuditRecord> = {}): Promise<Outcome> {
    await this.#ledger.record({
      phase: 'outcome',
      ...this.#facts,
      result: outcome.kind,
      duration_ms: this.elapsedMs,
      ...(outcome.kind === 'done' ? {} : { code: outcome.code, detail: outcome.message }),
      ...withoutUndefined({ session_id: this.#sessionId }),
      ...effect,
    });
    return outcome;
  }
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(facts: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}
