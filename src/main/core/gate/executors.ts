/** Whoever can carry an action out. The first that offers it does it. */
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import { failed, type Outcome } from '../../../shared/outcomes.ts';
import type { SettledCall } from './calls.ts';

export interface Executor {
  readonly name: string;
  readonly actions: ReadonlySet<string>;
  /** `entryId` names the entry of the ledger that holds the consent. */
  run(call: SettledCall, entryId: string, signal: AbortSignal): Promise<Outcome>;
}

export class Executors {
  readonly #connected = new Set<Executor>();
  readonly #changed = new Emitter<void>();

  readonly onChanged = this.#changed.on;

  register(executor: Executor): Disposable {
    this.#connected.add(executor);
    this.#changed.emit();
    return toDisposable(() => {
      this.#connected.delete(executor);
      this.#changed.emit();
    });
  }

  any(): boolean {
    return this.#connected.size > 0;
  }

  canDo(action: string): boolean {
    return this.#for(action) !== undefined;
  }

  async run(call: SettledCall, entryId: string, signal: AbortSignal): Promise<Outcome> {
    const executor = this.#for(call.action);
    return executor ? executor.run(call, entryId, signal) : failed('editor-disconnected');
  }

  #for(action: string): Executor | undefined {
    return [...this.#connected].find((executor) => executor.actions.has(action));
  }
}
