/** How often the person said yes and no to an agent before: by action, and by folder. */
import { z } from 'zod';
import { isYes, type Ask, type AskAnswer, type AskHistory } from '../../../shared/asks.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Needs } from '../needs.ts';
import type { AskQueue } from './ask-queue.ts';

const storedAs = 'answers';
/** The least recently answered go first. */
const mostKept = 2_000;

const Tally = z.tuple([z.int(), z.int(), z.number()]);
const Stored = z.array(z.tuple([z.string(), Tally])).max(mostKept);
/** Yes, no, and when last. */
type Tally = z.infer<typeof Tally>;

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'stateStore'>;
  readonly asks: Pick<AskQueue, 'onAnswered'>;
}

export class AnswerTally implements Disposable {
  readonly #deps: Deps;
  readonly #listening: Disposable;
  #tallies: Map<string, Tally>;

  private constructor(deps: Deps, tallies: Iterable<[string, Tally]>) {
    this.#deps = deps;
    this.#tallies = new Map(tallies);
    this.#listening = deps.asks.onAnswered(({ ask, answer }) => this.#count(ask, answer));
  }

  static async open(deps: Deps): Promise<AnswerTally> {
    const stored = Stored.safeParse(await deps.needs.stateStore.load(storedAs));
    return new AnswerTally(deps, stored.success ? stored.data : []);
  }

  readonly historyOf = (ask: Ask): AskHistory => {
    const [allowed, denied, lastAt] = this.#tallies.get(keyOf(ask)) ?? [0, 0, null];
    const inEach = foldersOf(ask).map((folder) => {
      const [yes, no] = this.#tallies.get(keyOf(ask, folder)) ?? [0, 0];
      return yes + no;
    });
    return { allowed, denied, lastAt, inFolder: Math.min(allowed + denied, ...inEach) };
  };

  dispose(): void {
    void this.#listening.dispose();
  }

  #count(ask: Ask, answer: AskAnswer): void {
    const now = this.#deps.needs.clock.now();
    for (const key of [keyOf(ask), ...foldersOf(ask).map((folder) => keyOf(ask, folder))]) {
      const [yes, no] = this.#tallies.get(key) ?? [0, 0];
      this.#tallies.delete(key);
      this.#tallies.set(key, isYes(answer) ? [yes + 1, no, now] : [yes, no + 1, now]);
    }
    const kept = [...this.#tallies].slice(-mostKept);
    this.#tallies = new Map(kept);
    void this.#deps.needs.stateStore.save(storedAs, kept);
  }
}

const actionOf = (ask: Ask): string => (ask.kind === 'access' ? 'request_access' : ask.action);

const foldersOf = (ask: Ask): readonly string[] =>
  ask.kind === 'access' ? ask.roots : ask.folders;

const keyOf = (ask: Ask, folder = ''): string =>
  `${ask.agent.clientId}\n${actionOf(ask)}\n${folder}`;
