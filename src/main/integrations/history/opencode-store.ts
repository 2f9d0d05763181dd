/**
 * OpenCode (seen: 1.18.33) keeps its conversations in SQLite. The database is copied to a private
 * folder, including its write-ahead log, and read there: opening the original would write next to
 * it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withRegularFile } from '../../platform/files/bounded-read.ts';
import { fieldsOf, nameIn } from '../native/adapters/input-fields.ts';
import { callOf, type PastToolCall } from './recorded-call.ts';

export interface StoreBounds {
  readonly bytes: number;
  readonly rows: number;
  /** Maximum size of one recorded call, in bytes. */
  readonly longest: number;
  readonly since: number;
}

export type StoreReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | {
      readonly kind: 'read';
      readonly calls: readonly PastToolCall[];
      readonly bytes: number;
      readonly tooLong: number;
      readonly isCut: boolean;
    };

export function readOpencodeStore(
  file: string,
  scratch: string,
  bounds: StoreBounds,
): StoreReading {
  const copy = path.join(scratch, 'opencode.db');
  const bytes = copied(file, copy, bounds.bytes);
  if (bytes === 'none') return { kind: 'none' };
  if (bytes === 'too-large') return { kind: 'unreadable', why: 'a database is too large' };
  const more = copied(`${file}-wal`, `${copy}-wal`, bounds.bytes);
  if (more === 'too-large') return { kind: 'unreadable', why: 'a database is too large' };
  try {
    return { ...read(copy, bounds), bytes: bytes + (more === 'none' ? 0 : more) };
  } catch {
    return { kind: 'unreadable', why: 'a database has an unknown form or is damaged' };
  } finally {
    for (const end of ['', '-wal', '-shm']) fs.rmSync(`${copy}${end}`, { force: true });
  }
}

const pieceBytes = 1024 * 1024;

function copied(from: string, to: string, most: number): number | 'none' | 'too-large' {
  const copiedBytes = withRegularFile(from, (fd, { size }) => {
    if (size > most) return -1;
    const out = fs.openSync(to, 'wx', 0o600);
    try {
      let at = 0;
      while (at < size) {
        const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - at));
        const length = fs.readSync(fd, piece, 0, piece.length, at);
        if (length === 0) break;
        fs.writeSync(out, piece, 0, length);
        at += length;
      }
      return at;
    } finally {
      fs.closeSync(out);
    }
  });
  if (copiedBytes === null) return 'none';
  return copiedBytes === -1 ? 'too-large' : copiedBytes;
}

const parts = `
  select part.id as id, part.session_id as conversation, part.time_created as at,
    session.directory as cwd, part.data as data
  from part join session on session.id = part.session_id
  where part.time_created >= ? and length(part.data) <= ?
    and substr(part.data, 1, 200) like '%"tool"%'
  order by part.time_created desc limit ?`;
const longParts = `
  select count(*) as count from part where time_created >= ? and length(data) > ?`;

function read(file: string, { rows, longest, since }: StoreBounds) {
  const database = new DatabaseSync(file, { allowExtension: false });
  try {
    // Disables what a damaged or hostile schema could do.
    database.exec(
      'pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on',
    );
    const calls: PastToolCall[] = [];
    let seen = 0;
    for (const row of database.prepare(parts).iterate(since, longest, rows)) {
      seen += 1;
      const call = callIn(fieldsOf(row));
      if (call) calls.push(call);
    }
    const long = fieldsOf(database.prepare(longParts).get(since, longest))['count'];
    return {
      kind: 'read' as const,
      ...{ calls, tooLong: typeof long === 'number' ? long : 0, isCut: seen >= rows },
    };
  } finally {
    database.close();
  }
}

function callIn(row: Readonly<Record<string, unknown>>): PastToolCall | null {
  const { conversation, at, cwd, data } = row;
  if (typeof conversation !== 'string' || typeof cwd !== 'string') return null;
  if (typeof at !== 'number' || typeof data !== 'string') return null;
  const part = fieldsOf(parsed(data));
  const state = fieldsOf(part['state']);
  const tool = nameIn(part, 'tool');
  // A call refused by the user or a plugin ends with an error; a failed command counts as
  // completed.
  if (part['type'] !== 'tool' || state['status'] !== 'completed' || tool === undefined) return null;
  return callOf('opencode', { at, cwd, conversation, tool, args: state['input'] });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
