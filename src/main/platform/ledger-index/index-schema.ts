/**
 * The tables of an index file. Increase the version with every change: files of other versions are
 * rebuilt.
 */
export const schemaVersion = 2;

export const schema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE words (number INTEGER PRIMARY KEY, word TEXT NOT NULL);
  CREATE TABLE segments (number INTEGER PRIMARY KEY, bytes INTEGER NOT NULL);
  CREATE TABLE entries (
    n INTEGER PRIMARY KEY, seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, ts INTEGER NOT NULL,
    actor INTEGER NOT NULL, action INTEGER NOT NULL, outcome INTEGER NOT NULL,
    code INTEGER NOT NULL, session INTEGER NOT NULL, user INTEGER NOT NULL,
    decided_by INTEGER NOT NULL, rule INTEGER NOT NULL, duration_ms REAL,
    entry TEXT NOT NULL, request_id TEXT, subject TEXT NOT NULL, detail TEXT, places TEXT NOT NULL
  );
  CREATE VIRTUAL TABLE texts USING fts5(
    text, content='', contentless_delete=1, tokenize='unicode61'
  );`;

/** While loading, large runs of text are sorted in memory and automatic merging is off; later, the defaults apply. */
const textOptions = (hashBytes: number, automerge: number, crisismerge: number): string =>
  `INSERT INTO texts (texts, rank) VALUES ('hashsize', ${hashBytes}), ('automerge', ${automerge}),
    ('crisismerge', ${crisismerge});`;
export const loading = textOptions(16 * 1024 * 1024, 0, 1_000);
export const loaded = textOptions(1024 * 1024, 4, 16);
