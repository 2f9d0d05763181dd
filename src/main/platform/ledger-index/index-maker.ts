/** Starts helper threads that build new indices and check files. */
import fs from 'node:fs';
import { Columns } from './columns.ts';
import type { Helper, StartHelper } from './helper-thread.ts';
import { isSoundFile } from './index-database.ts';
import type { IndexFiles } from './index-files.ts';
import { OpenIndex } from './open-index.ts';
import { beginning, type Segments } from './segments.ts';

/** A ledger this small is read faster than a thread is started. */
const checkedAtOnce = 8 * 1024 * 1024;

export interface MakerDeps {
  readonly auditFolder: string;
  readonly files: IndexFiles;
  readonly segments: Segments;
  readonly startHelper: StartHelper;
  readonly oneThreadBytes: number;
}

export class IndexMaker {
  readonly #deps: MakerDeps;
  readonly #helpers = new Set<Helper>();

  constructor(deps: MakerDeps) {
    this.#deps = deps;
  }

  /** Throws if the index could not be built. `onPart` receives the progress, from 0 to 1. */
  async make(onPart: (part: number) => void): Promise<OpenIndex> {
    const { auditFolder, files, segments, oneThreadBytes } = this.#deps;
    const { part, whole } = files.next();
    const all = segments.bytesBehind(beginning);
    const job = { kind: 'build', auditFolder, file: part, oneThreadBytes } as const;
    const built = await this.#helped(job, (bytes) => onPart(Math.min(1, bytes / all)));
    if (built.kind !== 'built') throw new Error('nothing was built');
    fs.renameSync(part, whole);
    const index = await OpenIndex.open(whole, segments, new Columns(built.packed));
    if (!index) throw new Error('the new index cannot be read');
    return index;
  }

  async isSound(file: string): Promise<boolean> {
    if (fs.statSync(file).size < checkedAtOnce) return isSoundFile(file);
    const checked = await this.#helped({ kind: 'check', file });
    return checked.kind === 'checked' && checked.sound;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#helpers].map((helper) => helper.stop()));
  }

  async #helped(...args: Parameters<StartHelper>): ReturnType<StartHelper>['done'] {
    const helper = this.#deps.startHelper(...args);
    this.#helpers.add(helper);
    try {
      return await helper.done;
    } finally {
      await helper.stop();
      this.#helpers.delete(helper);
    }
  }
}
