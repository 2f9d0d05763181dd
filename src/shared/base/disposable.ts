/** Disposables: whoever opens something also closes it. Tests check that nothing stays open. */
export interface Disposable {
  dispose(): void | Promise<void>;
}

export interface LeakTracker {
  opened(disposable: object): void;
  closed(disposable: object): void;
}

let tracker: LeakTracker | null = null;

export function setLeakTracker(next: LeakTracker | null): void {
  tracker = next;
}

/** Makes a Disposable from a function that must run at most once. */
export function toDisposable(undo: () => void | Promise<void>): Disposable {
  let open = true;
  const disposable: Disposable = {
    dispose() {
      if (!open) return;
      open = false;
      tracker?.closed(disposable);
      return undo();
    },
  };
  tracker?.opened(disposable);
  return disposable;
}

/** Disposes its contents in reverse order; an error does not stop the rest. */
export class Disposables implements Disposable {
  readonly #disposables: Disposable[] = [];
  #closing: Promise<void> | null = null;

  constructor() {
    tracker?.opened(this);
  }

  get closed(): boolean {
    return this.#closing !== null;
  }

  add<T extends Disposable>(disposable: T): T {
    if (this.closed) void disposable.dispose();
    else this.#disposables.push(disposable);
    return disposable;
  }

  dispose(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    tracker?.closed(this);
    const failures: unknown[] = [];
    for (const disposable of this.#disposables.splice(0).toReversed()) {
      try {
        await disposable.dispose();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some parts did not close');
  }
}
