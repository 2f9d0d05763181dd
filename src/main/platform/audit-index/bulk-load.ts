/** Makes a new index of the whole ledger, as fast as one thread can. */
import { Columns, type PackedColumns } from './columns.ts';
import { beginFolding, foldLine, readLine, risingSeq, type Folded } from './folding.ts';
import { IndexDatabase, noProgress, type Progress } from './index-database.ts';
import { refold } from './line-intake.ts';
import type { Place, Segments } from './segments.ts';

interface Late {
  readonly at: number;
  readonly seq: number;
  readonly places: string;
  readonly more: string[];
}

/** So many entries are held back before they are written: most have ended by then. */
const heldBack = 512;

export interface Loaded {
  readonly progress: Progress;
  readonly packed: PackedColumns;
  readonly transfer: readonly ArrayBuffer[];
}

export function bulkLoad(
  segments: Segments,
  file: string,
  onBytes: (bytes: number) => void,
): Loaded {
  const load = new BulkLoad(segments, IndexDatabase.create(file));
  return load.run(onBytes);
}

class BulkLoad {
  readonly #segments: Segments;
  readonly #db: IndexDatabase;
  readonly #columns = new Columns();
  /** In the order in which they began, which is the order of the full-text index. */
  readonly #queue: Folded[] = [];
  #written = 0;
  readonly #held = new Map<string, Folded>();
  /** Written while still open; their last lines are added at the end. */
  readonly #late = new Map<string, Late>();
  #progress = noProgress;

  constructor(segments: Segments, db: IndexDatabase) {
    this.#segments = segments;
    this.#db = db;
  }

  run(onBytes: (bytes: number) => void): Loaded {
    this.#db.begin();
    let bytes = 0;
    while (this.#takeChunk((place) => (bytes += place.bytes))) onBytes(bytes);
    while (this.#held.size > 0) this.#writeOldest();
    this.#addLateLines();
    this.#db.commit(this.#progress);
    this.#db.finishBulk();
    return { progress: this.#progress, ...this.#columns.pack() };
  }

  #takeChunk(onLine: (place: Place) => void): boolean {
    let { lines, spoiled, lastSeq } = this.#progress;
    const before = this.#progress.segment;
    const position = this.#segments.readChunk(this.#progress, (text, place, below) => {
      onLine(place);
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
      this.#db.leaveSegment(before, this.#segments.sizeOf(before));
    }
    this.#progress = { ...position, lines, spoiled, lastSeq };
    return true;
  }

  #fold(line: NonNullable<ReturnType<typeof readLine>>, seq: number, place: Place): void {
    const held = this.#held.get(line.entry);
    if (held) {
      foldLine(held, line, seq, place);
      return;
    }
    const late = this.#late.get(line.entry);
    if (late) {
      late.more.push(`${place.segment}:${place.offset}:${place.bytes}`);
      return;
    }
    const folded = beginFolding(line, seq);
    foldLine(folded, line, seq, place);
    this.#held.set(line.entry, folded);
    this.#queue.push(folded);
    if (this.#held.size > heldBack) this.#writeOldest();
  }

  #writeOldest(): void {
    const oldest = this.#queue[this.#written];
    if (!oldest) return;
    this.#written += 1;
    // Shortened now and then, since taking one from the front moves all the others.
    if (this.#written === heldBack) {
      this.#queue.splice(0, this.#written);
      this.#written = 0;
    }
    this.#held.delete(oldest.entry);
    this.#write(oldest);
  }

  #write(folded: Folded): void {
    const at = this.#columns.length;
    this.#columns.set(at, this.#db.put(at, folded, { isNew: true, withText: true }));
    if (folded.outcome !== 'open') return;
    const { entry, seq, places } = folded;
    this.#late.set(entry, { at, seq, places, more: [] });
  }

  #addLateLines(): void {
    for (const [entry, { at, seq, places, more }] of this.#late) {
      if (more.length === 0) continue;
      const folded = refold(entry, seq, [places, ...more].join(' '), this.#segments);
      if (!folded) continue;
      this.#columns.set(at, this.#db.put(at, folded, { isNew: false, withText: true }));
    }
  }
}
