/**
 * Questions that outlive their asker: put off by the person, or left over by a restart. They are
 * kept on disk, and a yes that comes late is used when the same request comes again.
 */
import { z } from 'zod';
import type { AccessAsk, AllowAccess } from '../../../shared/access.ts';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import { AccessAskOnDisk } from '../../../shared/ask-on-disk.ts';
import type { AskId } from '../../../shared/ids.ts';
import type { AskQueue, LateAnswer } from '../asks/ask-queue.ts';
import type { Needs } from '../needs.ts';

const storedAs = 'pending-requests';
const unusedKeptMs = 60 * 60_000;

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'stateStore'>;
  readonly asks: AskQueue;
}

interface Prior {
  readonly allow: AllowAccess;
  readonly until: number;
}

export class PriorAnswers implements Disposable {
  readonly #deps: Deps;
  readonly #held = new Disposables();
  readonly #unused = new Map<string, Prior>();
  /** Null until something is saved: the disk may hold questions of the last run. */
  #saved: string | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Puts the questions of the last run back, with nobody waiting. */
  async start(): Promise<void> {
    const { asks, needs } = this.#deps;
    const stored = z.array(AccessAskOnDisk).safeParse(await needs.stateStore.load(storedAs));
    const now = needs.clock.now();
    for (const ask of stored.success ? stored.data : []) {
      if (ask.deadline > now) asks.restore(ask);
    }
    this.#held.add(asks.onChanged(() => this.#save()));
    this.#held.add(asks.onLateAnswer((late) => this.#keep(late)));
  }

  take(key: string): AllowAccess | null {
    const prior = this.#unused.get(key);
    this.#unused.delete(key);
    return prior && prior.until > this.#deps.needs.clock.monotonic() ? prior.allow : null;
  }

  /** Whoever asks again is shown anew, not twice. */
  withdrawParked(key: string): void {
    const { asks } = this.#deps;
    for (const ask of this.#accessAsks()) {
      if (ask.waiting === 0 && keyOf(ask) === key) asks.withdraw(ask.askId);
    }
  }

  askIdOf(key: string): readonly AskId[] {
    return this.#accessAsks()
      .filter((ask) => keyOf(ask) === key)
      .map((ask) => ask.askId);
  }

  dispose(): Promise<void> {
    return this.#held.dispose();
  }

  #accessAsks(): readonly AccessAsk[] {
    return this.#deps.asks.list().filter((ask) => ask.kind === 'access');
  }

  #keep({ ask, answer }: LateAnswer): void {
    if (ask.kind !== 'access' || answer.kind !== 'allow') return;
    const until = this.#deps.needs.clock.monotonic() + unusedKeptMs;
    this.#unused.set(keyOf(ask), { allow: answer, until });
  }

  /** When the house closes, what still waits stays on disk for the next run. */
  #save(): void {
    if (this.#deps.asks.closed) return;
    const asks = this.#accessAsks();
    const text = JSON.stringify(asks);
    if (text === this.#saved) return;
    this.#saved = text;
    void this.#deps.needs.stateStore.save(storedAs, asks);
  }
}

/** The same as `wishKey` of the wish that was asked. */
const keyOf = (ask: AccessAsk): string =>
  JSON.stringify([ask.agent.clientId, ask.scopes, [...ask.roots].toSorted()]);
