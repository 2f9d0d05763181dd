/** Writes one call's entry in the ledger: opened first, and always closed with an outcome. */
import type { Agent } from '../../../shared/access/access.ts';
import type { AuditCaller, AuditRecord } from '../../../shared/ledger/entry.ts';
import { mapMaybe, type MaybePromise } from '../../../shared/base/maybe-promise.ts';
import {
  refused,
  type Done,
  type Outcome,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import { connectionSentence } from '../../../shared/network/byte-words.ts';
import type { Clock } from '../dependencies.ts';
import type { Sync } from './journal.ts';
import type { Ledger } from './ledger.ts';

type EntryHeader = Pick<AuditRecord, 'entry' | 'actor' | 'action' | 'request_id'>;
/** Fields that only the first line has. */
export type FirstFacts = EntryHeader & Pick<AuditRecord, 'args' | 'caller' | 'remote'>;

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
  readonly #facts: EntryHeader;
  readonly #openedAt: number;
  /** Written together with the next record, because nobody is asked and nothing is done in between. */
  #intent: AuditRecord | null;
  #sessionId: string | undefined;
  #executor: string | undefined;

  private constructor(ledger: Ledger, clock: Clock, first: FirstFacts) {
    const { entry, actor, action, request_id } = first;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#facts = request_id ? { entry, actor, action, request_id } : { entry, actor, action };
    this.#intent = { phase: 'intent', ...first };
    this.#openedAt = clock.monotonic();
  }

  /** If the intent cannot be written, the call does not begin. */
  static open(ledger: Ledger, clock: Clock, facts: FirstFacts): AuditEntryWriter | Refused {
    if (ledger.refuses('intent')) return refused('audit-unavailable');
    return new AuditEntryWriter(ledger, clock, facts);
  }

  get id(): string {
    return this.#facts.entry;
  }

  /** No record is written yet: nobody was asked, and nothing was decided. */
  get isUnwritten(): boolean {
    return this.#intent !== null;
  }

  /** The executor was selected. */
  get isBegun(): boolean {
    return this.#executor !== undefined;
  }

  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#openedAt);
  }

  /** The intent is synced before anybody is asked, so that it survives a power cut. Null: it is durable. */
  makeDurable(): MaybePromise<Refused | null> {
    return this.#intent === null ? null : mapMaybe(this.#record([], 'before-effect'), goOn);
  }

  /** The decision is synced before the effect. Null: it is durable, and the call may run. */
  decide(decision: Decision, sync: Sync = 'before-effect'): MaybePromise<Refused | null> {
    this.#sessionId = decision.sessionId;
    return mapMaybe(this.#record([this.#decisionOf(decision)], sync), goOn);
  }

  /** The outcome names the executor. */
  readonly carriedOutBy = (executor: string): void => {
    this.#executor = executor;
  };

  /** If no line of the entry could be written, nothing was decided or done, and the outcome says so. */
  close<Data extends object>(outcome: Outcome<Data>): MaybePromise<Outcome<Data>> {
    const begun = this.#intent === null;
    return mapMaybe(this.#record([this.#outcomeOf(outcome)], 'soon'), (written) =>
      begun || written ? outcome : refused('audit-unavailable'),
    );
  }

  #decisionOf(decision: Decision): Unfinished {
    return {
      phase: 'decision',
      ...this.#facts,
      args: decision.granted,
      result: decision.result,
      decided_by: decision.decidedBy,
      rule: decision.rule,
      code: decision.code,
      detail: decision.detail,
      session_id: decision.sessionId,
      ms_to_decide: decision.msToDecide,
      payload_sha256: decision.payloadSha256,
    };
  }

  #outcomeOf(outcome: Outcome<object>): Unfinished {
    return {
      phase: 'outcome',
      ...this.#facts,
      result: isUnknown(outcome) ? 'unknown' : outcome.kind,
      duration_ms: this.elapsedMs,
      ...(outcome.kind === 'done'
        ? { changes: outcome.changes, run: outcome.run, ...wordsIn(outcome) }
        : { code: outcome.code, detail: outcome.message }),
      carried_out_by: this.#executor,
      session_id: this.#sessionId,
    };
  }

  /** Records that could not be written are retried with the next one. */
  #record(records: readonly Unfinished[], sync: Sync): MaybePromise<boolean> {
    const intent = this.#intent;
    this.#intent = null;
    const own = records as readonly AuditRecord[];
    return mapMaybe(this.#ledger.recordAll(intent ? [intent, ...own] : own, { sync }), (done) => {
      if (!done) this.#intent = intent;
      return done;
    });
  }
}

const goOn = (durable: boolean): Refused | null => (durable ? null : refused('audit-unavailable'));

export function callerOf({ verified }: Agent): AuditCaller | null {
  if (!verified) return null;
  const { pid, executable, cwd, parents, sameAsBefore } = verified;
  return {
    ...{ pid, executable, cwd },
    parents: parents.map((parent) => parent.executable),
    same_as_before: sameAsBefore,
  };
}

/** The agent carried it out itself and did not report the end: neither a success nor a failure. */
const isUnknown = (outcome: Outcome<object>): boolean =>
  outcome.kind === 'failed' && outcome.code === 'outcome-unknown';

/** The numbers are also in a sentence, for readers of the log. */
const wordsIn = ({ network, detail }: Done<object>): Pick<AuditRecord, 'network' | 'detail'> => {
  if (network) return { network, detail: connectionSentence(network) };
  return detail === undefined ? {} : { detail };
};

/** Left out for callers on this machine. */
export const remoteIn = ({ remote }: Agent): Pick<AuditRecord, 'remote'> =>
  remote === undefined ? {} : { remote };

/** The ledger leaves out undefined fields. */
type Unfinished = { readonly [Key in keyof AuditRecord]?: AuditRecord[Key] | undefined };
