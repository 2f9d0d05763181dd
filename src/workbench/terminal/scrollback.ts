/** The newest part of what was written; places are counted from the very beginning. */
export class Scrollback {
  readonly #most: number;
  #text = '';
  #dropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(data: string): void {
    this.#text += data;
    // Cut seldom: each cut copies what is kept.
    if (this.#text.length <= this.#most * 2) return;
    this.#dropped += this.#text.length - this.#most;
    this.#text = this.#text.slice(-this.#most);
  }

  since(place: number | undefined, most: number) {
    const wanted = place ?? this.#dropped;
    const from = Math.max(0, wanted - this.#dropped);
    const data = this.#text.slice(from, from + most);
    const next = this.#dropped + from + data.length;
    const all = this.#dropped + this.#text.length;
    return { data, next, truncated: wanted < this.#dropped || next < all };
  }
}
