/**
 * Counts how often the user allowed and denied an agent before, by action and by folder. It is
 * separate from the ledger because an ask must be on screen immediately. Counts that another
 * installation wrote are ignored.
 */
import { z } from 'zod';
import { isYes, type Ask, type AskAnswer, type AskHistory } from '../../../shared/asks/asks.ts';
import type { Needs } from '../dependencies.ts';

const storedAs = 'answers';
/** Beyond that, the least recently answered are dropped. */
const maxKept = 2_000;

/** The number of approvals and denials, and the time of the last one. */
const AnswerCount = z.tuple([z.int(), z.int(), z.number()]);
const Counted = z.strictObject({
  since: z.number(),
  tallies: z.array(z.tuple([z.string(), AnswerCount])).max(maxKept),
});
const Stored = z.strictObject({ counted: Counted, mark: z.string() });
type Counted = z.infer<typeof Counted>;
type AnswerCount = z.infer<typeof AnswerCount>;

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'stateStore' | 'mac'>;
}

export class AnswerHistory {
  readonly #deps: Deps;
  #counts: Map<string, AnswerCount>;
  /** The time since which no answer was dropped from the counts. */
  #since: number;

  private constructor(deps: Deps, { since, tallies }: Counted) {
    this.#deps = deps;
    this.#since = since;
    this.#counts = new Map(tallies);
  }

  static async open(deps: Deps): Promise<AnswerHistory> {
    const stored = Stored.safeParse(await deps.needs.stateStore.load(storedAs));
    const isOwn = stored.success && stored.data.mark === markOf(stored.data.counted, deps);
    const empty = { since: deps.needs.clock.now(), tallies: [] };
    return new AnswerHistory(deps, isOwn ? stored.data.counted : empty);
  }

  readonly historyOf = (ask: Ask): AskHistory => {
    const [allowed, denied, lastAt] = this.#counts.get(keyOf(ask)) ?? [0, 0, null];
    const inEach = foldersOf(ask).map((folder) => {
      const [yes, no] = this.#counts.get(keyOf(ask, folder)) ?? [0, 0];
      return yes + no;
    });
    const inFolder = Math.min(allowed + denied, ...inEach);
    return { allowed, denied, lastAt, inFolder, since: this.#since };
  };

  add(ask: Ask, answer: AskAnswer): void {
    const now = this.#deps.needs.clock.now();
    for (const key of [keyOf(ask), ...foldersOf(ask).map((folder) => keyOf(ask, folder))]) {
      const [yes, no] = this.#counts.get(key) ?? [0, 0];
      this.#counts.delete(key);
      this.#counts.set(key, isYes(answer) ? [yes + 1, no, now] : [yes, no + 1, now]);
    }
    const [forgotten, tallies] = split([...this.#counts]);
    this.#counts = new Map(tallies);
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
