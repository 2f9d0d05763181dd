/** An open index file: rows on disk, columns in memory, and how both grow. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Columns } from './columns.ts';
import { IndexDatabase } from './index-database.ts';
import { LineIntake } from './line-intake.ts';
import type { Segments } from './segments.ts';
import { IndexSource, type EntrySource } from './entry-source.ts';

const rowsAtOnce = 10_000;

export class OpenIndex {
  readonly file: string;
  readonly db: IndexDatabase;
  readonly columns: Columns;
  readonly intake: LineIntake;
  readonly source: EntrySource;

  private constructor(file: string, db: IndexDatabase, columns: Columns, segments: Segments) {
    this.file = file;
    this.db = db;
    this.columns = columns;
    this.intake = new LineIntake(db, columns, segments);
    this.source = new IndexSource(db, columns);
  }

  /**
   * Null if another version of Gatehouse created the file. The columns are read unless they are
   * given.
   */
  static async open(
    file: string,
    segments: Segments,
    columns?: Columns,
  ): Promise<OpenIndex | null> {
    const db = IndexDatabase.open(file);
    if (!db) return null;
    try {
      const loaded = columns ?? (await readColumns(db));
      return new OpenIndex(file, db, loaded, segments);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  close(): void {
    this.db.close();
  }
}

async function readColumns(db: IndexDatabase): Promise<Columns> {
  const columns = new Columns();
  while (db.loadColumns(columns, rowsAtOnce)) await nextTurn();
  return columns;
}
