/** Keeps the newest output; offsets count from the very beginning. */
export class Scrollback {
  readonly #max: number;
  #text = '';
  #dropped = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(data: string): void {
    this.#text += data;
    // Trim rarely: each trim copies the text.
    if (this.#text.length <= this.#max * 2) return;
    this.#dropped += this.#text.length - this.#max;
    this.#text = this.#text.slice(-this.#max);
  }

  since(offset: number | undefined, max: number) {
    const requested = offset ?? this.#dropped;
    const from = Math.max(0, requested - this.#dropped);
    const data = this.#text.slice(from, from + max);
    const next = this.#dropped + from + data.length;
    const all = this.#dropped + this.#text.length;
    return { data, next, truncated: requested < this.#dropped || next < all };
  }
}
