/** Access requests by id, so that an agent whose call gave up waiting can come back for the answer. */
import {
  RequestAccessArgs,
  type Agent,
  type RequestStatus,
} from '../../../shared/access/access.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { AskId, RequestId } from '../../../shared/base/ids.ts';
import type { AskAnswer } from '../../../shared/asks/asks.ts';
import type { AnswerReceipt } from '../../../shared/ipc/ask-window.ts';
import type { RequestRecord } from '../../../shared/protocols/management-views.ts';
import { isError } from '../../../shared/actions/outcomes.ts';
import { parseArgs } from '../../../shared/actions/actions.ts';
import type { AskQueue } from '../asks/ask-queue.ts';
import type { Needs } from '../dependencies.ts';
import type { AccessOutcome } from './access-decisions.ts';
import type { RequestedAccess } from './access-request-flow.ts';
import { isSameAsker } from './asking-process.ts';

export interface AccessRequest {
  readonly requestId: RequestId;
  readonly agent: Agent;
  /** Never rejects for a refusal; rejects only for a bug. */
  readonly outcome: Promise<AccessOutcome>;
  /** Resolves when the ask is shown to the user, or when there was nothing to ask. */
  readonly put: Promise<void>;
  status(): RequestStatus;
  record(): RequestRecord;
  /** The ask it waits for, if any. */
  askId(): AskId | null;
  withdraw(): void;
}

interface Deps {
  readonly needs: Pick<Needs, 'newId' | 'clock'>;
  /** The gate, which records the request and serves it. */
  readonly gate: {
    passAccess(requested: RequestedAccess, signal: AbortSignal): Promise<AccessOutcome>;
  };
  readonly asks: Pick<AskQueue, 'answerAccess'>;
}

/** Of a request that Gatehouse made because of a call without access. */
type RequestByGatehouse = Pick<RequestedAccess, 'inOurWords' | 'call' | 'run'>;

const maxClosed = 200;

export class AccessRequests {
  readonly #deps: Deps;
  readonly #byId = new Map<RequestId, AccessRequest>();
  readonly #changed = new Emitter<RequestRecord>();
  /** Asks answered through the management API. */
  readonly #answered = new Set<AskId>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Emitted when a request arrives and when it is decided. */
  readonly onChanged = this.#changed.on;

  open(args: unknown, agent: Agent, own: RequestByGatehouse = {}): AccessRequest {
    const { needs, gate } = this.#deps;
    const requestId = needs.newId() as RequestId;
    const withdrawal = new AbortController();
    const put = Promise.withResolvers<void>();
    let askId: AskId | null = null;
    const parsed = parseArgs(RequestAccessArgs, args);
    let record = newRecord(requestId, agent, parsed, needs.clock.now());
    const asked = (id: AskId): void => {
      askId = id;
      put.resolve();
    };
    const outcome = gate
      .passAccess({ requestId, agent, args, parsed, ...own, asked }, withdrawal.signal)
      .then((result) => {
        const by = this.#whoAnswered(askId);
        record = decided(record, result, { by, at: needs.clock.now() });
        askId = null;
        this.#forgetOldest();
        this.#changed.emit(record);
        return result;
      })
      .finally(() => put.resolve());
    const request: AccessRequest = {
      requestId,
      agent,
      outcome,
      put: put.promise,
      status: () => record.status,
      record: () => record,
      askId: () => askId,
      withdraw: () => withdrawal.abort(),
    };
    this.#byId.set(requestId, request);
    this.#changed.emit(record);
    return request;
  }

  /** Null for requests of another client or of another process. */
  find(requestId: string, agent: Agent): AccessRequest | null {
    const request = this.get(requestId);
    const isOwn = request?.agent.clientId === agent.clientId;
    return isOwn && isSameAsker(request.agent.verified, agent.verified) ? request : null;
  }

  /** Of any agent; only for the user. */
  get(requestId: string): AccessRequest | null {
    return this.#byId.get(requestId as RequestId) ?? null;
  }

  pendingOf(agent: Agent): readonly AccessRequest[] {
    return this.list().filter(
      (request) => request.agent.clientId === agent.clientId && request.status() === 'PENDING',
    );
  }

  /** Oldest first. */
  list(): readonly AccessRequest[] {
    return [...this.#byId.values()];
  }

  /** Answers through the management API; all requests that wait for the same ask get the answer. */
  answer(request: AccessRequest, answer: AskAnswer): AnswerReceipt {
    const askId = request.askId();
    if (!askId) return { accepted: false, why: 'It is not waiting for an answer.' };
    this.#answered.add(askId);
    const receipt = this.#deps.asks.answerAccess(askId, answer);
    if (!receipt.accepted) this.#answered.delete(askId);
    return receipt;
  }

  #whoAnswered(askId: AskId | null): string {
    if (!askId) return 'policy';
    return this.#answered.has(askId) ? 'management-api' : 'person';
  }

  #forgetOldest(): void {
    const closed = this.list().filter((request) => request.status() !== 'PENDING');
    for (const request of closed.slice(0, -maxClosed)) this.#byId.delete(request.requestId);
    if (closed.length === this.#byId.size) this.#answered.clear();
  }
}

function newRecord(
  requestId: RequestId,
  agent: Agent,
  parsed: RequestedAccess['parsed'],
  createdAt: number,
): RequestRecord {
  const asked = isError(parsed) ? { scopes: [], roots: [], reason: '' } : parsed.args;
  return {
    requestId,
    agent,
    scopes: asked.scopes,
    roots: asked.roots,
    reason: asked.reason,
    ttlSeconds: asked.ttl_seconds ?? null,
    status: 'PENDING',
    createdAt,
    decidedAt: null,
    decidedBy: null,
    sessionId: null,
  };
}

function decided(
  record: RequestRecord,
  outcome: AccessOutcome,
  { by, at }: { readonly by: string; readonly at: number },
): RequestRecord {
  const sessionId = outcome.kind === 'done' ? outcome.data.session.sessionId : null;
  const status = statusAfter(outcome);
  const byNobody = status === 'EXPIRED' || status === 'CANCELLED';
  const decidedBy = byNobody ? 'nobody' : by;
  return { ...record, status, decidedAt: at, decidedBy, sessionId };
}

function statusAfter(outcome: AccessOutcome): RequestStatus {
  if (outcome.kind === 'done') return 'APPROVED';
  if (outcome.code === 'ask-timed-out') return 'EXPIRED';
  const cancelled = outcome.code === 'ask-withdrawn' || outcome.code === 'shutting-down';
  return cancelled ? 'CANCELLED' : 'DENIED';
}
