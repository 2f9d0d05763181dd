const matchMark = '\n{"type":"match"';

/** Stops a search once the limit is exceeded. Also used by the editor extension. */
export class MatchLimit {
  readonly #max: number;
  readonly #stop = new AbortController();
  #lines = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Misses a match split across chunks, which only delays stopping. */
  count(piece: Buffer): void {
    for (let at = piece.indexOf(matchMark); at !== -1; at = piece.indexOf(matchMark, at + 1))
      this.#lines += 1;
    if (this.#lines > this.#max) this.#stop.abort();
  }
}
