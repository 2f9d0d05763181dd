/** Reads the histories of all agents within the given bounds. Runs in the thread of history-worker.ts. */
import fs from 'node:fs';
import path from 'node:path';
import {
  historyClients,
  type ClientHistory,
  type HistoryClient,
  type HistoryProgress,
  type LeftOut,
} from '../../../shared/integrations/agent-history.ts';
import { readLines } from '../../platform/files/bounded-lines.ts';
import { projectFolderOf } from '../../platform/paths/project-folder.ts';
import { FolderTotals, type CountedFolder } from './folder-totals.ts';
import { historyFiles, opencodeDatabase, type HistoryHome } from './history-files.ts';
import { readOpencodeStore } from './opencode-store.ts';
import { FileCalls, type FileClient } from './record-readers.ts';

export interface HistoryBounds {
  /** Maximum number of files per agent. */
  readonly files: number;
  /** Maximum number of folder entries per agent. */
  readonly entries: number;
  /** Maximum number of bytes for all agents together. */
  readonly bytes: number;
  readonly bytesOfFile: number;
  readonly longestLine: number;
  readonly ms: number;
}

export const usualBounds: HistoryBounds = {
  files: 2_000,
  entries: 50_000,
  bytes: 1024 ** 3,
  bytesOfFile: 256 * 1024 ** 2,
  longestLine: 8 * 1024 ** 2,
  ms: 60_000,
};

export interface ReadTask extends HistoryHome {
  readonly since: number;
  /** A private folder for copies. */
  readonly scratch: string;
  readonly bounds: HistoryBounds;
}

export interface CountedClient extends Omit<ClientHistory, 'folders'> {
  readonly folders: readonly CountedFolder[];
}

export interface CountedHistory {
  readonly clients: readonly CountedClient[];
  readonly isComplete: boolean;
}

class Reading {
  readonly #task: ReadTask;
  readonly #onProgress: (progress: HistoryProgress) => void;
  readonly until: number;
  readonly #folders = new Map<string, Promise<string>>();
  files = 0;
  bytes = 0;

  constructor(task: ReadTask, onProgress: (progress: HistoryProgress) => void) {
    this.#task = task;
    this.#onProgress = onProgress;
    this.until = performance.now() + task.bounds.ms;
  }

  get isOver(): boolean {
    return performance.now() > this.until || this.bytes >= this.#task.bounds.bytes;
  }

  read(bytes: number): void {
    this.files += 1;
    this.bytes += bytes;
    this.#onProgress({ files: this.files, bytes: this.bytes });
  }

  newTotals(): FolderTotals {
    return new FolderTotals({ home: this.#task.home, folderOf: this.#folderOf });
  }

  /** The folder for which access would be requested; a missing folder stands for itself. */
  readonly #folderOf = (cwd: string): Promise<string> => {
    const known = this.#folders.get(cwd);
    if (known) return known;
    const finding = fs.existsSync(cwd)
      ? projectFolderOf(cwd, this.#task.home).then((folder) => folder ?? path.resolve(cwd))
      : Promise.resolve(path.resolve(cwd));
    if (this.#folders.size < 10_000) this.#folders.set(cwd, finding);
    return finding;
  };
}

class Omitted {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  list(): readonly LeftOut[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}

export async function readHistory(
  task: ReadTask,
  onProgress: (progress: HistoryProgress) => void,
): Promise<CountedHistory> {
  const reading = new Reading(task, onProgress);
  const clients: CountedClient[] = [];
  let isComplete = true;
  for (const client of historyClients) {
    clients.push(await readClient(client, task, reading));
    isComplete &&= !reading.isOver;
  }
  return { clients, isComplete };
}

const readClient = (
  client: HistoryClient,
  task: ReadTask,
  reading: Reading,
): Promise<CountedClient> =>
  client === 'opencode' ? readOpencode(task, reading) : readFiles(client, task, reading);

async function readFiles(
  client: FileClient,
  task: ReadTask,
  reading: Reading,
): Promise<CountedClient> {
  const { bounds, since } = task;
  const totals = reading.newTotals();
  const omitted = new Omitted();
  const found = historyFiles(client, task, since, { ...bounds, until: reading.until });
  if (found.isCut) omitted.add(leftOut.manyFiles);
  const seen = new Set<string>();
  let files = 0;
  for (const { file, cwd } of found.files) {
    if (reading.isOver) {
      omitted.add(leftOut.files, found.files.length - files);
      break;
    }
    files += 1;
    const calls = new FileCalls(client, { since, ...(cwd === undefined ? {} : { cwd }) });
    readInto(calls, file, { bounds, reading, omitted });
    for (const [id, call] of calls.calls()) {
      if (performance.now() > reading.until) break;
      // A conversation that continues in another file is copied there.
      const key = `${id}\0${call.at}`;
      if (seen.has(key)) continue;
      seen.add(key);
      await totals.add(call);
    }
  }
  omitted.add(leftOut.folders, totals.leftOut);
  return { client, files, folders: totals.folders(), leftOut: omitted.list() };
}

interface FileReading {
  readonly bounds: HistoryBounds;
  readonly reading: Reading;
  readonly omitted: Omitted;
}

function readInto(calls: FileCalls, file: string, { bounds, reading, omitted }: FileReading): void {
  const most = Math.min(bounds.bytesOfFile, bounds.bytes - reading.bytes);
  let lines = 0;
  const read = readLines(file, { most, longest: bounds.longestLine }, (line) => {
    const record = parsed(line);
    if (record === undefined) omitted.add(leftOut.records);
    else calls.add(record);
    lines += 1;
    // The clock is not read for each of a million short lines.
    return lines % 64 !== 0 || performance.now() <= reading.until;
  });
  if (read === null) return omitted.add(leftOut.unreadable);
  reading.read(read.bytes);
  omitted.add(leftOut.longRecords, read.tooLong);
  if (read.isCut || calls.isFull) omitted.add(leftOut.beginnings);
}

async function readOpencode(task: ReadTask, reading: Reading): Promise<CountedClient> {
  const totals = reading.newTotals();
  const omitted = new Omitted();
  const none = { client: 'opencode', files: 0, folders: [] } as const;
  if (reading.isOver) return { ...none, leftOut: [{ what: leftOut.files, count: 1 }] };
  const { bounds, since, scratch } = task;
  const store = readOpencodeStore(opencodeDatabase(task), scratch, {
    ...{ bytes: Math.min(bounds.bytesOfFile, bounds.bytes - reading.bytes), rows: 100_000 },
    ...{ longest: bounds.longestLine, since },
  });
  if (store.kind === 'none') return { ...none, leftOut: [] };
  if (store.kind === 'unreadable') return { ...none, leftOut: [{ what: store.why, count: 1 }] };
  reading.read(store.bytes);
  omitted.add(leftOut.longRecords, store.tooLong);
  if (store.isCut) omitted.add(leftOut.beginnings);
  for (const call of store.calls) {
    if (performance.now() > reading.until) break;
    await totals.add(call);
  }
  omitted.add(leftOut.folders, totals.leftOut);
  return { client: 'opencode', files: 1, folders: totals.folders(), leftOut: omitted.list() };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Each continues "3 × …". */
const leftOut = {
  files: 'files not read, out of time or too much data',
  manyFiles: 'folders with more files than are read',
  unreadable: 'files that could not be read',
  records: 'records that are no JSON',
  longRecords: 'records that are too long',
  beginnings: 'files of which only the newest part was read',
  folders: 'calls in further folders',
} as const;
