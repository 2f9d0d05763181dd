/** Stores recurring names (agents, actions, codes, sessions) as small numbers; 0 means none. */
export class StringTable {
  readonly #byNumber: string[] = [''];
  readonly #byWord = new Map<string, number>([['', 0]]);

  get count(): number {
    return this.#byNumber.length;
  }

  /** Assigns a number to a new word. */
  numberFor(word: string | null): number {
    const text = word ?? '';
    const known = this.#byWord.get(text);
    if (known !== undefined) return known;
    this.#byNumber.push(text);
    this.#byWord.set(text, this.#byNumber.length - 1);
    return this.#byNumber.length - 1;
  }

  find(word: string): number | undefined {
    return this.#byWord.get(word);
  }

  wordOf(number: number): string {
    return this.#byNumber[number] ?? '';
  }

  /** The words added since the table had this size. */
  since(count: number): readonly string[] {
    return this.#byNumber.slice(count);
  }

  /** Removes the words added since the table had this size. */
  forgetSince(count: number): void {
    for (const word of this.#byNumber.splice(count)) this.#byWord.delete(word);
  }
}
