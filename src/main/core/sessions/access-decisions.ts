/** Records how an access request was decided, in the entry of every call that waited for it. */
import type { Session } from '../../../shared/access/access.ts';
import type { Done, Outcome, Refused } from '../../../shared/actions/outcomes.ts';
import type { AskResult, AllowedAnswer } from '../asks/ask-queue.ts';
import type { AuditEntryWriter, Decision } from '../ledger/entry-writer.ts';
import { refusalOf } from './access-refusals.ts';

interface WaitingRequest {
  readonly entry: AuditEntryWriter;
}

export interface GrantedAccess {
  readonly session: Session;
}

/** Transports convert the session to their wire format. */
export type AccessOutcome = Outcome<GrantedAccess>;

export const granted = (session: Session): Done<GrantedAccess> => ({
  kind: 'done',
  data: { session },
});

/** The result of an ask, and the requests whose entries already record it. */
export interface AccessResult<Member extends WaitingRequest> {
  readonly outcome: AccessOutcome;
  readonly decision: Decision | null;
  readonly recordedIn: readonly Member[];
}

export const undecided = (outcome: Refused) =>
  ({ outcome, decision: null, recordedIn: [] }) as const;

/** Records the decision in every waiting entry. Null: it is durable in all of them. */
export async function decideAll(
  waiting: readonly WaitingRequest[],
  decision: Decision,
): Promise<Refused | null> {
  const unrecorded = await Promise.all(
    waiting.map(async ({ entry }) => entry.decide({ ...decision, msToDecide: entry.elapsedMs })),
  );
  return unrecorded.find((refusal) => refusal !== null) ?? null;
}

export async function decline<Member extends WaitingRequest>(
  result: Exclude<AskResult, AllowedAnswer>,
  waiting: readonly Member[],
): Promise<AccessResult<Member>> {
  const refusal = refusalOf(result);
  const byPerson = result.kind === 'deny' || result.kind === 'parked';
  const way = 'by' in result ? result.by : undefined;
  const decision: Decision = {
    decidedBy: byPerson ? (way ?? 'person') : 'nobody',
    rule: 'asked',
    result: 'deny',
    code: refusal.code,
    detail: refusal.message,
  };
  const unrecorded = await decideAll(waiting, decision);
  return unrecorded ? undecided(unrecorded) : { outcome: refusal, decision, recordedIn: waiting };
}
