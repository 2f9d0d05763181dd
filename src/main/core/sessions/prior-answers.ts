/**
 * Questions that outlive their asker: put off by the person, or left over by a restart. They are
 * kept on disk, and a yes that comes late is used when the same request comes again.
 */
import { z } from 'zod';
import type { AccessAsk, Root } from '../../../shared/access/access.ts';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import { AccessAskOnDisk } from '../../../shared/asks/saved-ask.ts';
import type { AskId, ClientId } from '../../../shared/base/ids.ts';
import { parkedMs, type AskQueue, type LateAnswer, type Yes } from '../asks/ask-queue.ts';
import type { Needs } from '../dependencies.ts';
import { accessKey } from './step-up.ts';

const storedAs = 'pending-requests';
const unusedKeptMs = 60 * 60_000;
/** Who asked longer ago than this has gone on without an answer. */
const oldestRestoredMs = 24 * 60 * 60_000;

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'stateStore'>;
  readonly asks: AskQueue;
}

interface Prior {
  readonly clientId: ClientId;
  readonly allow: Yes;
  readonly pins: readonly Root[];
  readonly until: number;
}

/** A yes from before, and the folders that are not those it was given for: with any, it is void. */
export interface PriorYes {
  readonly allow: Yes;
  readonly replaced: readonly Root[];
}

export class PriorAnswers implements Disposable {
  readonly #deps: Deps;
  readonly #disposables = new Disposables();
  readonly #unused = new Map<string, Prior>();
  /** Null until something is saved: the disk may hold questions of the last run. */
  #saved: string | null = null;
  #timesTakenBack = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Puts the questions of the last run back, with nobody waiting; from now on for a while. */
  async start(): Promise<void> {
    const { asks, needs } = this.#deps;
    const stored = z.array(AccessAskOnDisk).safeParse(await needs.stateStore.load(storedAs));
    const now = needs.clock.now();
    for (const ask of stored.success ? stored.data : []) {
      if (ask.askedAt <= now - oldestRestoredMs || ask.askedAt > now) continue;
      asks.restore({ ...ask, deadline: now + parkedMs });
    }
    this.#disposables.add(asks.onChanged(() => this.#save()));
    this.#disposables.add(asks.onLateAnswer((late) => this.#keep(late)));
    this.#disposables.add(asks.onWithdrawnAllOf((clientId) => this.#forget(clientId)));
  }

  /** Counts once, for the same wish in the same folders. */
  take(key: string, roots: readonly Root[]): PriorYes | null {
    const prior = this.#unused.get(key);
    this.#unused.delete(key);
    if (!prior || prior.until <= this.#deps.needs.clock.monotonic()) return null;
    const { allow, pins } = prior;
    return { allow, replaced: roots.filter((root) => !pins.some((pin) => isSame(pin, root))) };
  }

  /** The person takes everything back, so no yes from before counts any more. */
  forgetAll(): void {
    this.#timesTakenBack += 1;
    this.#unused.clear();
  }

  /** Another number means that a yes from before is none. */
  get timesTakenBack(): number {
    return this.#timesTakenBack;
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
    return this.#disposables.dispose();
  }

  #accessAsks(): readonly AccessAsk[] {
    return this.#deps.asks.list().filter((ask) => ask.kind === 'access');
  }

  #keep({ ask, answer }: LateAnswer): void {
    if (ask.kind !== 'access' || answer.kind !== 'allow') return;
    const until = this.#deps.needs.clock.monotonic() + unusedKeptMs;
    const allow = { ...answer, picked: ask.picked };
    const { clientId } = ask.agent;
    this.#unused.set(keyOf(ask), { clientId, allow, pins: ask.pins, until });
  }

  #forget(clientId: ClientId): void {
    for (const [key, prior] of this.#unused) {
      if (prior.clientId === clientId) this.#unused.delete(key);
    }
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

const keyOf = (ask: AccessAsk): string => accessKey(ask.agent, ask.scopes, ask.roots);

const isSame = (pin: Root, root: Root): boolean =>
  pin.path === root.path && pin.device === root.device && pin.inode === root.inode;
