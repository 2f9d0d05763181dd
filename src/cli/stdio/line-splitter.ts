/** Bytes in, whole lines out. A line longer than the limit is skipped and reported once. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  readonly #limit: number;
  #kept: Buffer[] = [];
  #size = 0;
  #skipping = false;

  constructor(wishes: { limit: number; onLine(line: string): void; onTooLong(): void }) {
    this.#onLine = (line) => wishes.onLine(line);
    this.#onTooLong = () => wishes.onTooLong();
    this.#limit = wishes.limit;
  }

  push(bytes: Buffer): void {
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(0x0a, at);
      if (end < 0) return this.#keep(bytes.subarray(at));
      this.#keep(bytes.subarray(at, end));
      this.#finish();
      at = end + 1;
    }
  }

  #keep(piece: Buffer): void {
    if (this.#skipping || piece.length === 0) return;
    this.#size += piece.length;
    if (this.#size <= this.#limit) this.#kept.push(piece);
    else {
      this.#skipping = true;
      this.#kept = [];
    }
  }

  #finish(): void {
    const line = Buffer.concat(this.#kept).toString('utf8');
    const skipped = this.#skipping;
    this.#kept = [];
    this.#size = 0;
    this.#skipping = false;
    if (skipped) this.#onTooLong();
    else if (line.trim() !== '') this.#onLine(line);
  }
}
