/** One call's place in the ledger: opened before anything, closed whatever happened. */
import type { AuditRecord } from '../../../shared/audit-entry.ts';
import { refused, type Outcome, type Refused } from '../../../shared/outcomes.ts';
import type { Clock } from '../needs.ts';
import type { Sync } from './journal.ts';
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
  readonly payloadSha256?: string;
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

  /** No durable intent, no more. What only reads may have intent and outcome synced soon. */
  static async open(
    ledger: Ledger,
    clock: Clock,
    facts: Facts & { readonly args: unknown },
    sync: Sync = 'before-effect',
  ): Promise<AuditEntryWriter | Refused> {
    const { args, ...rest } = facts;
    const writer = new AuditEntryWriter(ledger, clock, rest);
    const durable = await ledger.record({ phase: 'intent', ...rest, args }, { sync });
    return durable ? writer : refused('audit-unavailable');
  }

  get id(): string {
    return this.#facts.entry;
  }

  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#openedAt);
  }

  /** Before anybody is asked, the intent must outlive a power cut. */
  async makeDurable(): Promise<Refused | null> {
    await this.#ledger.settle();
    return this.#ledger.healthy ? null : refused('audit-unavailable');
  }

  /** No durable decision, no effect: null means go on. */
  async decide(decision: Decision, sync: Sync = 'before-effect'): Promise<Refused | null> {
    this.#sessionId = decision.sessionId;
    const record = {
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
        payload_sha256: decision.payloadSha256,
      }),
    } as const;
    const durable = await this.#ledger.record(record, { sync });
    return durable ? null : refused('audit-unavailable');
  }

  async close(outcome: Outcome): Promise<Outcome> {
    const record = {
      phase: 'outcome',
      ...this.#facts,
      result: outcome.kind,
      duration_ms: this.elapsedMs,
      ...(outcome.kind === 'done'
        ? withoutUndefined({ changes: outcome.changes })
        : { code: outcome.code, detail: outcome.message }),
      ...withoutUndefined({ session_id: this.#sessionId }),
    } as const;
    await this.#ledger.record(record, { sync: 'soon' });
    return outcome;
  }
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(facts: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}
