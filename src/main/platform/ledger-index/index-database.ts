/**
 * The SQLite file: one row per entry, recurring words as numbers, a contentless full-text index,
 * and how far the ledger has been read. All of it can be rebuilt from the ledger, so a file that
 * causes any error is replaced.
 */
import fs from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../../../shared/ledger/query.ts';
import type { Columns } from './columns.ts';
import { entryOf, positionsIn, type IndexRow } from './index-rows.ts';
import { loaded, loading, schema, schemaVersion } from './index-schema.ts';
import { beginning, type ReadPosition } from './segments.ts';
import { CorruptIndex } from './sqlite-errors.ts';
import { StringTable } from './string-table.ts';

const columnOrder = 'n, seq, last_seq, ts, actor, action, outcome, code, session';
const insertEntry = `INSERT INTO entries VALUES (${Array(18).fill('?').join()})`;
const insertText = 'INSERT INTO texts (rowid, text) VALUES (?, ?)';
// Looks for the row first, which is cheaper when it already exists.
const replacing = (sql: string): string => sql.replace('INSERT', 'INSERT OR REPLACE');
const replaceEntry = replacing(insertEntry);
const replaceText = replacing(insertText);

export interface Progress extends ReadPosition {
  readonly lines: number;
  /** Lines that could not be parsed. */
  readonly spoiled: number;
  readonly lastSeq: number;
}

export const noProgress: Progress = { ...beginning, lines: 0, spoiled: 0, lastSeq: 0 };

export interface StoredRow {
  readonly at: number;
  readonly seq: number;
  readonly places: string;
}

export class IndexDatabase {
  readonly words = new StringTable();
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #file: string;
  #savedWords = 1;
  #progress = noProgress;
  #version = 0;

  private constructor(file: string, db: DatabaseSync) {
    this.#file = file;
    this.#db = db;
  }

  /** Creates a file for bulk loading: fast, and unusable until `finishBulk` has completed. */
  static create(file: string): IndexDatabase {
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; PRAGMA threads = 2; ${schema} ${loading}`);
    return new IndexDatabase(file, db);
  }

  /** Throws SQLite's errors. Null if another version of Gatehouse created the file. */
  static open(file: string): IndexDatabase | null {
    const db = new DatabaseSync(file, { timeout: 100 });
    try {
      const made = db.prepare("SELECT value FROM meta WHERE name = 'schema'").get();
      if (Number(made?.['value']) !== schemaVersion) {
        db.close();
        return null;
      }
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;
        PRAGMA journal_size_limit = 8388608;`);
      const opened = new IndexDatabase(file, db);
      opened.#load();
      return opened;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Increases with every change. */
  get version(): number {
    return this.#version;
  }

  get bytes(): number {
    return fs.statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Sizes of the segments that were read to their end. */
  readSegments(): ReadonlyMap<number, number> {
    const rows = this.#arrays('SELECT number, bytes FROM segments').all();
    return new Map(rows as unknown as [number, number][]);
  }

  begin(): void {
    this.#db.exec('BEGIN IMMEDIATE');
  }

  commit(progress: Progress): void {
    const addWord = this.#statement('INSERT INTO words VALUES (?, ?)');
    this.words.since(this.#savedWords).forEach((word, index) => {
      addWord.run(this.#savedWords + index, word);
    });
    this.#setMeta('progress', JSON.stringify(progress));
    this.#db.exec('COMMIT');
    this.#savedWords = this.words.count;
    this.#progress = progress;
    this.#version += 1;
  }

  rollback(): void {
    this.words.forgetSince(this.#savedWords);
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
  }

  put(row: IndexRow): void {
    this.#statement(row.isNew ? insertEntry : replaceEntry).run(
      row.at,
      row.seq,
      row.lastSeq,
      row.ts,
      row.actor,
      row.action,
      row.outcome,
      row.code,
      row.session,
      row.user,
      row.decidedBy,
      row.rule,
      row.durationMs,
      row.entry,
      row.requestId,
      row.subject,
      row.detail,
      row.places,
    );
    if (row.text === null) return;
    this.#statement(row.isNew ? insertText : replaceText).run(row.at + 1, row.text);
  }

  leaveSegment(number: number, bytes: number): void {
    this.#statement('INSERT OR REPLACE INTO segments VALUES (?, ?)').run(number, bytes);
  }

  find(entry: string): StoredRow | null {
    const [row] = this.#arrays('SELECT n, seq, places FROM entries WHERE entry = ?').all(entry);
    if (!row) return null;
    const [at, seq, places] = row as unknown as [number, number, string];
    return { at, seq, places };
  }

  entryAt(at: number): IndexedEntry | null {
    const row = this.#statement('SELECT * FROM entries WHERE n = ?').get(at);
    return row ? entryOf(row, this.words) : null;
  }

  /** Positions of all matching entries, ascending. */
  allTextMatches(expression: string): Uint32Array {
    const [row] = this.#arrays('SELECT group_concat(rowid) FROM texts WHERE texts MATCH ?').all(
      expression,
    );
    const [numbers] = row as unknown as [string | null];
    return positionsIn(numbers ?? '');
  }

  /** Positions from `low` up to but not including `high`; from either end, at most `most`. */
  textMatches(expression: string, range: TextRange): Uint32Array {
    const direction = range.order === 'newest' ? 'DESC' : 'ASC';
    const [row] = this.#arrays(
      `SELECT group_concat(rowid) FROM (SELECT rowid FROM texts WHERE texts MATCH ?
       AND rowid > ? AND rowid <= ? ORDER BY rowid ${direction} LIMIT ?)`,
    ).all(expression, range.low, range.high, range.most);
    const [numbers] = row as unknown as [string | null];
    return positionsIn(numbers ?? '');
  }

  /** Fills a slice of the columns; returns whether there is more. */
  loadColumns(columns: Columns, most: number): boolean {
    const from = columns.length;
    const rows = this.#arrays(
      `SELECT ${columnOrder} FROM entries WHERE n >= ? ORDER BY n LIMIT ?`,
    ).all(from, most) as unknown as number[][];
    for (const row of rows) {
      const [n = 0, seq = 0, lastSeq = 0, ts = 0, actor = 0, action = 0, outcome = 0] = row;
      const [code = 0, session = 0] = row.slice(7);
      if (n !== columns.length) throw new CorruptIndex('the index has a gap');
      columns.set(n, { seq, lastSeq, ts, actor, action, outcome, code, session });
    }
    return rows.length === most;
  }

  /** Makes the bulk-loaded file complete and durable. */
  finishBulk(): void {
    this.#db.exec('CREATE INDEX entries_by_id ON entries (entry)');
    this.#setMeta('schema', String(schemaVersion));
    this.#db.exec(loaded);
    this.close();
    const handle = fs.openSync(this.#file, 'r+');
    fs.fsyncSync(handle);
    fs.closeSync(handle);
  }

  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  #load(): void {
    const rows = this.#arrays('SELECT number, word FROM words ORDER BY number').all();
    for (const row of rows as unknown as [number, string][]) {
      if (this.words.numberFor(row[1]) !== row[0])
        throw new CorruptIndex('the words are out of order');
    }
    this.#savedWords = this.words.count;
    const saved = this.#statement("SELECT value FROM meta WHERE name = 'progress'").get();
    this.#progress = JSON.parse(String(saved?.['value'])) as Progress;
  }

  #setMeta(name: string, value: string): void {
    this.#statement('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(name, value);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const made = this.#db.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #arrays(sql: string): StatementSync {
    const statement = this.#statement(sql);
    statement.setReturnArrays(true);
    return statement;
  }
}

export interface TextRange {
  readonly low: number;
  readonly high: number;
  readonly order: 'newest' | 'oldest';
  readonly most: number;
}

/** Whether SQLite could have written every page of the file. */
export function isSoundFile(file: string): boolean {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 500 });
  try {
    const rows = db.prepare('PRAGMA quick_check(1)').all();
    return rows.length === 1 && rows[0]?.['quick_check'] === 'ok';
  } finally {
    db.close();
  }
}
