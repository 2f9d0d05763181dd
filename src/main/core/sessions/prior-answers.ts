/**
 * Access asks that no call waits for, because the user postponed them or the app was restarted.
 * They are kept on disk, and a yes that comes late is used when the same request comes again.
 */
import { z } from 'zod';
import type { AccessAsk, Root } from '../../../shared/access/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { AskAnswer } from '../../../shared/asks/asks.ts';
import { AccessAskOnDisk } from '../../../shared/asks/saved-ask.ts';
import type { AskId, ClientId } from '../../../shared/base/ids.ts';
import { parkedMs, type AskQueue, type AllowedAnswer } from '../asks/ask-queue.ts';
import type { Needs } from '../dependencies.ts';
import { accessKey } from './step-up.ts';

const storedAs = 'pending-requests';
const unusedKeptMs = 60 * 60_000;
/** An agent that asked longer ago has given up by now. */
const oldestRestoredMs = 24 * 60 * 60_000;

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'stateStore'>;
  readonly asks: AskQueue;
}

interface PriorAnswer {
  readonly clientId: ClientId;
  readonly allow: AllowedAnswer;
  readonly pins: readonly Root[];
  readonly until: number;
}

/** An earlier yes, and the folders that were replaced on disk since it was given; if there are any, it is void. */
export interface PriorApproval {
  readonly allow: AllowedAnswer;
  readonly replaced: readonly Root[];
}

export class PriorAnswers implements Disposable {
  readonly #deps: Deps;
  #listening: Disposable | null = null;
  readonly #unused = new Map<string, PriorAnswer>();
  /** Null until something is saved: the file may still have the asks of the last run. */
  #saved: string | null = null;
  #revocations = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Restores the asks of the last run; no call waits for them. */
  async start(): Promise<void> {
    const { asks, needs } = this.#deps;
    const stored = z.array(AccessAskOnDisk).safeParse(await needs.stateStore.load(storedAs));
    const now = needs.clock.now();
    for (const ask of stored.success ? stored.data : []) {
      if (ask.askedAt <= now - oldestRestoredMs || ask.askedAt > now) continue;
      asks.restore({ ...ask, deadline: now + parkedMs });
    }
    this.#listening = asks.onChanged(() => this.#save());
  }

  /** Keeps a yes that no request waits for. */
  keep(ask: AccessAsk, answer: AskAnswer): void {
    if (answer.kind !== 'allow') return;
    const until = this.#deps.needs.clock.monotonic() + unusedKeptMs;
    const allow = { ...answer, picked: ask.picked };
    const { clientId } = ask.agent;
    this.#unused.set(keyOf(ask), { clientId, allow, pins: ask.pins, until });
  }

  /** The client was removed: no answer carries over to a new client of the same name. */
  forget(clientId: ClientId): void {
    for (const [key, prior] of this.#unused) {
      if (prior.clientId === clientId) this.#unused.delete(key);
    }
  }

  /** Valid once, for the same request in the same folders. */
  take(key: string, roots: readonly Root[]): PriorApproval | null {
    const prior = this.#unused.get(key);
    this.#unused.delete(key);
    if (!prior || prior.until <= this.#deps.needs.clock.monotonic()) return null;
    const { allow, pins } = prior;
    return { allow, replaced: roots.filter((root) => !pins.some((pin) => isSame(pin, root))) };
  }

  /** The user revoked everything, so no earlier yes is valid any more. */
  forgetAll(): void {
    this.#revocations += 1;
    this.#unused.clear();
  }

  /** Counts how often everything was revoked, so that a flow can notice that it happened meanwhile. */
  get revocations(): number {
    return this.#revocations;
  }

  /** A repeated request replaces its earlier postponed ask. */
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

  dispose(): void {
    void this.#listening?.dispose();
  }

  #accessAsks(): readonly AccessAsk[] {
    return this.#deps.asks.list().filter((ask) => ask.kind === 'access');
  }

  /** Not while the app quits, so that the asks still waiting stay on disk for the next run. */
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
