import { toDisposable, type Disposable } from './disposable.ts';

/**
 * Broadcasts events, never decides anything. Subscribing returns a Disposable that unsubscribes.
 */
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
