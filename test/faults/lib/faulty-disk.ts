/** A real disk whose next steps can be made to fail, and that notes down what was asked of it. */
import { realDisk, type Disk, type DiskFile } from '../../../src/main/platform/ledger/disk.ts';

export type Step =
  | 'open'
  | 'write'
  | 'datasync'
  | 'truncate'
  | 'read'
  | 'list'
  | 'makeFolder'
  | 'syncFolder'
  | 'rename'
  | 'remove';

export const errno = (code: string): Error =>
  Object.assign(new Error(`${code}: made up`), { code });

/** Error: the step fails. Number: a write takes only so many bytes. Null: all is well. */
type Fault = Error | number | null;

export class FaultyDisk implements Disk {
  readonly steps: Step[] = [];
  readonly #disk: Disk;
  #plan: (step: Step, count: number) => Fault = () => null;

  constructor(disk: Disk = realDisk) {
    this.#disk = disk;
  }

  /** Asked before each step, with how many there were of its kind and of all. */
  plan(plan: (step: Step, count: number) => Fault): void {
    this.#plan = plan;
  }

  /** The next steps of that kind end like this, one after the other. */
  next(step: Step, ...faults: readonly Fault[]): void {
    const left = [...faults];
    this.plan((own) => (own === step ? (left.shift() ?? null) : null));
  }

  async open(file: string, how: 'as-is' | 'empty'): Promise<DiskFile> {
    this.#step('open');
    const opened = await this.#disk.open(file, how);
    return {
      write: (bytes, at) => opened.write(this.#taken(bytes), at),
      writeAside: async (bytes, at) => opened.writeAside(this.#taken(bytes), at),
      datasync: async () => {
        this.#step('datasync');
        await opened.datasync();
      },
      truncate: async (size) => {
        this.#step('truncate');
        await opened.truncate(size);
      },
      size: () => opened.size(),
      read: async (from) => {
        this.#step('read');
        return opened.read(from);
      },
      close: () => opened.close(),
    };
  }

  async read(file: string): Promise<Buffer> {
    this.#step('read');
    return this.#disk.read(file);
  }

  async list(folder: string): Promise<readonly string[]> {
    this.#step('list');
    return this.#disk.list(folder);
  }

  async makeFolder(folder: string): Promise<void> {
    this.#step('makeFolder');
    await this.#disk.makeFolder(folder);
  }

  async syncFolder(folder: string): Promise<void> {
    this.#step('syncFolder');
    await this.#disk.syncFolder(folder);
  }

  async rename(from: string, to: string): Promise<void> {
    this.#step('rename');
    await this.#disk.rename(from, to);
  }

  async remove(file: string): Promise<void> {
    this.#step('remove');
    await this.#disk.remove(file);
  }

  freeBytes(folder: string): Promise<number> {
    return this.#disk.freeBytes(folder);
  }

  #taken(bytes: Buffer): Buffer {
    const fault = this.#fault('write');
    return fault === null ? bytes : bytes.subarray(0, fault);
  }

  #step(step: Step): void {
    this.#fault(step);
  }

  #fault(step: Step): number | null {
    this.steps.push(step);
    const fault = this.#plan(step, this.steps.length);
    if (fault instanceof Error) throw fault;
    return fault;
  }
}
