/** Stores unsaved changes on disk, so that a workbench crash loses none. */
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { SharedState, SharedText } from '../../shared/editing/shared-text.ts';
import { textVersion, type TextFile } from '../basics/text-file.ts';

const Unsaved = z.strictObject({
  path: z.string(),
  text: z.string(),
  /** With its history, so that editors that have it open can go on where they were. */
  shared: z.strictObject({ state: z.base64(), epoch: z.string() }).optional(),
  disk: z.strictObject({
    text: z.string(),
    seen: z.strictObject({
      device: z.string(),
      inode: z.string(),
      bytes: z.number(),
      modified: z.string(),
      changed: z.string(),
    }),
  }),
});

export interface UnsavedText {
  readonly path: string;
  readonly text: string;
  readonly disk: TextFile;
  readonly shared: SharedState | null;
}

export class UnsavedTexts {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = path.join(stateFolder, 'unsaved');
  }

  load(): readonly UnsavedText[] {
    return this.#names().flatMap((name) => {
      const file = path.join(this.#folder, name);
      try {
        const kept = Unsaved.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
        const { path: of, text, disk, shared: own } = kept;
        const bytes = Buffer.from(disk.text);
        const shared = own ? { ...own, state: Buffer.from(own.state, 'base64') } : null;
        return [{ path: of, text, shared, disk: { ...disk, bytes, version: textVersion(bytes) } }];
      } catch {
        // Half-written or from another version: leave it for the user to inspect.
        return [];
      }
    });
  }

  keep(file: string, kept: SharedText, disk: TextFile): void {
    const { text, epoch } = kept;
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const target = this.#fileOf(file);
    const shared = { state: Buffer.from(kept.state()).toString('base64'), epoch };
    const content = { path: file, text, shared, disk: { text: disk.text, seen: disk.seen } };
    fs.writeFileSync(`${target}.tmp`, JSON.stringify(content), { mode: 0o600, flush: true });
    fs.renameSync(`${target}.tmp`, target);
  }

  forget(file: string): void {
    fs.rmSync(this.#fileOf(file), { force: true });
  }

  #fileOf(file: string): string {
    return path.join(this.#folder, `${hash('sha256', file)}.json`);
  }

  #names(): readonly string[] {
    try {
      return fs.readdirSync(this.#folder).filter((name) => name.endsWith('.json'));
    } catch {
      return [];
    }
  }
}
