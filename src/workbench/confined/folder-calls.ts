/**
 * The system calls that confined files are made of: each names an entry by an open folder and one
 * name, so nothing on the way to it can be exchanged. One implementation per system; see
 * docs/decisions/0068-folder-calls-per-system.md.
 */
import type { BigIntStats } from 'node:fs';

/** An entry of an open folder; with `null` the name is an absolute path of our own. */
export interface EntryName {
  readonly folder: number | null;
  readonly name: string;
}

export interface RawEntry {
  readonly name: Buffer;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** Calls throw errors with the system's code, as Node does. None follows a link at the name. */
export interface FolderCalls {
  openFolder(entry: EntryName): number;
  openFile(entry: EntryName, flags: number, mode: number): number;
  /** Opens what may be a regular file, without waiting for a pipe. The caller looks at what it is. */
  pin(entry: EntryName): number;
  /** A path that opens exactly the file that `pin` opened; on Windows its name at this moment. */
  pinnedPath(fd: number): string;
  /** Throws unless the file that `pin` opened may be written. */
  checkWritable(entry: EntryName, pinned: number): void;
  /** A path of an open folder, for programs and watchers that take nothing else. */
  folderPath(fd: number): string;
  lstat(entry: EntryName): BigIntStats | undefined;
  list(fd: number, max: number): Promise<readonly RawEntry[]>;
  makeFolder(entry: EntryName, mode: number): void;
  makeLink(entry: EntryName, target: Buffer): void;
  readLink(entry: EntryName): Buffer;
  rename(from: EntryName, to: EntryName): void;
  unlink(entry: EntryName): void;
  removeFolder(entry: EntryName): void;
  /** Flushes an open folder's list of names. */
  sync(fd: number): Promise<void>;
}
