/** Reconnect delays: growing, with jitter so that windows do not retry together. */
const firstMs = 500;
const maxMs = 15_000;

export class ReconnectBackoff {
  #tries = 0;

  next(random: number = Math.random()): number {
    const wait = Math.min(firstMs * 2 ** this.#tries, maxMs);
    this.#tries += 1;
    return Math.round(wait * (0.75 + random / 2));
  }

  reset(): void {
    this.#tries = 0;
  }
}
