/** The first of those that come in one turn of the loop need not wait; the others go together. */
export class MicrotaskBatch {
  #isTaken = false;

  take(): boolean {
    if (this.#isTaken) return false;
    this.#isTaken = true;
    void Promise.resolve().then(this.#free);
    return true;
  }

  readonly #free = (): void => {
    this.#isTaken = false;
  };
}
