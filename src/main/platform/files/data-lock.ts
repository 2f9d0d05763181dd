/**
 * Allows one app per data folder, independently of Chromium's own lock: an operating-system lock
 * on a file in the folder, held through SQLite for the lifetime of the process. The kernel
 * releases it when the process dies, no child inherits it, and it works across containers and host
 * names that share the folder. Nothing else in this process may open that file, because closing it
 * would release the lock.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';

export const lockFileName = 'app.lock';
const holderFileName = 'app.lock.json';
const largestHolder = 4_096;
/** SQLite's result codes (low byte). */
const sqliteCode = { busy: 5, notADatabase: 26 } as const;
/** Time for a process that is exiting to release the lock. */
const tries = 6;
const pauseMs = 100;
/** Longer than a process whose lock file was deleted needs to finish its current write. */
const ledgerIsStillMs = 300;

const Holder = z.object({
  pid: z.int().min(1),
  host: z.string().max(255),
  since: z.string().max(40),
});
export type Holder = z.infer<typeof Holder>;

/** Another app uses the folder. */
export class DataFolderInUse extends Error {
  readonly holder: Holder | null;

  constructor(dataDir: string, holder: Holder | null) {
    super(
      `The data folder ${dataDir} is in use by another Gatehouse: ${holderWords(holder)}. Quit that one first, or set GATEHOUSE_DATA_DIR to another folder.`,
    );
    this.holder = holder;
  }
}

const holderWords = (holder: Holder | null): string =>
  holder
    ? `process ${holder.pid} on ${visibleText(holder.host)}, since ${visibleText(holder.since)}`
    : 'which one is not known';

export interface DataLock extends Disposable {
  /** Why this process may no longer use the folder; null while it may. */
  whyLost(): string | null;
}

/** Throws DataFolderInUse before anything in the folder is changed. */
export function lockDataDir(dataDir: string, now: () => number): DataLock {
  const file = path.join(dataDir, lockFileName);
  const isNew = !fs.existsSync(file);
  const { database, id } = whileDying(() => takeLock(file, dataDir));
  // Its file may have been deleted under a running app, which notices that before its next write.
  if (isNew && fs.existsSync(path.join(dataDir, 'audit'))) sleep(ledgerIsStillMs);
  const since = new Date(now()).toISOString();
  writeHolder(dataDir, { pid: process.pid, host: os.hostname(), since });
  return {
    whyLost() {
      const there = idOf(file);
      if (there === id) return null;
      const what =
        there === null ? `the lock file ${file} is gone` : `another lock file is at ${file}`;
      return `${what}, so another Gatehouse may be using the folder`;
    },
    dispose: () => database.close(),
  };
}

interface TakenLock {
  readonly database: DatabaseSync;
  /** Which file is locked. */
  readonly id: string;
}

function takeLock(file: string, dataDir: string): TakenLock {
  const before = makeLockFile(file);
  const database = new DatabaseSync(file);
  try {
    // No journal: nothing is ever written, and no other file may appear.
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw whyNotLocked(error, file, dataDir);
  }
  const id = idOf(file);
  if (id !== null && id === before) return { database, id };
  database.close();
  throw new DataFolderInUse(dataDir, readHolder(dataDir));
}

const { O_CREAT, O_RDWR } = fs.constants;
/** Windows has none. */
const O_NOFOLLOW = fs.constants.O_NOFOLLOW ?? 0;

/** Only the user may open it, because anyone who can read it could lock it. */
function makeLockFile(file: string): string | null {
  fs.closeSync(fs.openSync(file, O_CREAT | O_RDWR | O_NOFOLLOW, 0o600));
  return idOf(file);
}

function whyNotLocked(error: unknown, file: string, dataDir: string): unknown {
  const code = Number((error as { errcode?: number }).errcode) & 0xff;
  if (code === sqliteCode.busy) return new DataFolderInUse(dataDir, readHolder(dataDir));
  const message = error instanceof Error ? error.message : String(error);
  if (code === sqliteCode.notADatabase)
    return new Error(`${file} is not our lock file. Move it away, then start Gatehouse again.`);
  return new Error(
    `${file} cannot be locked (${message}). Without a lock two apps could write over each other: set GATEHOUSE_DATA_DIR to a folder on a disk of this machine.`,
  );
}

/** Retries for a moment, because a process that was just killed may still hold the lock. */
function whileDying<T>(take: () => T): T {
  for (let left = tries; ; left -= 1) {
    try {
      return take();
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || left === 0 || isAlive(error.holder)) throw error;
    }
    sleep(pauseMs);
  }
}

/** As far as this process can see. */
export function isAlive(holder: Holder | null): boolean {
  if (holder?.host !== os.hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function idOf(file: string): string | null {
  const stat = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev} ${stat.ino}` : null;
}

/** Written atomically, because the second app may be reading it. */
function writeHolder(dataDir: string, holder: Holder): void {
  const file = path.join(dataDir, holderFileName);
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  fs.writeFileSync(temporary, `${JSON.stringify(holder)}\n`, { flag: 'wx', mode: 0o600 });
  fs.renameSync(temporary, file);
}

function readHolder(dataDir: string): Holder | null {
  try {
    const file = path.join(dataDir, holderFileName);
    const stat = fs.lstatSync(file);
    if (!stat.isFile() || stat.size > largestHolder) return null;
    return Holder.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    // Not written yet, or written by another program: the holder is unknown.
    return null;
  }
}

/** Blocks the process, so use it only during startup. */
export const sleep = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};
