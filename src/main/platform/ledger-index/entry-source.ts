/** Sources of entries to search: the index, and the newest lines of the ledger. */
import type { IndexedEntry } from '../../../shared/ledger/query.ts';
import type { Columns } from './columns.ts';
import { matchExpression, normalizedPhrases, type Phrase } from './full-text.ts';
import type { IndexDatabase, TextRange } from './index-database.ts';
import type { StringTable } from './string-table.ts';

export interface EntrySource {
  readonly columns: Columns;
  readonly words: StringTable;
  /** Entries before this position are also in the other source. */
  readonly from: number;
  /**
   * Positions of all entries that contain all of these phrases, ascending. The caller may modify
   * the array.
   */
  withText(phrases: readonly Phrase[]): Uint32Array;
  /** Some of them, in the order of the range; null if that is not faster than all of them. */
  someWithText(phrases: readonly Phrase[], range: TextRange): Uint32Array | null;
  entryAt(position: number): IndexedEntry | null;
}

interface CachedMatches {
  readonly version: number;
  readonly positions: Uint32Array;
}

/**
 * Cached, because a page, its histogram and its facets query the same words one after the other.
 */
const maxRemembered = 4;

export class IndexSource implements EntrySource {
  readonly columns: Columns;
  readonly from = 0;
  readonly #db: IndexDatabase;
  readonly #remembered = new Map<string, CachedMatches>();

  constructor(db: IndexDatabase, columns: Columns) {
    this.#db = db;
    this.columns = columns;
  }

  get words(): StringTable {
    return this.#db.words;
  }

  withText(phrases: readonly Phrase[]): Uint32Array {
    if (phrases.length === 0) return new Uint32Array();
    const expression = matchExpression(this.#normalizedPhrases(phrases));
    const known = this.#remembered.get(expression);
    if (known?.version === this.#db.version) return known.positions.slice();
    const positions = this.#db.allTextMatches(expression);
    this.#remember(expression, { version: this.#db.version, positions });
    return positions.slice();
  }

  someWithText(phrases: readonly Phrase[], range: TextRange): Uint32Array | null {
    if (phrases.length === 0) return new Uint32Array();
    const sure = this.#normalizedPhrases(phrases);
    // All matches of a prefix are merged before the first is returned.
    if (sure.some(({ open }) => open === 'yes')) return null;
    const expression = matchExpression(sure);
    const isKnown = this.#remembered.get(expression)?.version === this.#db.version;
    return isKnown ? null : this.#db.textMatches(expression, range);
  }

  entryAt(position: number): IndexedEntry | null {
    return this.#db.entryAt(position);
  }

  #normalizedPhrases(phrases: readonly Phrase[]): readonly Phrase[] {
    const any = { low: 0, high: this.columns.length, order: 'newest', most: 1 } as const;
    return normalizedPhrases(
      phrases,
      (phrase) => this.#db.textMatches(matchExpression([phrase]), any).length > 0,
    );
  }

  #remember(expression: string, remembered: CachedMatches): void {
    this.#remembered.delete(expression);
    this.#remembered.set(expression, remembered);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) {
      this.#remembered.delete(oldest);
    }
  }
}
