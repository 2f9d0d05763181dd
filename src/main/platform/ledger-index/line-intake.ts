/**
 * Adds ledger lines to an open index, one chunk at a time: a chunk is added completely or not at
 * all.
 */
import type { Columns } from './columns.ts';
import {
  beginFolding,
  foldLine,
  rangesOf,
  readLine,
  risingSeq,
  type Folded,
  type LedgerLine,
} from './folding.ts';
import type { IndexDatabase } from './index-database.ts';
import { rowOf, type IndexRow } from './index-rows.ts';
import type { LineRange, Segments } from './segments.ts';
import { CorruptIndex } from './sqlite-errors.ts';

interface Slot {
  readonly at: number;
  readonly folded: Folded;
}

interface Touched extends Slot {
  /** Null for a new entry. */
  readonly textBefore: string | null;
}

/** The changes of one chunk. */
interface Batch {
  readonly touched: Map<string, Touched>;
  begun: number;
}

const maxRemembered = 2_000;

export class LineIntake {
  readonly #db: IndexDatabase;
  readonly #columns: Columns;
  readonly #segments: Segments;
  /** Entries that are still open, so that their lines need not be read again. */
  readonly #open = new Map<string, Slot>();

  constructor(db: IndexDatabase, columns: Columns, segments: Segments) {
    this.#db = db;
    this.#columns = columns;
    this.#segments = segments;
  }

  /** Reads up to the line with this number. False if there was nothing to read. */
  takeChunk(upTo: number): boolean {
    const { progress } = this.#db;
    if (progress.lastSeq >= upTo) return false;
    if (!this.#segments.stillHolds(progress)) throw new HistoryChanged();
    const batch: Batch = { touched: new Map(), begun: 0 };
    let { lines, spoiled, lastSeq } = progress;
    try {
      const position = this.#segments.readChunk(progress, (text, place, below) => {
        const line = readLine(text);
        if (line && line.seq >= below) return true;
        lines += 1;
        if (!line) {
          spoiled += 1;
          return true;
        }
        lastSeq = risingSeq(line.seq, lastSeq);
        this.#fold(line, lastSeq, place, batch);
        return lastSeq < upTo;
      });
      if (!position) return false;
      this.#write(batch, { ...position, lines, spoiled, lastSeq });
      return true;
    } catch (error) {
      this.#open.clear();
      this.#db.rollback();
      throw error;
    }
  }

  #fold(line: LedgerLine, seq: number, place: LineRange, batch: Batch): void {
    const touched =
      batch.touched.get(line.entry) ?? this.#known(line.entry) ?? this.#begin(line, seq, batch);
    batch.touched.set(line.entry, touched);
    foldLine(touched.folded, line, seq, place);
  }

  #begin(line: LedgerLine, seq: number, batch: Batch): Touched {
    const at = this.#columns.length + batch.begun;
    batch.begun += 1;
    return { at, folded: beginFolding(line, seq), textBefore: null };
  }

  #known(entry: string): Touched | null {
    const open = this.#open.get(entry);
    if (open) return { ...open, textBefore: open.folded.text };
    const kept = this.#db.find(entry);
    const folded = kept && refold(entry, kept.seq, kept.places, this.#segments);
    return folded && { at: kept.at, folded, textBefore: folded.text };
  }

  #write({ touched }: Batch, progress: IndexDatabase['progress']): void {
    const before = this.#db.progress.segment;
    const inOrder = [...touched.values()].toSorted((a, b) => a.at - b.at);
    const rows = inOrder.map(({ at, folded, textBefore }): IndexRow => {
      const text = textBefore === folded.text ? null : folded.text;
      return { ...rowOf(at, folded, this.#db.words), isNew: textBefore === null, text };
    });
    this.#db.begin();
    // Inserting rows in ascending order is cheap for the full-text index; any other order is very
    // slow.
    for (const row of rows) this.#db.put(row);
    if (before !== 0 && before !== progress.segment) {
      this.#db.leaveSegment(before, this.#segments.sizeOf(before));
    }
    this.#db.commit(progress);
    for (const row of rows) this.#columns.set(row.at, row);
    for (const slot of inOrder) this.#remember(slot);
  }

  #remember({ at, folded }: Slot): void {
    if (folded.outcome !== 'open') this.#open.delete(folded.entry);
    else this.#open.set(folded.entry, { at, folded });
    if (this.#open.size <= maxRemembered) return;
    const [oldest] = this.#open.keys();
    if (oldest !== undefined) this.#open.delete(oldest);
  }
}

/** An entry, read from its lines in the ledger. */
export function refold(
  entry: string,
  seq: number,
  places: string,
  segments: Segments,
): Folded | null {
  let folded: Folded | null = null;
  for (const place of rangesOf(places)) {
    const text = segments.lineAt(place);
    const line = text === null ? null : readLine(text);
    if (line?.entry !== entry) throw new HistoryChanged();
    folded ??= beginFolding(line, seq);
    foldLine(folded, line, Math.max(seq, line.seq), place);
  }
  return folded;
}

export class HistoryChanged extends CorruptIndex {
  constructor() {
    super('the ledger is no longer what was read');
  }
}
