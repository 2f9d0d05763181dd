/** Executes the hub's commands with their handlers and sends the results. */
import type { ErrorCode } from '../../../src/shared/errors/errors.ts';
import {
  failed,
  refused,
  type Outcome,
  isError,
  type ActionError,
} from '../../../src/shared/actions/outcomes.ts';
import type { Command, SentByPlugin } from '../../../src/shared/protocols/plugin-protocol.ts';
import { StartPermission } from '../../../src/shared/protocols/start-permission.ts';
import type { Plan } from '../../../src/shared/actions/plan.ts';
import { taskOf, type Task } from '../../../src/workbench/action-handler.ts';
import type { HandlerGroup } from './basics/editor.ts';
import { checkPlace } from './basics/allowed-paths.ts';
import { RefusalError } from './basics/refusal.ts';

type UntypedArgs = Readonly<Record<string, unknown>>;
type EditorHandler = (args: UntypedArgs, task: Task) => Promise<Outcome>;
type EditorPlanner = (args: UntypedArgs, task: Task) => Promise<Plan | ActionError>;

interface Deps {
  readonly groups: readonly HandlerGroup[];
  readonly tools: Readonly<Record<string, EditorHandler>>;
  /** Why an action is refused now; null if it is allowed. */
  readonly refusalReason: (action: string) => string | null;
  readonly send: (message: SentByPlugin) => void;
  readonly log: (text: string) => void;
}

/** Arguments that are paths; each must lie in the session's folders. */
const pathFields = ['path', 'new_path', 'root', 'cwd', 'paths'];

export class CommandDispatch {
  readonly #deps: Deps;
  readonly #handlers: ReadonlyMap<string, EditorHandler>;
  readonly #planners: ReadonlyMap<string, EditorPlanner>;
  readonly #running = new Map<string, AbortController>();
  readonly #permission: StartPermission;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#permission = new StartPermission((message) => deps.send(message));
    // The hub has checked the arguments with the action's own schema.
    this.#handlers = new Map(
      deps.groups.flatMap(({ handlers }) => Object.entries(handlers)),
    ) as ReadonlyMap<string, EditorHandler>;
    this.#planners = new Map(
      deps.groups.flatMap(({ planners = {} }) => Object.entries(planners)),
    ) as ReadonlyMap<string, EditorPlanner>;
  }

  get actions(): readonly string[] {
    return [...this.#handlers.keys()];
  }

  get previews(): readonly string[] {
    return [...this.#planners.keys()];
  }

  async answer(command: Command): Promise<void> {
    const { id } = command;
    const stop = new AbortController();
    this.#running.set(id, stop);
    const outcome = await this.#execute(command, stop.signal);
    this.#running.delete(id);
    if (!stop.signal.aborted) this.#deps.send(resultOf(id, outcome, command.result_bytes));
  }

  /** Lets the command with this id take effect. */
  go(id: string): void {
    this.#permission.go(id);
  }

  /** The caller no longer waits for it. */
  cancel(id: string): void {
    this.#running.get(id)?.abort();
  }

  cancelAll(): void {
    for (const stop of this.#running.values()) stop.abort();
  }

  async #execute(command: Command, signal: AbortSignal): Promise<Outcome> {
    const { action, args } = command;
    const task = taskOf(command, signal);
    try {
      const reason = this.#deps.refusalReason(action);
      if (reason !== null) return refused('unsupported-by-editor', reason);
      checkPaths(args, task);
      if (command.preview) return await this.#plan(action, args, task);
      const handler = this.#handlers.get(action) ?? this.#deps.tools[action];
      if (!handler) return refused('unsupported-by-editor', action);
      if (!(await this.#permission.ask(command, signal))) return failed('ask-withdrawn');
      return await handler(args, task);
    } catch (error) {
      if (error instanceof RefusalError) return error.error;
      this.#deps.log(`${action}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
      return failed('action-failed', error instanceof Error ? error.message : String(error));
    }
  }

  async #plan(action: string, args: UntypedArgs, task: Task): Promise<Outcome> {
    const plan = await this.#planners.get(action)?.(args, task);
    if (!plan) return refused('unsupported-by-editor', action);
    return isError(plan) ? plan : { kind: 'done', data: plan };
  }
}

function checkPaths(args: UntypedArgs, { roots }: Task): void {
  const named = pathFields.flatMap((field) => args[field] ?? []);
  for (const item of named) if (typeof item === 'string') checkPlace(item, roots);
}

function resultOf(id: string, outcome: Outcome, max: number): SentByPlugin {
  if (outcome.kind !== 'done') return errorOf(id, outcome.code, outcome.message);
  const { data, changes } = outcome;
  const result = { type: 'result', id, status: 'ok', data: { ...data } } as const;
  if (JSON.stringify(data).length > max) {
    return errorOf(id, 'action-failed', 'The result is too long.');
  }
  return changes ? { ...result, changes: [...changes] } : result;
}

const errorOf = (id: string, code: ErrorCode, message: string): SentByPlugin => ({
  type: 'result',
  id,
  status: 'error',
  data: { code, message: message.slice(0, 2_000) },
});
