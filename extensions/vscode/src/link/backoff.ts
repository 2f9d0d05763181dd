/** How long to wait before the next try: longer each time, and not the same in every window. */
const firstMs = 500;
const longestMs = 15_000;

export class Backoff {
  #tries = 0;

  next(random: number = Math.random()): number {
    const wait = Math.min(firstMs * 2 ** this.#tries, longestMs);
    this.#tries += 1;
    return Math.round(wait * (0.75 + random / 2));
  }

  reset(): void {
    this.#tries = 0;
  }
}
