/** How long executors take for their calls, without asking and waiting for locks. For metrics only. */
import type { Outcome } from '../../../shared/actions/outcomes.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import { mapMaybe, type MaybePromise } from '../../../shared/base/maybe-promise.ts';
import type { Clock } from '../dependencies.ts';

export interface ExecutorRun {
  /** `mcp:<server>`: an MCP server behind the gate. */
  readonly by: 'workbench' | 'editor' | 'app' | `mcp:${string}`;
  readonly ms: number;
  readonly result: Outcome['kind'];
}

interface TimedExecutor {
  readonly id?: string;
  readonly builtIn?: boolean;
  readonly inApp?: boolean;
}

export class ExecutorRuns {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #ran = new Emitter<ExecutorRun>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  readonly onRan = this.#ran.on;

  timed(executor: TimedExecutor, run: () => MaybePromise<Outcome>): MaybePromise<Outcome> {
    const began = this.#clock.monotonic();
    return mapMaybe(run(), (outcome) => {
      const ms = this.#clock.monotonic() - began;
      this.#ran.emit({ by: kindOf(executor), ms, result: outcome.kind });
      return outcome;
    });
  }
}

function kindOf({ id = '', builtIn, inApp }: TimedExecutor): ExecutorRun['by'] {
  if (builtIn) return 'workbench';
  if (!inApp) return 'editor';
  return isServerId(id) ? id : 'app';
}

const isServerId = (id: string): id is `mcp:${string}` => id.startsWith('mcp:');
