/** What the workbench is given to do, and the shape of whoever does it. */
import type { ActionArgs, ActionName } from '../shared/actions.ts';
import type { Disposable } from '../shared/base/disposable.ts';
import type { Outcome } from '../shared/outcomes.ts';
import type { Plan } from '../shared/plan.ts';
import type { Command } from '../shared/plugin-protocol.ts';
import type { WireRoot } from './confined-folder.ts';
import type { Trouble } from './confined-trouble.ts';

/** For whom something is done, and within which bounds. */
export interface Task {
  readonly sessionId: string;
  readonly agentId: string;
  /** The entry of the ledger that holds the consent. */
  readonly entryId: string;
  readonly roots: readonly WireRoot[];
  /** Folders that listings and searches leave out. */
  readonly skip: readonly string[];
  /** For what starts a program: exactly this was judged, shown and recorded. */
  readonly start: Command['start'];
  /** The digest of the plan that was judged; undefined where there was none. */
  readonly planned: string | undefined;
  readonly resultBytes: number;
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
}

export const taskOf = (command: Command, signal: AbortSignal): Task => ({
  sessionId: command.session_id,
  agentId: command.agent_id,
  entryId: command.entry_id,
  roots: command.roots,
  skip: command.skip ?? [],
  start: command.start,
  planned: command.planned,
  resultBytes: command.result_bytes,
  signal,
});

export type Hand<Name extends ActionName> = (
  args: ActionArgs<Name>,
  task: Task,
) => Promise<Outcome>;

export type Hands = { readonly [Name in ActionName]?: Hand<Name> };

/** Says what the hand of the same name would do, by the same code; it changes nothing. */
export type Planner<Name extends ActionName> = (
  args: ActionArgs<Name>,
  task: Task,
) => Promise<Plan | Trouble>;

export type Planners = { readonly [Name in ActionName]?: Planner<Name> };

/** One category of work with everything it keeps open. */
export interface Room extends Disposable {
  readonly hands: Hands;
  readonly planners?: Planners;
  /** Whoever listens hears events from now on. */
  connected?(): void;
  /** What was kept for a session is let go. */
  endSession?(sessionId: string): void | Promise<void>;
}
