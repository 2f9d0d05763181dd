/**
 * Counts how often the user allowed and denied an agent before, by action and by folder. It is
 * separate from the ledger because an ask must be on screen immediately. Counts that another
 * installation wrote are ignored.
 */
import { z } from 'zod';
import { isYes, type Ask, type AskAnswer, type AskHistory } from '../../../shared/asks/asks.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Needs } from '../dependencies.ts';
import type { AskQueue } from './ask-queue.ts';

const storedAs = 'answers';
/** The least recently answered go first. */
const maxKept = 2_000;

const Tally = z.tuple([z.int(), z.int(), z.number()]);
const Counted = z.strictObject({
  since: z.number(),
  tallies: z.array(z.tuple([z.string(), Tally])).max(maxKept),
});
const Stored = z.strictObject({ counted: Counted, mark: z.string() });
type Counted = z.infer<typeof Counted>;
/** Yes, no, and when last. */
type Tally = z.infer<typeof Tally>;

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'stateStore' | 'mac'>;
  readonly asks: Pick<AskQueue, 'onAnswered'>;
}

export class AnswerTally implements Disposable {
  readonly #deps: Deps;
  readonly #listening: Disposable;
  #tallies: Map<string, Tally>;
  /** From then on, what is not in the tallies was not answered. */
  #since: number;

  private constructor(deps: Deps, { since, tallies }: Counted) {
    this.#deps = deps;
    this.#since = since;
    this.#tallies = new Map(tallies);
    this.#listening = deps.asks.onAnswered(({ ask, answer }) => this.#count(ask, answer));
  }

  static async open(deps: Deps): Promise<AnswerTally> {
    const stored = Stored.safeParse(await deps.needs.stateStore.load(storedAs));
    const isOurs = stored.success && stored.data.mark === markOf(stored.data.counted, deps);
    const afresh = { since: deps.needs.clock.now(), tallies: [] };
    return new AnswerTally(deps, isOurs ? stored.data.counted : afresh);
  }

  readonly historyOf = (ask: Ask): AskHistory => {
    const [allowed, denied, lastAt] = this.#tallies.get(keyOf(ask)) ?? [0, 0, null];
    const inEach = foldersOf(ask).map((folder) => {
      const [yes, no] = this.#tallies.get(keyOf(ask, folder)) ?? [0, 0];
      return yes + no;
    });
    const inFolder = Math.min(allowed + denied, ...inEach);
    return { allowed, denied, lastAt, inFolder, since: this.#since };
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
    const [forgotten, tallies] = split([...this.#tallies]);
    this.#tallies = new Map(tallies);
    this.#since = Math.max(this.#since, ...forgotten.map(([, [, , lastAt]]) => lastAt));
    const counted: Counted = { since: this.#since, tallies };
    const mark = markOf(counted, this.#deps);
    void this.#deps.needs.stateStore.save(storedAs, { counted, mark });
  }
}

const split = <T>(all: readonly T[]): readonly [T[], T[]] => [
  all.slice(0, -maxKept),
  all.slice(-maxKept),
];

const markOf = (counted: Counted, { needs }: Deps): string =>
  needs.mac?.(`answers ${JSON.stringify(counted)}`) ?? '';

const actionOf = (ask: Ask): string => (ask.kind === 'access' ? 'request_access' : ask.action);

const foldersOf = (ask: Ask): readonly string[] =>
  ask.kind === 'access' ? ask.roots : ask.folders;

const keyOf = (ask: Ask, folder = ''): string =>
  `${ask.agent.clientId}\n${actionOf(ask)}\n${folder}`;
