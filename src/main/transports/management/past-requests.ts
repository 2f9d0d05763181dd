/**
 * Access requests from before the app was started. The ledger has them; what only the running app
 * knows, such as the verified caller, is left out.
 */
import { z } from 'zod';
import { isAnswer } from '../../../shared/asks/no-answer.ts';
import type { IndexedEntry } from '../../../shared/ledger/query.ts';
import { seconds } from '../../../shared/protocols/management-views.ts';
import type { AuditReader } from '../../platform/ledger-index/ledger-index.ts';

/** As many as the running app remembers. */
const mostPast = 200;

export interface PastRequest {
  readonly requestId: string;
  readonly status: 'APPROVED' | 'DENIED' | 'EXPIRED' | 'CANCELLED';
  readonly view: Readonly<Record<string, unknown>>;
}

/** Arguments as they were sent, so nothing about them is certain. */
const RecordedArgs = z.looseObject({
  scopes: z.array(z.string()).catch([]),
  roots: z.array(z.string()).catch([]),
  reason: z.string().catch(''),
  ttl_seconds: z.number().nullable().catch(null),
});

/** Newest first. Empty while the index cannot answer: the requests of this run do not depend on it. */
export async function pastRequests(
  index: Pick<AuditReader, 'query' | 'calls'>,
  isKnown: (requestId: string) => boolean,
): Promise<readonly PastRequest[]> {
  const page = await index.query({ action: 'request_access', limit: mostPast });
  if (!isAnswer(page)) return [];
  const past = page.entries.filter(({ requestId }) => requestId !== null && !isKnown(requestId));
  const calls = await index.calls(past.map(({ entry }) => entry));
  if (!isAnswer(calls)) return [];
  return past.map((entry, at) => toPast(entry, calls[at]?.args));
}

function toPast(entry: IndexedEntry, args: unknown): PastRequest {
  const { scopes, roots, reason, ttl_seconds } = RecordedArgs.parse(
    typeof args === 'object' && args !== null ? args : {},
  );
  const status = statusOf(entry);
  const createdAt = Date.parse(entry.ts);
  const isDecided = entry.outcome !== 'open';
  const requestId = entry.requestId ?? '';
  return {
    requestId,
    status,
    view: {
      request_id: requestId,
      agent_id: entry.actor.replace(/^agent:/, ''),
      scopes,
      roots,
      reason,
      ttl_seconds,
      status,
      created_at: seconds(createdAt),
      decided_at: isDecided ? seconds(createdAt + (entry.durationMs ?? 0)) : null,
      decided_by: entry.decidedBy,
      approved_by: status === 'APPROVED' ? entry.decidedBy : null,
      session_id: entry.sessionId,
      requester: null,
    },
  };
}

/** One that is still open was cut off when the app ended: nobody answered it. */
function statusOf({ outcome, code }: IndexedEntry): PastRequest['status'] {
  if (outcome === 'done') return 'APPROVED';
  if (outcome === 'open' || code === 'ask-withdrawn' || code === 'shutting-down')
    return 'CANCELLED';
  return code === 'ask-timed-out' ? 'EXPIRED' : 'DENIED';
}
