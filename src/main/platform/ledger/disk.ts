/**
 * The disk operations of the ledger. Tests replace them with a disk that fails, fills up or loses
 * power.
 */
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import {
  fileIdOf,
  folderIdOf,
  whyMoved,
  type ExpectedFile,
  type FileId,
  type FolderId,
} from './still-there.ts';

export interface DiskFile {
  /**
   * Writes into the page cache synchronously; the buffer may be reused afterwards. A full disk may
   * take only part of it without an error.
   */
  write(bytes: Buffer, at: number): number;
  /** The same off the main thread: for large writes, or while a sync may block the file. */
  writeAside(bytes: Buffer, at: number): Promise<number>;
  datasync(): Promise<void>;
  truncate(size: number): Promise<void>;
  size(): Promise<number>;
  /** Reads everything from there to the end. */
  read(from?: number): Promise<Buffer>;
  close(): Promise<void>;
  /** Why the path no longer leads to this open file; null while it does. Synchronous. */
  whyMoved?(expected: ExpectedFile): string | null;
}

export interface Disk {
  /** Readable only by the user, and not a link. `empty` truncates an existing file. */
  open(file: string, how: 'as-is' | 'empty'): Promise<DiskFile>;
  read(file: string): Promise<Buffer>;
  list(folder: string): Promise<readonly string[]>;
  makeFolder(folder: string): Promise<void>;
  /** Makes the names in a folder durable. */
  syncFolder(folder: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(file: string): Promise<void>;
  freeBytes(folder: string): Promise<number>;
  /** Identifies the folder that is at that path now. */
  folderId?(folder: string): FolderId;
}

const { O_CREAT, O_RDWR, O_TRUNC, O_RDONLY } = fs.constants;
const O_NOFOLLOW = fs.constants.O_NOFOLLOW ?? 0;

class RealFile implements DiskFile {
  readonly #handle: fsPromises.FileHandle;
  readonly #id: FileId;

  constructor(handle: fsPromises.FileHandle) {
    this.#handle = handle;
    this.#id = fileIdOf(handle.fd);
  }

  write(bytes: Buffer, at: number): number {
    return fs.writeSync(this.#handle.fd, bytes, 0, bytes.length, at);
  }

  async writeAside(bytes: Buffer, at: number): Promise<number> {
    return (await this.#handle.write(bytes, 0, bytes.length, at)).bytesWritten;
  }

  datasync(): Promise<void> {
    return this.#handle.datasync();
  }

  truncate(size: number): Promise<void> {
    return this.#handle.truncate(size);
  }

  async size(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  async read(from = 0): Promise<Buffer> {
    const bytes = Buffer.alloc(Math.max(0, (await this.size()) - from));
    let filled = 0;
    while (filled < bytes.length) {
      const wanted = bytes.length - filled;
      const { bytesRead } = await this.#handle.read(bytes, filled, wanted, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  whyMoved(expected: ExpectedFile): string | null {
    return whyMoved(this.#id, expected);
  }
}

export const realDisk: Disk = {
  async open(file, how) {
    const flags = O_RDWR | O_CREAT | O_NOFOLLOW | (how === 'empty' ? O_TRUNC : 0);
    return new RealFile(await fsPromises.open(file, flags, 0o600));
  },
  read: (file) => fsPromises.readFile(file),
  list: (folder) => fsPromises.readdir(folder),
  async makeFolder(folder) {
    await fsPromises.mkdir(folder, { recursive: true, mode: 0o700 });
  },
  async syncFolder(folder) {
    if (process.platform === 'win32') return;
    const handle = await fsPromises.open(folder, O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename: (from, to) => fsPromises.rename(from, to),
  remove: (file) => fsPromises.rm(file, { force: true }),
  async freeBytes(folder) {
    const { bavail, bsize } = await fsPromises.statfs(folder);
    return bavail * bsize;
  },
  folderId: folderIdOf,
};

/** A full disk can take part of a write without an error: count the bytes. */
export function writeAtOnce(file: DiskFile, bytes: Buffer, at: number): void {
  for (let written = 0; written < bytes.length;) {
    written += some(file.write(bytes.subarray(written), at + written));
  }
}

export async function writeAside(file: DiskFile, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    written += some(await file.writeAside(bytes.subarray(written), at + written));
  }
}

function some(taken: number): number {
  if (taken === 0) throw new Error('the disk took no more bytes');
  return taken;
}

export async function cutFile(disk: Disk, name: string, size: number): Promise<void> {
  const file = await disk.open(name, 'as-is');
  try {
    await file.truncate(size);
    await file.datasync();
  } finally {
    await file.close();
  }
}

export async function appendToFile(disk: Disk, name: string, bytes: Buffer): Promise<void> {
  const file = await disk.open(name, 'as-is');
  try {
    await writeAside(file, bytes, await file.size());
    await file.datasync();
  } finally {
    await file.close();
  }
}
