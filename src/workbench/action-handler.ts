/** The types of a workbench task and of the handlers and planners that serve it. */
import type { ActionArgs, ActionName } from '../shared/actions/actions.ts';
import type { Disposable } from '../shared/base/disposable.ts';
import type { Outcome } from '../shared/actions/outcomes.ts';
import type { Plan } from '../shared/actions/plan.ts';
import type { SandboxLaunch } from '../shared/sandbox/sandbox-launch.ts';
import type { Command } from '../shared/protocols/plugin-protocol.ts';
import type { WireRoot } from './confined/folder.ts';
import type { ActionError } from './confined/errors.ts';

/** The session a command runs for and the limits that apply to it. */
export interface Task {
  readonly sessionId: string;
  readonly agentId: string;
  /** The ledger entry that records the consent. */
  readonly entryId: string;
  readonly roots: readonly WireRoot[];
  /** Folders that listings and searches must exclude. */
  readonly skip: readonly string[];
  /** Only for actions that start a program: exactly what was judged, shown and recorded. */
  readonly start: Command['start'];
  /** Where everything that is started for the call runs; undefined: with the user's rights. */
  readonly sandbox?: SandboxLaunch | undefined;
  /** The digest of the judged plan; undefined if the call had no plan. */
  readonly planned: string | undefined;
  readonly resultBytes: number;
  /** Aborted when the caller no longer waits for the result. */
  readonly signal: AbortSignal;
}

export const taskOf = (command: Command, signal: AbortSignal): Task => ({
  sessionId: command.session_id,
  agentId: command.agent_id,
  entryId: command.entry_id,
  roots: command.roots,
  skip: command.skip ?? [],
  start: command.start,
  sandbox: command.start?.sandbox ?? command.sandbox,
  planned: command.planned,
  resultBytes: command.result_bytes,
  signal,
});

export type ActionHandler<Name extends ActionName> = (
  args: ActionArgs<Name>,
  task: Task,
) => Promise<Outcome>;

export type ActionHandlers = { readonly [Name in ActionName]?: ActionHandler<Name> };

/** Reports what the handler of the same action would do, using the same code. Changes nothing. */
export type Planner<Name extends ActionName> = (
  args: ActionArgs<Name>,
  task: Task,
) => Promise<Plan | ActionError>;

export type Planners = { readonly [Name in ActionName]?: Planner<Name> };

/** The handlers of one category and the resources they keep open. */
export interface HandlerSet extends Disposable {
  readonly handlers: ActionHandlers;
  readonly planners?: Planners;
  /** Called once the hub is connected: events reach it from now on. */
  connected?(): void;
  /** Releases everything kept for the session. */
  endSession?(sessionId: string): void | Promise<void>;
}
