/** How long executors take for their calls, without asking and waiting for locks. For metrics only. */
import type { Outcome } from '../../../shared/actions/outcomes.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import { mapMaybe, type MaybePromise } from '../../../shared/base/maybe-promise.ts';
import type { Clock } from '../dependencies.ts';

export interface ExecutorRun {
  readonly by: 'workbench' | 'editor' | 'app';
  readonly ms: number;
  readonly result: Outcome['kind'];
}

interface TimedExecutor {
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

const kindOf = ({ builtIn, inApp }: TimedExecutor): ExecutorRun['by'] =>
  builtIn ? 'workbench' : inApp ? 'app' : 'editor';
