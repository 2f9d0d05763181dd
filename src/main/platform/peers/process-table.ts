/**
 * Parses `ps -axo pid=,ppid=,lstart=,comm=`: every process with its parent, start time and
 * program. Pure.
 */
import { maxParents, type PeerProcess, type ProcessFacts } from './peer-process.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly startedAt: number | null;
  readonly executable: string | null;
}

// 712 1 Mon Nov 16 05:19:12 2026 /Applications/Cursor.app/Contents/MacOS/Cursor
const line = /^\s*(\d+)\s+(\d+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.*\S)\s*$/;

export function processTable(text: string): ReadonlyMap<number, ProcessRow> {
  const rows = text.split('\n').flatMap((row) => {
    const [, pid, parent, start = '', program = ''] = line.exec(row) ?? [];
    if (pid === undefined) return [];
    const startedAt = Date.parse(start);
    const known = { pid: Number(pid), parent: Number(parent) };
    // A bare name is not a path and does not identify a program.
    const executable = program.startsWith('/') ? program : null;
    return [{ ...known, startedAt: Number.isNaN(startedAt) ? null : startedAt, executable }];
  });
  return new Map(rows.map((row) => [row.pid, row]));
}

/** Null if the program of the process is unknown. */
export function peerIn(
  table: ReadonlyMap<number, ProcessRow>,
  pid: number,
  cwd: string | null,
): PeerProcess | null {
  const row = table.get(pid);
  if (!row || row.executable === null) return null;
  const parents: ProcessFacts[] = [];
  let parent = table.get(row.parent);
  while (parent && parent.pid > 1 && parents.length < maxParents) {
    parents.push({ pid: parent.pid, executable: parent.executable, cwd: null });
    parent = table.get(parent.parent);
  }
  return { pid, executable: row.executable, cwd, startedAt: row.startedAt, parents };
}
