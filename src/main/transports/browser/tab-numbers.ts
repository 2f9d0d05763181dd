/**
 * Numbers that identify tabs across browsers: the number that the browser gave, unless another
 * browser uses it.
 */
export class TabNumbers {
  /** By number. */
  readonly #tabs = new Map<number, { readonly browserId: string; readonly tab: number }>();

  of(browserId: string, tab: number): number {
    const known = [...this.#tabs].find(
      ([, item]) => item.browserId === browserId && item.tab === tab,
    );
    if (known) return known[0];
    let free = tab;
    while (this.#tabs.has(free)) free += 1;
    this.#tabs.set(free, { browserId, tab });
    return free;
  }

  /** Forgets all other tabs of this browser. */
  keep(browserId: string, numbers: ReadonlySet<number>): void {
    for (const [number, item] of [...this.#tabs]) {
      if (item.browserId === browserId && !numbers.has(number)) this.#tabs.delete(number);
    }
  }
}
