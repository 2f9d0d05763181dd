/**
 * A disk in memory that knows what is durable. When the power is cut, of what was written since
 * the last sync only a random part is left: some sectors of some writes, with holes between them,
 * and the first few of the changed names.
 */
import path from 'node:path';
import type { Disk, DiskFile } from '../../../src/main/platform/ledger/disk.ts';
import type { Chance } from './chance.ts';

const sector = 512;

type Change =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number };

type Naming = { readonly name: string; readonly inode: Inode | null };

class Inode {
  content: Buffer;
  durable: Buffer;
  pending: Change[] = [];

  constructor(content: Buffer) {
    this.content = content;
    this.durable = content;
  }

  change(change: Change): void {
    this.pending.push(change);
    this.content = applied(this.content, change);
  }

  afterPowerCut(chance: Chance): Buffer {
    let left = this.durable;
    for (const change of this.pending) {
      if (change.kind === 'truncate') {
        if (chance.often(0.5)) left = applied(left, change);
        continue;
      }
      for (const piece of sectorsOf(change)) if (chance.often(0.5)) left = applied(left, piece);
    }
    // The length may be durable although the bytes are not.
    const missing = this.content.length - left.length;
    return missing > 0 && chance.often(0.3) ? Buffer.concat([left, Buffer.alloc(missing)]) : left;
  }
}

function applied(content: Buffer, change: Change): Buffer {
  if (change.kind === 'truncate') {
    const kept = content.subarray(0, change.size);
    return Buffer.concat([kept, Buffer.alloc(change.size - kept.length)]);
  }
  const end = Math.max(content.length, change.at + change.bytes.length);
  const next = Buffer.concat([content, Buffer.alloc(end - content.length)]);
  change.bytes.copy(next, change.at);
  return next;
}

function sectorsOf({ at, bytes }: { at: number; bytes: Buffer }): readonly Change[] {
  const pieces: Change[] = [];
  for (let from = at; from < at + bytes.length;) {
    const to = Math.min((Math.floor(from / sector) + 1) * sector, at + bytes.length);
    pieces.push({ kind: 'write', at: from, bytes: bytes.subarray(from - at, to - at) });
    from = to;
  }
  return pieces;
}

const missing = (file: string): Error =>
  Object.assign(new Error(`ENOENT: ${file}`), { code: 'ENOENT' });

export class PowerCutDisk implements Disk {
  #names: ReadonlyMap<string, Inode>;
  #durableNames: ReadonlyMap<string, Inode>;
  #pendingNames: Naming[] = [];

  constructor(files: ReadonlyMap<string, Buffer> = new Map()) {
    this.#names = new Map([...files].map(([name, content]) => [name, new Inode(content)]));
    this.#durableNames = this.#names;
  }

  /** What the next start finds. */
  afterPowerCut(chance: Chance): PowerCutDisk {
    const kept = this.#pendingNames.slice(0, chance.below(this.#pendingNames.length + 1));
    const names = kept.reduce(named, this.#durableNames);
    return new PowerCutDisk(
      new Map([...names].map(([name, inode]) => [name, inode.afterPowerCut(chance)])),
    );
  }

  /** As a kill leaves it: everything that was written is there. */
  afterKill(): PowerCutDisk {
    return new PowerCutDisk(
      new Map([...this.#names].map(([name, { content }]) => [name, content])),
    );
  }

  segments(): readonly Buffer[] {
    return [...this.#names]
      .filter(([name]) => /\/\d{6}\.jsonl$/.test(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { content }]) => content);
  }

  async open(file: string, how: 'as-is' | 'empty'): Promise<DiskFile> {
    const inode = this.#names.get(file) ?? new Inode(Buffer.alloc(0));
    if (!this.#names.has(file)) this.#name({ name: file, inode });
    if (how === 'empty') inode.change({ kind: 'truncate', size: 0 });
    const write = (bytes: Buffer, at: number): number => {
      inode.change({ kind: 'write', at, bytes: Buffer.from(bytes) });
      return bytes.length;
    };
    return {
      write,
      writeAside: async (bytes, at) => write(bytes, at),
      datasync: async () => {
        inode.durable = inode.content;
        inode.pending = [];
      },
      truncate: async (size) => inode.change({ kind: 'truncate', size }),
      size: async () => inode.content.length,
      read: async (from = 0) => Buffer.from(inode.content.subarray(from)),
      close: async () => undefined,
    };
  }

  async read(file: string): Promise<Buffer> {
    return Buffer.from(this.#inode(file).content);
  }

  async list(folder: string): Promise<readonly string[]> {
    const inside = [...this.#names.keys()].filter((name) => path.dirname(name) === folder);
    return inside.map((name) => path.basename(name));
  }

  async makeFolder(): Promise<void> {
    // Folders are always there.
  }

  async syncFolder(): Promise<void> {
    this.#durableNames = this.#names;
    this.#pendingNames = [];
  }

  async rename(from: string, to: string): Promise<void> {
    const inode = this.#inode(from);
    this.#name({ name: to, inode });
    this.#name({ name: from, inode: null });
  }

  async remove(file: string): Promise<void> {
    this.#name({ name: file, inode: null });
  }

  async freeBytes(): Promise<number> {
    return Infinity;
  }

  #inode(file: string): Inode {
    const inode = this.#names.get(file);
    if (!inode) throw missing(file);
    return inode;
  }

  #name(naming: Naming): void {
    this.#pendingNames.push(naming);
    this.#names = named(this.#names, naming);
  }
}

function named(names: ReadonlyMap<string, Inode>, { name, inode }: Naming): Map<string, Inode> {
  const next = new Map(names);
  if (inode) next.set(name, inode);
  else next.delete(name);
  return next;
}
