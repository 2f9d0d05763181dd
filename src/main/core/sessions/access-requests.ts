/** Access requests by id, so that an agent whose call gave up waiting can come back for the answer. */
import { RequestAccessArgs, type Agent, type RequestStatus } from '../../../shared/access.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { AskId, RequestId, SessionId } from '../../../shared/ids.ts';
import type { AskAnswer } from '../../../shared/asks.ts';
import type { AnswerReceipt } from '../../../shared/ipc-ask.ts';
import type { RequestRecord } from '../../../shared/management-views.ts';
import type { Outcome } from '../../../shared/outcomes.ts';
import { readAs } from '../../../shared/read-as.ts';
import type { AskQueue } from '../asks/ask-queue.ts';
import type { Gate } from '../gate/gate.ts';
import type { Needs } from '../needs.ts';

export interface AccessRequest {
  readonly requestId: RequestId;
  readonly agent: Agent;
  /** Never rejects for a refusal; rejects only for a bug. */
  readonly settled: Promise<Outcome>;
  /** Resolves when the person has the question before them, or when there was nothing to ask. */
  readonly put: Promise<void>;
  status(): RequestStatus;
  record(): RequestRecord;
  /** The question it waits for, if there is one. */
  askId(): AskId | null;
  withdraw(): void;
}

interface Deps {
  readonly needs: Pick<Needs, 'newId' | 'clock'>;
  readonly gate: Pick<Gate, 'passAccess'>;
  readonly asks: Pick<AskQueue, 'answerAccess'>;
}

const settledKept = 200;

export class AccessRequests {
  readonly #deps: Deps;
  readonly #byId = new Map<RequestId, AccessRequest>();
  readonly #changed = new Emitter<RequestRecord>();
  /** Questions answered through the management API. */
  readonly #answered = new Set<AskId>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Told when a request comes and when it is decided. */
  readonly onChanged = this.#changed.on;

  open(
    args: unknown,
    agent: Agent,
    { inOurWords }: { readonly inOurWords?: true } = {},
  ): AccessRequest {
    const { needs, gate } = this.#deps;
    const requestId = needs.newId() as RequestId;
    const withdrawal = new AbortController();
    const put = Promise.withResolvers<void>();
    let askId: AskId | null = null;
    let record = newRecord(requestId, agent, args, needs.clock.now());
    const asked = (id: AskId): void => {
      askId = id;
      put.resolve();
    };
    const settled = gate
      .passAccess({ requestId, agent, args, inOurWords, asked }, withdrawal.signal)
      .then((outcome) => {
        const by = this.#whoAnswered(askId);
        record = decided(record, outcome, { by, at: needs.clock.now() });
        askId = null;
        this.#forgetOldest();
        this.#changed.emit(record);
        return outcome;
      })
      .finally(() => put.resolve());
    const request: AccessRequest = {
      requestId,
      agent,
      settled,
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

  /** Another client's request is as good as none. */
  find(requestId: string, agent: Agent): AccessRequest | null {
    const request = this.get(requestId);
    return request?.agent.clientId === agent.clientId ? request : null;
  }

  /** Whoever asked: for the owner's eyes. */
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

  /** Through the management API; everybody who waits for the same question is told. */
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
    const settled = this.list().filter((request) => request.status() !== 'PENDING');
    for (const request of settled.slice(0, -settledKept)) this.#byId.delete(request.requestId);
    if (settled.length === this.#byId.size) this.#answered.clear();
  }
}

function newRecord(
  requestId: RequestId,
  agent: Agent,
  args: unknown,
  createdAt: number,
): RequestRecord {
  const parsed = readAs(RequestAccessArgs, args);
  const asked = parsed.success ? parsed.data : { scopes: [], roots: [], reason: '' };
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
  outcome: Outcome,
  { by, at }: { readonly by: string; readonly at: number },
): RequestRecord {
  const sessionId =
    outcome.kind === 'done' ? (outcome.data['session_id'] as SessionId | undefined) : undefined;
  const status = statusAfter(outcome);
  const byNobody = status === 'EXPIRED' || status === 'CANCELLED';
  const decidedBy = byNobody ? 'nobody' : by;
  return { ...record, status, decidedAt: at, decidedBy, sessionId: sessionId ?? null };
}

function statusAfter(outcome: Outcome): RequestStatus {
  if (outcome.kind === 'done') return 'APPROVED';
  if (outcome.code === 'ask-timed-out') return 'EXPIRED';
  const cancelled = outcome.code === 'ask-withdrawn' || outcome.code === 'shutting-down';
  return cancelled ? 'CANCELLED' : 'DENIED';
}
