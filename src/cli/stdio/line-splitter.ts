/** Splits bytes into lines. A line over the limit is skipped and reported once. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #skipping = false;

  constructor(options: { limit: number; onLine(line: string): void; onTooLong(): void }) {
    this.#onLine = (line) => options.onLine(line);
    this.#onTooLong = () => options.onTooLong();
    this.#limit = options.limit;
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

  #keep(chunk: Buffer): void {
    if (this.#skipping || chunk.length === 0) return;
    this.#size += chunk.length;
    if (this.#size <= this.#limit) this.#chunks.push(chunk);
    else {
      this.#skipping = true;
      this.#chunks = [];
    }
  }

  #finish(): void {
    const line = Buffer.concat(this.#chunks).toString('utf8');
    const skipped = this.#skipping;
    this.#chunks = [];
    this.#size = 0;
    this.#skipping = false;
    if (skipped) this.#onTooLong();
    else if (line.trim() !== '') this.#onLine(line);
  }
}
