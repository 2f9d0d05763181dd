/** Questions waiting for the person. Each is answered once, by id; silence is no. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import { fits, type Ask, type AskAnswer } from '../../../shared/asks.ts';
import type { AllowAccess, Root } from '../../../shared/access.ts';
import type { AskId, ClientId, SessionId } from '../../../shared/ids.ts';
import type { AnswerReceipt } from '../../../shared/ipc-ask.ts';
import { touchedMs } from '../../../shared/session-limits.ts';
import type { Clock } from '../needs.ts';
import { whyNotGivable } from './narrowing.ts';

/** Where an answer came from, if not from the ask window. */
export type AnswerWay = 'management-api';

export type Answered = AskAnswer & {
  readonly by?: AnswerWay;
  /** With a yes to access: the folders that the person picked for it. */
  readonly picked?: readonly Root[];
};
export type Yes = Extract<Answered, AllowAccess>;

export type Settlement =
  | Answered
  | { readonly kind: 'parked' | 'timed-out' | 'withdrawn' | 'closed' };

interface Held {
  ask: Ask;
  timer: Disposable;
  /** Null once nobody waits for the answer. */
  tell: ((settlement: Settlement) => void) | null;
  /** The time to answer stands still until then. */
  readonly pausedUntil: number;
}

export interface LateAnswer {
  readonly ask: Ask;
  readonly answer: AskAnswer;
}

/** A question that was put off, or that a restart left over, stays this long. */
export const parkedMs = 60 * 60_000;

/** Not every touch moves the deadline: the window would be drawn anew each time. */
const leastPauseMs = 5_000;
/** An agent is not held up for ever by a hand that rests on the keyboard. */
const longestAskMs = 30 * 60_000;

export class AskQueue implements Disposable {
  readonly #clock: Clock;
  readonly #held = new Map<AskId, Held>();
  readonly #changed = new Emitter<void>();
  readonly #answered = new Emitter<LateAnswer>();
  readonly #late = new Emitter<LateAnswer>();
  readonly #withdrawnAllOf = new Emitter<ClientId>();
  #closed = false;

  constructor(deps: { readonly clock: Clock }) {
    this.#clock = deps.clock;
  }

  readonly onChanged = this.#changed.on;
  /** Every answer of the person that counted. */
  readonly onAnswered = this.#answered.on;
  /** Answers that came when nobody waited any more. */
  readonly onLateAnswer = this.#late.on;
  /** The client is one no longer: nothing it was ever told counts for whoever bears its name next. */
  readonly onWithdrawnAllOf = this.#withdrawnAllOf.on;

  get closed(): boolean {
    return this.#closed;
  }

  ask(ask: Ask, signal: AbortSignal): Promise<Settlement> {
    if (this.#closed) return Promise.resolve({ kind: 'closed' });
    if (signal.aborted) return Promise.resolve({ kind: 'withdrawn' });
    const { promise, resolve } = Promise.withResolvers<Settlement>();
    const withdraw = (): void => this.withdraw(ask.askId);
    signal.addEventListener('abort', withdraw, { once: true });
    this.#hold(ask, (settlement) => {
      signal.removeEventListener('abort', withdraw);
      resolve(settlement);
    });
    return promise;
  }

  /** A question from before, which nobody waits for. */
  restore(ask: Ask): void {
    if (!this.#closed) this.#hold(Object.freeze({ ...ask, waiting: 0 }), null);
  }

  /** Only the ask window calls this; for access there is `answerAccess` beside it. */
  answer(askId: AskId, answer: Answered): AnswerReceipt {
    const held = this.#held.get(askId);
    if (!held) return { accepted: false, why: 'This question is no longer waiting.' };
    const misfit = whyNotTaken(answer, held.ask);
    if (misfit) return { accepted: false, why: misfit };
    if (!answer.by) this.#answered.emit({ ask: held.ask, answer });
    if (held.tell) this.#settle(askId, withPicks(answer, held.ask));
    else this.#answerLate(held.ask, answer);
    return { accepted: true };
  }

  /** The word of the management API: for access only, while somebody waits, and never to confirm a call. */
  answerAccess(askId: AskId, answer: AskAnswer): AnswerReceipt {
    const held = this.#held.get(askId);
    const waits = held?.ask.kind === 'access' && held.tell;
    if (!waits) return { accepted: false, why: 'Nobody waits for an answer to this.' };
    return this.answer(askId, { ...answer, by: 'management-api' });
  }

  /** While the person is at it, the time does not run: it stands still for a while after each touch. */
  touch(askId: AskId): void {
    const held = this.#held.get(askId);
    const now = this.#clock.now();
    if (!held?.tell || now >= held.ask.deadline) return;
    const paused = Math.max(now, held.pausedUntil);
    const pausedUntil = Math.max(
      paused,
      Math.min(now + touchedMs, held.ask.askedAt + longestAskMs),
    );
    if (pausedUntil - paused < leastPauseMs) return;
    void held.timer.dispose();
    const deadline = held.ask.deadline + (pausedUntil - paused);
    this.#hold(Object.freeze({ ...held.ask, deadline }), held.tell, pausedUntil);
  }

  /** A folder inside those asked for, which the person may allow instead. */
  addPicked(askId: AskId, root: Root, warning: string | null): void {
    const held = this.#held.get(askId);
    if (held?.ask.kind !== 'access') return;
    const { ask } = held;
    if ([...ask.pins, ...ask.picked].some(({ path }) => path === root.path)) return;
    const rootWarnings = { ...ask.rootWarnings, ...(warning ? { [root.path]: warning } : {}) };
    held.ask = Object.freeze({ ...ask, picked: [...ask.picked, root], rootWarnings });
    this.#changed.emit();
  }

  /** Denied for now: whoever waits is told, and the question stays for a later answer. */
  park(askId: AskId): void {
    const held = this.#held.get(askId);
    if (!held?.tell) return;
    const { tell } = held;
    void held.timer.dispose();
    const deadline = this.#clock.now() + parkedMs;
    this.#hold(Object.freeze({ ...held.ask, waiting: 0, deadline }), null);
    tell({ kind: 'parked' });
  }

  /** For a question that can no longer be shown or is no longer asked: it ends as no. */
  withdraw(askId: AskId): void {
    this.#settle(askId, { kind: 'withdrawn' });
  }

  withdrawAllOf(clientId: ClientId): void {
    for (const ask of this.list()) if (ask.agent.clientId === clientId) this.withdraw(ask.askId);
    this.#withdrawnAllOf.emit(clientId);
  }

  /** An ended session has nothing left to confirm. */
  withdrawAllIn(sessionId: SessionId): void {
    for (const ask of this.list()) {
      if (ask.kind === 'confirm' && ask.sessionId === sessionId) this.withdraw(ask.askId);
    }
  }

  setWaiting(askId: AskId, waiting: number): void {
    const held = this.#held.get(askId);
    if (!held || held.ask.waiting === waiting) return;
    held.ask = Object.freeze({ ...held.ask, waiting });
    this.#changed.emit();
  }

  /** Oldest first: the order in which they are shown. */
  list(): readonly Ask[] {
    return [...this.#held.values()].map(({ ask }) => ask);
  }

  /** Those that somebody waits for; what the person has put off holds nobody up. */
  countOf(clientId: ClientId): number {
    return this.list().filter((ask) => ask.agent.clientId === clientId && ask.waiting > 0).length;
  }

  dispose(): void {
    this.#closed = true;
    for (const askId of [...this.#held.keys()]) this.#settle(askId, { kind: 'closed' });
  }

  #hold(ask: Ask, tell: Held['tell'], pausedUntil = 0): void {
    const patience = Math.max(1, ask.deadline - this.#clock.now());
    const timer = this.#clock.after(patience, () => this.#settle(ask.askId, { kind: 'timed-out' }));
    this.#held.set(ask.askId, { ask, timer, tell, pausedUntil });
    this.#changed.emit();
  }

  #settle(askId: AskId, settlement: Settlement): void {
    const held = this.#held.get(askId);
    if (!held) return;
    this.#held.delete(askId);
    void held.timer.dispose();
    held.tell?.(settlement);
    this.#changed.emit();
  }

  #answerLate(ask: Ask, answer: AskAnswer): void {
    this.#settle(ask.askId, answer);
    this.#late.emit({ ask, answer });
  }
}

function withPicks(answer: Answered, ask: Ask): Answered {
  if (answer.kind !== 'allow' || ask.kind !== 'access' || ask.picked.length === 0) return answer;
  return { ...answer, picked: ask.picked };
}

function whyNotTaken(answer: AskAnswer, ask: Ask): string | null {
  if (!fits(answer, ask)) return 'That is no answer to this question.';
  if (answer.kind === 'allow' && ask.kind === 'access') return whyNotGivable(answer, ask);
  if (answer.kind === 'session' && ask.kind === 'confirm' && ask.forSession === null) {
    return 'This can only be allowed once.';
  }
  return null;
}
