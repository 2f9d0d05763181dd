/**
 * Takes the user's answers to asks. A waiting call gets its answer from the queue. When no call
 * waits any more, the answer is kept for the next identical call or request, and recorded.
 */
import type { AskAnswer } from '../../../shared/asks/asks.ts';
import type { AskId, ClientId } from '../../../shared/base/ids.ts';
import type { AnswerReceipt } from '../../../shared/ipc/ask-window.ts';
import type { AnswerHistory } from '../asks/answer-history.ts';
import type { Answered, AskQueue } from '../asks/ask-queue.ts';
import type { RememberedAccess } from '../remembered/remembered-access.ts';
import type { PriorAnswers } from '../sessions/prior-answers.ts';
import type { CallConfirmation } from './call-confirmation.ts';
import type { HeldBackAsks } from './held-back-asks.ts';

interface Deps {
  readonly asks: AskQueue;
  readonly history: Pick<AnswerHistory, 'add'>;
  readonly confirms: Pick<CallConfirmation, 'answeredLate'>;
  readonly heldBack: Pick<HeldBackAsks, 'answeredLate'>;
  readonly priors: Pick<PriorAnswers, 'keep' | 'forget'>;
  readonly remembered: Pick<RememberedAccess, 'forget'>;
  readonly note: (action: string, detail: string) => Promise<boolean>;
}

export class UserAnswers {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Only for the ask window: nothing else may answer for the user. */
  answer(askId: AskId, answer: AskAnswer): AnswerReceipt {
    return this.#take(askId, answer);
  }

  /** Through the management API, which may refuse whatever waits, and is recorded as who did. */
  deny(askId: AskId, reason: string): AnswerReceipt {
    return this.#take(askId, { kind: 'deny', reason, by: 'management-api' });
  }

  #take(askId: AskId, answer: Answered): AnswerReceipt {
    const { asks, history, confirms, heldBack, priors, note } = this.#deps;
    const taken = asks.answer(askId, answer);
    if (!taken.accepted) return taken;
    const { ask } = taken;
    history.add(ask, answer);
    if (!taken.isLate) return { accepted: true };
    if (ask.kind === 'confirm' && ask.heldBack) void heldBack.answeredLate(ask, answer);
    else if (ask.kind === 'confirm') confirms.answeredLate(ask, answer);
    else priors.keep(ask, answer);
    const what = ask.kind === 'access' ? 'request_access' : ask.action;
    const detail = `${ask.agent.clientId} ${what}: ${answer.kind}; nothing was waiting to run`;
    void note('ask.answered-late', detail);
    return { accepted: true };
  }

  /** The client was removed: its asks end, and no answer carries over to a new client of the same name. */
  withdrawAllOf(clientId: ClientId): void {
    this.#deps.asks.withdrawAllOf(clientId);
    this.#deps.priors.forget(clientId);
    this.#deps.remembered.forget(clientId);
  }
}
