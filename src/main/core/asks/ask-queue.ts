/** Questions waiting for the person. Each is answered once, by id; silence is no. */
import type { AccessAnswer, Ask } from '../../../shared/access.ts';
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { AskId, ClientId } from '../../../shared/ids.ts';
import type { AnswerReceipt } from '../../../shared/ipc.ts';
import type { Clock } from '../needs.ts';
import { widerThanAsked } from './narrowing.ts';

export type Settlement =
  | AccessAnswer
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'withdrawn' };

interface Waiting {
  readonly ask: Ask;
  readonly settle: (settlement: Settlement) => void;
}

export class AskQueue implements Disposable {
  readonly #clock: Clock;
  readonly #waiting = new Map<AskId, Waiting>();
  readonly #changed = new Emitter<void>();
  #closed = false;

  constructor(deps: { readonly clock: Clock }) {
    this.#clock = deps.clock;
  }

  readonly onChanged = this.#changed.on;

  ask(ask: Ask, signal: AbortSignal): Promise<Settlement> {
    if (signal.aborted || this.#closed) return Promise.resolve({ kind: 'withdrawn' });
    const { promise, resolve } = Promise.withResolvers<Settlement>();
    const withdraw = (): void => settle({ kind: 'withdrawn' });
    const timer = this.#clock.after(ask.deadline - ask.askedAt, () =>
      settle({ kind: 'timed-out' }),
    );
    const listening = toDisposable(() => signal.removeEventListener('abort', withdraw));
    const settle = (settlement: Settlement): void => {
      if (!this.#waiting.delete(ask.askId)) return;
      void timer.dispose();
      void listening.dispose();
      resolve(settlement);
      this.#changed.emit();
    };
    signal.addEventListener('abort', withdraw, { once: true });
    this.#waiting.set(ask.askId, { ask, settle });
    this.#changed.emit();
    return promise;
  }

  /** Only the ask window calls this. */
  answer(askId: AskId, answer: AccessAnswer): AnswerReceipt {
    const waiting = this.#waiting.get(askId);
    if (!waiting) return { accepted: false, why: 'This question is no longer waiting.' };
    if (answer.kind === 'allow') {
      const wider = widerThanAsked(answer, waiting.ask);
      if (wider) return { accepted: false, why: wider };
    }
    waiting.settle(answer);
    return { accepted: true };
  }

  /** For a question that can no longer be shown: it ends as no, answered by nobody. */
  withdraw(askId: AskId): void {
    this.#waiting.get(askId)?.settle({ kind: 'withdrawn' });
  }

  /** Oldest first: the order in which they are shown. */
  list(): readonly Ask[] {
    return [...this.#waiting.values()].map(({ ask }) => ask);
  }

  countOf(clientId: ClientId): number {
    return this.list().filter((ask) => ask.agent.clientId === clientId).length;
  }

  dispose(): void {
    this.#closed = true;
    for (const { settle } of [...this.#waiting.values()]) settle({ kind: 'withdrawn' });
  }
}
