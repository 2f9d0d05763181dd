/** Asks waiting for the user. Each is answered once, by id; no answer in time means no. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import { fits, type Ask, type AskAnswer } from '../../../shared/asks/asks.ts';
import type { AllowAccess, Root } from '../../../shared/access/access.ts';
import type { AskId, ClientId, SessionId } from '../../../shared/base/ids.ts';
import type { AnswerReceipt } from '../../../shared/ipc/ask-window.ts';
import { pipelinesOf } from '../../../shared/commands/command-parts.ts';
import { touchedMs } from '../../../shared/access/session-limits.ts';
import { whyNotContent } from '../../../shared/servers/input-form.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Clock } from '../dependencies.ts';
import { whyNotGivable } from './narrowing.ts';

/** Where an answer came from, if not from the ask window. */
export type AnswerWay = 'management-api';

export type Answered = AskAnswer & {
  readonly by?: AnswerWay;
  /** For an access ask: the folders that the user picked. */
  readonly picked?: readonly Root[];
};
export type AllowedAnswer = Extract<Answered, AllowAccess>;

export type AskResult =
  | Answered
  | { readonly kind: 'parked' | 'timed-out' | 'withdrawn' | 'closed' };

interface QueuedAsk {
  ask: Ask;
  timer: Disposable;
  /** Null once no call waits for the answer. */
  resolve: ((result: AskResult) => void) | null;
  /** The deadline is paused until then. */
  readonly pausedUntil: number;
}

/** What an answer led to. Late: no call waits for it any more. */
export type TakenAnswer =
  | { readonly accepted: true; readonly ask: Ask; readonly isLate: boolean }
  | { readonly accepted: false; readonly why: string };

/** Counted over all clients: one program can use many names through the management API. */
const maxAsks = 256;

/** How long a postponed ask, or one left over from before a restart, is kept. */
export const parkedMs = 60 * 60_000;

/** Input extends the deadline in steps, because every change redraws the window. */
const leastPauseMs = 5_000;
/** Limits how long input in the window can keep an agent waiting. */
const maxAskMs = 30 * 60_000;

export class AskQueue implements Disposable {
  readonly #clock: Clock;
  readonly #pending = new Map<AskId, QueuedAsk>();
  readonly #changed = new Emitter<void>();
  readonly #full = new Emitter<ClientId>();
  #closed = false;

  constructor(deps: { readonly clock: Clock }) {
    this.#clock = deps.clock;
  }

  readonly onChanged = this.#changed.on;
  /** A client was refused because too many of its asks wait. */
  readonly onFull = this.#full.on;

  get closed(): boolean {
    return this.#closed;
  }

  ask(ask: Ask, signal: AbortSignal): Promise<AskResult> {
    if (this.#closed) return Promise.resolve({ kind: 'closed' });
    if (signal.aborted) return Promise.resolve({ kind: 'withdrawn' });
    const { promise, resolve } = Promise.withResolvers<AskResult>();
    const withdraw = (): void => this.withdraw(ask.askId);
    signal.addEventListener('abort', withdraw, { once: true });
    this.#add(ask, (result) => {
      signal.removeEventListener('abort', withdraw);
      resolve(result);
    });
    return promise;
  }

  /** An ask from before a restart, which no call waits for. */
  restore(ask: Ask): void {
    if (!this.#closed) this.#add(Object.freeze({ ...ask, waiting: 0 }), null);
  }

  answer(askId: AskId, answer: Answered): TakenAnswer {
    const pending = this.#pending.get(askId);
    if (!pending) return { accepted: false, why: 'This question is no longer waiting.' };
    const { ask } = pending;
    const misfit = whyNotTaken(answer, ask);
    if (misfit) return { accepted: false, why: misfit };
    const isLate = pending.resolve === null;
    this.#resolve(askId, withPicks(answer, ask));
    return { accepted: true, ask, isLate };
  }

  /** Answers through the management API: access only, while a call waits; it can never confirm a call. */
  answerAccess(askId: AskId, answer: AskAnswer): AnswerReceipt {
    const pending = this.#pending.get(askId);
    if (pending?.ask.kind !== 'access' || !pending.resolve) {
      return { accepted: false, why: 'Nobody waits for an answer to this.' };
    }
    if (answer.kind === 'allow' && answer.standing) {
      return { accepted: false, why: 'Only the user can make a standing grant, in the window.' };
    }
    const taken = this.answer(askId, { ...answer, by: 'management-api' });
    return taken.accepted ? { accepted: true } : taken;
  }

  /** Input in the window pauses the deadline for a while. */
  touch(askId: AskId): void {
    const pending = this.#pending.get(askId);
    const now = this.#clock.now();
    if (!pending?.resolve || now >= pending.ask.deadline) return;
    const paused = Math.max(now, pending.pausedUntil);
    const pausedUntil = Math.max(paused, Math.min(now + touchedMs, pending.ask.askedAt + maxAskMs));
    if (pausedUntil - paused < leastPauseMs) return;
    void pending.timer.dispose();
    const deadline = pending.ask.deadline + (pausedUntil - paused);
    this.#add(Object.freeze({ ...pending.ask, deadline }), pending.resolve, pausedUntil);
  }

  /** A folder inside the requested ones, which the user may allow instead. */
  addPicked(askId: AskId, root: Root, warning: string | null): void {
    const pending = this.#pending.get(askId);
    if (pending?.ask.kind !== 'access') return;
    const { ask } = pending;
    if ([...ask.pins, ...ask.picked].some(({ path }) => path === root.path)) return;
    const rootWarnings = { ...ask.rootWarnings, ...(warning ? { [root.path]: warning } : {}) };
    pending.ask = Object.freeze({ ...ask, picked: [...ask.picked, root], rootWarnings });
    this.#changed.emit();
  }

  /** Postpones an ask: the waiting call is refused, and the ask stays for a later answer. */
  park(askId: AskId): void {
    const pending = this.#pending.get(askId);
    if (!pending?.resolve) return;
    const { resolve } = pending;
    // An MCP server does not come back for an answer.
    if (isServerInput(pending.ask)) return this.#resolve(askId, { kind: 'parked' });
    void pending.timer.dispose();
    const deadline = this.#clock.now() + parkedMs;
    this.#add(Object.freeze({ ...pending.ask, waiting: 0, deadline }), null);
    resolve({ kind: 'parked' });
  }

  /** Ends an ask that cannot be shown or is no longer needed; counts as no. */
  withdraw(askId: AskId): void {
    this.#resolve(askId, { kind: 'withdrawn' });
  }

  withdrawAllOf(clientId: ClientId): void {
    for (const ask of this.list()) if (ask.agent.clientId === clientId) this.withdraw(ask.askId);
  }

  /** Withdraws the asks of an ended session. */
  withdrawAllIn(sessionId: SessionId): void {
    for (const ask of this.list()) {
      if (ask.kind === 'confirm' && ask.sessionId === sessionId) this.withdraw(ask.askId);
    }
  }

  setWaiting(askId: AskId, waiting: number): void {
    const pending = this.#pending.get(askId);
    if (!pending || pending.ask.waiting === waiting) return;
    pending.ask = Object.freeze({ ...pending.ask, waiting });
    this.#changed.emit();
  }

  /** Oldest first, as they are shown. */
  list(): readonly Ask[] {
    return [...this.#pending.values()].map(({ ask }) => ask);
  }

  /** Asks that a call waits for; postponed ones block nobody. */
  countOf(clientId: ClientId): number {
    return this.list().filter((ask) => ask.agent.clientId === clientId && ask.waiting > 0).length;
  }

  /** Refuses an ask over the limit, and notifies the user. */
  fullFor(clientId: ClientId, most: number): Refused | null {
    if (this.countOf(clientId) < most && this.#pending.size < maxAsks) return null;
    this.#full.emit(clientId);
    return refused('too-many-asks');
  }

  dispose(): void {
    this.#closed = true;
    for (const askId of [...this.#pending.keys()]) this.#resolve(askId, { kind: 'closed' });
  }

  #add(ask: Ask, resolve: QueuedAsk['resolve'], pausedUntil = 0): void {
    const timeout = Math.max(1, ask.deadline - this.#clock.now());
    const timer = this.#clock.after(timeout, () => this.#resolve(ask.askId, { kind: 'timed-out' }));
    this.#pending.set(ask.askId, { ask, timer, resolve, pausedUntil });
    this.#changed.emit();
  }

  #resolve(askId: AskId, result: AskResult): void {
    const pending = this.#pending.get(askId);
    if (!pending) return;
    this.#pending.delete(askId);
    void pending.timer.dispose();
    pending.resolve?.(result);
    this.#changed.emit();
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
  if (answer.kind === 'once' && answer.parts && !areParts(answer.parts, ask)) {
    return 'Parts of a line are allowed in their order, those that a pipe connects together.';
  }
  if (answer.kind === 'session' && answer.set && !isForRegistry(ask)) {
    return 'That is no package registry.';
  }
  if (answer.kind === 'submit' && ask.kind === 'confirm' && ask.serverInput)
    return whyNotContent(ask.serverInput.fields, answer.content);
  return null;
}

const isServerInput = (ask: Ask): boolean =>
  ask.kind === 'confirm' && ask.serverInput !== undefined;

const isForRegistry = (ask: Ask): boolean =>
  ask.kind === 'confirm' && (ask.network?.registry ?? null) !== null;

/**
 * Some parts of the line shown: each once, and every pipeline as a whole. A late approval is for
 * the whole line.
 */
function areParts(allowed: readonly number[], ask: Ask): boolean {
  const parts = ask.kind === 'confirm' ? ask.command?.parts : undefined;
  if (!parts || ask.waiting === 0) return false;
  const isKept = (at: number): boolean => allowed.includes(at);
  const whole = pipelinesOf(parts).filter((pipeline) => pipeline.every(isKept));
  return whole.flat().join() === allowed.join();
}
