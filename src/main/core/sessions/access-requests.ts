/** Access requests by id, so that an agent whose call gave up waiting can come back for the answer. */
import type { Agent, RequestStatus } from '../../../shared/access.ts';
import type { RequestId } from '../../../shared/ids.ts';
import type { Outcome } from '../../../shared/outcomes.ts';
import type { Gate } from '../gate/gate.ts';
import type { Needs } from '../needs.ts';

export interface AccessRequest {
  readonly requestId: RequestId;
  readonly agent: Agent;
  /** Never rejects for a refusal; rejects only for a bug. */
  readonly settled: Promise<Outcome>;
  status(): RequestStatus;
  withdraw(): void;
}

const settledKept = 200;

export class AccessRequests {
  readonly #needs: Pick<Needs, 'newId'>;
  readonly #gate: Pick<Gate, 'passAccess'>;
  readonly #byId = new Map<RequestId, AccessRequest>();

  constructor(deps: {
    readonly needs: Pick<Needs, 'newId'>;
    readonly gate: Pick<Gate, 'passAccess'>;
  }) {
    this.#needs = deps.needs;
    this.#gate = deps.gate;
  }

  open(args: unknown, agent: Agent): AccessRequest {
    const requestId = this.#needs.newId() as RequestId;
    const withdrawal = new AbortController();
    let status: RequestStatus = 'PENDING';
    const settled = this.#gate
      .passAccess({ requestId, agent, args }, withdrawal.signal)
      .then((outcome) => {
        status = statusAfter(outcome);
        this.#forgetOldest();
        return outcome;
      });
    const request: AccessRequest = {
      requestId,
      agent,
      settled,
      status: () => status,
      withdraw: () => withdrawal.abort(),
    };
    this.#byId.set(requestId, request);
    return request;
  }

  /** Another client's request is as good as none. */
  find(requestId: string, agent: Agent): AccessRequest | null {
    const request = this.#byId.get(requestId as RequestId);
    return request?.agent.clientId === agent.clientId ? request : null;
  }

  pendingOf(agent: Agent): readonly AccessRequest[] {
    return [...this.#byId.values()].filter(
      (request) => request.agent.clientId === agent.clientId && request.status() === 'PENDING',
    );
  }

  #forgetOldest(): void {
    const settled = [...this.#byId.values()].filter((request) => request.status() !== 'PENDING');
    for (const request of settled.slice(0, -settledKept)) this.#byId.delete(request.requestId);
  }
}

function statusAfter(outcome: Outcome): RequestStatus {
  if (outcome.kind === 'done') return 'APPROVED';
  if (outcome.code === 'ask-timed-out') return 'EXPIRED';
  const cancelled = outcome.code === 'ask-withdrawn' || outcome.code === 'shutting-down';
  return cancelled ? 'CANCELLED' : 'DENIED';
}
