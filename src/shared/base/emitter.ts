import { toDisposable, type Disposable } from './disposable.ts';

/** Broadcasts, never decides. Subscribing returns its own undo. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly on = (listener: (value: T) => void): Disposable => {
    this.#listeners.add(listener);
    return toDisposable(() => void this.#listeners.delete(listener));
  };

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
