/**
 * The newest lines of the ledger, in memory. They are searched while there is no index or it is
 * behind.
 */
import { viewOf } from '../../../shared/ledger/fold-entry.ts';
import type { IndexedEntry } from '../../../shared/ledger/query.ts';
import { Columns } from './columns.ts';
import { rowOf } from './index-rows.ts';
import { beginFolding, foldLine, rangesOf, readLine, risingSeq, type Folded } from './folding.ts';
import { runFits, normalizedPhrases, wordRun, type Phrase } from './full-text.ts';
import {
  beginning,
  type LineRange,
  type ReadPosition,
  type Segments,
  type TakeLine,
} from './segments.ts';
import type { EntrySource } from './entry-source.ts';
import { StringTable } from './string-table.ts';

export class NewestLines implements EntrySource {
  readonly words = new StringTable();
  readonly columns = new Columns();
  readonly #segments: Segments;
  readonly #maxBytes: number;
  readonly #entries: Folded[] = [];
  readonly #positions = new Map<string, number>();
  #end: ReadPosition;
  #bytes = 0;
  #lastSeq = 0;
  #from = 0;

  constructor(segments: Segments, maxBytes: number) {
    this.#segments = segments;
    this.#maxBytes = maxBytes;
    this.#end = this.#start();
  }

  get from(): number {
    return this.#from;
  }

  /** Starts after this line: earlier lines are in the index. */
  beginAfter(seq: number): void {
    this.#from = this.columns.length === 0 ? 0 : this.columns.firstAfter(seq);
  }

  /** False if so many lines arrived that starting again is cheaper. */
  readOn(): boolean {
    let position = this.#segments.readChunk(this.#end, this.#take);
    while (position) {
      this.#end = position;
      if (this.#bytes > this.#maxBytes * 2) return false;
      position = this.#segments.readChunk(this.#end, this.#take);
    }
    return true;
  }

  find(
    entry: string,
  ): { readonly entry: IndexedEntry; readonly places: readonly LineRange[] } | null {
    const position = this.#positions.get(entry);
    const folded = position === undefined ? undefined : this.#entries[position];
    return folded ? { entry: indexed(folded), places: rangesOf(folded.places) } : null;
  }

  withText(phrases: readonly Phrase[]): Uint32Array {
    if (phrases.length === 0) return new Uint32Array();
    const runs = this.#entries.map(({ text }) => wordRun(text));
    const sure = normalizedPhrases(phrases, (phrase) => runs.some((run) => runFits(run, [phrase])));
    const positions = [...runs.keys()].slice(this.#from);
    return Uint32Array.from(positions.filter((at) => runFits(runs[at] ?? '', sure)));
  }

  someWithText(): null {
    return null;
  }

  entryAt(position: number): IndexedEntry | null {
    const folded = this.#entries[position];
    return folded ? indexed(folded) : null;
  }

  /** The position from which roughly the readable number of bytes follows. */
  #start(): ReadPosition {
    let bytes = 0;
    for (const segment of this.#segments.list().toReversed()) {
      bytes += this.#segments.sizeOf(segment);
      const offset = bytes - this.#maxBytes;
      // Probably in the middle of a line; a partial line is skipped.
      if (offset > 0) return { ...beginning, segment, offset };
    }
    return beginning;
  }

  readonly #take: TakeLine = (text, place, below) => {
    this.#bytes += place.bytes;
    const line = readLine(text);
    if (!line || line.seq >= below) return true;
    this.#lastSeq = risingSeq(line.seq, this.#lastSeq);
    const known = this.#positions.get(line.entry);
    const isBeginning = line.raw['phase'] !== 'decision' && line.raw['phase'] !== 'outcome';
    // For an entry that began before the first line read here, the index's version is shown.
    if (known === undefined && !isBeginning) return true;
    const position = known ?? this.#entries.length;
    const folded = this.#entries[position] ?? beginFolding(line, this.#lastSeq);
    foldLine(folded, line, this.#lastSeq, place);
    this.#entries[position] = folded;
    this.#positions.set(line.entry, position);
    this.columns.set(position, rowOf(position, folded, this.words));
    return true;
  };
}

const indexed = (folded: Folded): IndexedEntry => ({ ...viewOf(folded), user: folded.user });
