/** Commands of the hub, one by one: the hand that carries each out, and the answer. */
import type { ErrorCode } from '../../../src/shared/errors.ts';
import {
  failed,
  refused,
  type Outcome,
  isTrouble,
  type Trouble,
} from '../../../src/shared/outcomes.ts';
import type { Command, SentByPlugin } from '../../../src/shared/plugin-protocol.ts';
import type { Plan } from '../../../src/shared/plan.ts';
import { taskOf, type Task } from '../../../src/workbench/hand.ts';
import type { HandRoom } from './basics/editor.ts';
import { checkPlace } from './basics/places.ts';
import { Refusal } from './basics/refusal.ts';

type Args = Readonly<Record<string, unknown>>;
type AnyHand = (args: Args, task: Task) => Promise<Outcome>;
type AnyPlanner = (args: Args, task: Task) => Promise<Plan | Trouble>;

interface Deps {
  readonly rooms: readonly HandRoom[];
  readonly tools: Readonly<Record<string, AnyHand>>;
  /** Why an action is not done now; null when it is. */
  readonly whyNot: (action: string) => string | null;
  readonly send: (message: SentByPlugin) => void;
  readonly log: (text: string) => void;
}

/** The arguments of actions that are paths; each must lie in the folders of the session. */
const pathFields = ['path', 'new_path', 'root', 'cwd', 'paths'];

export class Desk {
  readonly #deps: Deps;
  readonly #hands: ReadonlyMap<string, AnyHand>;
  readonly #planners: ReadonlyMap<string, AnyPlanner>;
  readonly #underWay = new Map<string, AbortController>();

  constructor(deps: Deps) {
    this.#deps = deps;
    // Arguments were checked by the very action that names the hand.
    this.#hands = new Map(deps.rooms.flatMap(({ hands }) => Object.entries(hands))) as ReadonlyMap<
      string,
      AnyHand
    >;
    this.#planners = new Map(
      deps.rooms.flatMap(({ planners = {} }) => Object.entries(planners)),
    ) as ReadonlyMap<string, AnyPlanner>;
  }

  get actions(): readonly string[] {
    return [...this.#hands.keys()];
  }

  get previews(): readonly string[] {
    return [...this.#planners.keys()];
  }

  async answer(command: Command): Promise<void> {
    const { id } = command;
    const stop = new AbortController();
    this.#underWay.set(id, stop);
    const outcome = await this.#carryOut(command, stop.signal);
    this.#underWay.delete(id);
    if (!stop.signal.aborted) this.#deps.send(resultOf(id, outcome, command.result_bytes));
  }

  /** Nobody waits for it any more. */
  cancel(id: string): void {
    this.#underWay.get(id)?.abort();
  }

  cancelAll(): void {
    for (const stop of this.#underWay.values()) stop.abort();
  }

  async #carryOut(command: Command, signal: AbortSignal): Promise<Outcome> {
    const { action, args } = command;
    const task = taskOf(command, signal);
    try {
      const why = this.#deps.whyNot(action);
      if (why !== null) return refused('unsupported-by-editor', why);
      checkPaths(args, task);
      if (command.preview) return await this.#plan(action, args, task);
      const hand = this.#hands.get(action) ?? this.#deps.tools[action];
      return hand ? await hand(args, task) : refused('unsupported-by-editor', action);
    } catch (error) {
      if (error instanceof Refusal) return error.trouble;
      this.#deps.log(`${action}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
      return failed('action-failed', error instanceof Error ? error.message : String(error));
    }
  }

  async #plan(action: string, args: Args, task: Task): Promise<Outcome> {
    const plan = await this.#planners.get(action)?.(args, task);
    if (!plan) return refused('unsupported-by-editor', action);
    return isTrouble(plan) ? plan : { kind: 'done', data: plan };
  }
}

function checkPaths(args: Args, { roots }: Task): void {
  const named = pathFields.flatMap((field) => args[field] ?? []);
  for (const one of named) if (typeof one === 'string') checkPlace(one, roots);
}

function resultOf(id: string, outcome: Outcome, most: number): SentByPlugin {
  if (outcome.kind !== 'done') return errorOf(id, outcome.code, outcome.message);
  const { data, changes } = outcome;
  const result = { type: 'result', id, status: 'ok', data: { ...data } } as const;
  if (JSON.stringify(data).length > most) {
    return errorOf(id, 'action-failed', 'The answer is longer than may be given.');
  }
  return changes ? { ...result, changes: [...changes] } : result;
}

const errorOf = (id: string, code: ErrorCode, message: string): SentByPlugin => ({
  type: 'result',
  id,
  status: 'error',
  data: { code, message: message.slice(0, 2_000) },
});
