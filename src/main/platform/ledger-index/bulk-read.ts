/** Reads the whole ledger and assembles its entries in the order in which they began. */
import { Columns } from './columns.ts';
import {
  beginFolding,
  foldLine,
  readLine,
  risingSeq,
  type Folded,
  type LedgerLine,
} from './folding.ts';
import { noProgress, type Progress } from './index-database.ts';
import { rowOf, type IndexRow } from './index-rows.ts';
import { refold } from './line-intake.ts';
import type { LineRange, Segments } from './segments.ts';
import { StringTable } from './string-table.ts';

/** The result after everything has been read. */
export interface ReadLedger {
  readonly progress: Progress;
  readonly words: StringTable;
  readonly columns: Columns;
  /** The segments that were read completely. */
  readonly sizes: readonly (readonly [segment: number, bytes: number])[];
}

interface OpenEntryRow {
  readonly at: number;
  readonly seq: number;
  readonly places: string;
  readonly more: string[];
}

export type TakeRows = (rows: readonly IndexRow[], bytesRead: number) => void;

/** How many entries are buffered before they are passed on; by then most have ended. */
const deferredRows = 512;
const rowsAtOnce = 512;

export class BulkRead {
  readonly #segments: Segments;
  readonly #give: TakeRows;
  readonly #words = new StringTable();
  readonly #columns = new Columns();
  /**
   * Inserting rows in ascending order is cheap for the full-text index; any other order is very
   * slow.
   */
  readonly #queue: Folded[] = [];
  #given = 0;
  readonly #pending = new Map<string, Folded>();
  /** Emitted while still open; their last lines are added at the end. */
  readonly #late = new Map<string, OpenEntryRow>();
  readonly #sizes: (readonly [number, number])[] = [];
  #rows: IndexRow[] = [];
  #progress = noProgress;
  #bytes = 0;

  constructor(segments: Segments, give: TakeRows) {
    this.#segments = segments;
    this.#give = give;
  }

  run(): ReadLedger {
    while (this.#takeChunk()) continue;
    while (this.#pending.size > 0) this.#giveOldest();
    this.#addLateLines();
    this.#flush();
    const { words, columns, sizes } = {
      words: this.#words,
      columns: this.#columns,
      sizes: this.#sizes,
    };
    return { progress: this.#progress, words, columns, sizes };
  }

  #takeChunk(): boolean {
    let { lines, spoiled, lastSeq } = this.#progress;
    const before = this.#progress.segment;
    const position = this.#segments.readChunk(this.#progress, (text, place, below) => {
      this.#bytes += place.bytes;
      const line = readLine(text);
      if (line && line.seq >= below) return true;
      lines += 1;
      if (line) {
        lastSeq = risingSeq(line.seq, lastSeq);
        this.#fold(line, lastSeq, place);
      } else {
        spoiled += 1;
      }
      return true;
    });
    if (!position) return false;
    if (before !== 0 && before !== position.segment) {
      this.#sizes.push([before, this.#segments.sizeOf(before)]);
    }
    this.#progress = { ...position, lines, spoiled, lastSeq };
    return true;
  }

  #fold(line: LedgerLine, seq: number, place: LineRange): void {
    const pending = this.#pending.get(line.entry);
    if (pending) {
      foldLine(pending, line, seq, place);
      return;
    }
    const late = this.#late.get(line.entry);
    if (late) {
      late.more.push(`${place.segment}:${place.offset}:${place.bytes}`);
      return;
    }
    const folded = beginFolding(line, seq);
    foldLine(folded, line, seq, place);
    this.#pending.set(line.entry, folded);
    this.#queue.push(folded);
    if (this.#pending.size > deferredRows) this.#giveOldest();
  }

  #giveOldest(): void {
    const oldest = this.#queue[this.#given];
    if (!oldest) return;
    this.#given += 1;
    // Shortened only now and then, because removing the first element moves all the others.
    if (this.#given === deferredRows) {
      this.#queue.splice(0, this.#given);
      this.#given = 0;
    }
    const { entry, seq, places, outcome } = oldest;
    const at = this.#columns.length;
    this.#pending.delete(entry);
    if (outcome === 'open') this.#late.set(entry, { at, seq, places, more: [] });
    this.#add(rowOf(at, oldest, this.#words));
  }

  #addLateLines(): void {
    for (const [entry, { at, seq, places, more }] of this.#late) {
      if (more.length === 0) continue;
      const folded = refold(entry, seq, [places, ...more].join(' '), this.#segments);
      if (folded) this.#add({ ...rowOf(at, folded, this.#words), isNew: false });
    }
  }

  #add(row: IndexRow): void {
    this.#columns.set(row.at, row);
    this.#rows.push(row);
    if (this.#rows.length === rowsAtOnce) this.#flush();
  }

  #flush(): void {
    this.#give(this.#rows, this.#bytes);
    this.#rows = [];
  }
}
