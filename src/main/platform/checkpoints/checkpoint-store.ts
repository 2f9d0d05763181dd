/**
 * Checkpoints of granted folders, kept in our own data folder, so that the changes of a sandboxed
 * command can be shown and undone. Nothing is written to the granted folder, and no sandbox can
 * see the checkpoints.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isError } from '../../../shared/actions/outcomes.ts';
import { FolderCheckpoints, type CheckpointLimits } from './folder-checkpoints.ts';
import { CheckpointRecords, type CheckpointRecord } from './checkpoint-records.ts';
import { GitSandbox } from './git-sandbox.ts';
import type { CheckpointRoot } from './open-root.ts';

export interface StoreLimits extends CheckpointLimits {
  /** A checkpoint that no live session needs is dropped after this. */
  readonly keptMs: number;
  /** Limit for all stores together; the oldest checkpoints are dropped first. */
  readonly storeBytes: number;
}

const mebibyte = 1024 * 1024;
const usualLimits: StoreLimits = {
  fileBytes: 50 * mebibyte,
  newFiles: 250_000,
  newBytes: 2048 * mebibyte,
  // A larger ignored folder is a data set or the cache of an unknown tool; copying it would delay
  // the command by seconds.
  ignoredFiles: 20_000,
  ignoredBytes: 500 * mebibyte,
  nested: 32,
  keptMs: 14 * 24 * 60 * 60_000,
  storeBytes: 4096 * mebibyte,
};
const maxContentBytes = 64 * mebibyte;
const never = new AbortController().signal;

export class FolderCheckpointStore {
  readonly #folder: string;
  readonly #limits: StoreLimits;
  readonly #now: () => number;
  readonly #folders = new Map<string, FolderCheckpoints>();
  readonly #sandbox = new GitSandbox();

  constructor(dataDir: string, limits: Partial<StoreLimits> = {}, now: () => number = Date.now) {
    this.#folder = path.join(dataDir, 'folder-checkpoints');
    this.#limits = { ...usualLimits, ...limits };
    this.#now = now;
  }

  /** From now on sandboxed commands may run, so git reads their folders only in a sandbox. */
  requireSandbox(): void {
    this.#sandbox.require();
  }

  take(root: CheckpointRoot, sessionId: string, signal: AbortSignal = never) {
    return this.of(root).take(sessionId, this.#now(), signal);
  }

  of(root: CheckpointRoot): FolderCheckpoints {
    const key = keyOf(root);
    const known = this.#folders.get(key);
    if (known) return known;
    const folder = path.join(this.#folder, key);
    const given = { root, limits: this.#limits, sandbox: this.#sandbox };
    const made = new FolderCheckpoints(folder, given);
    this.#folders.set(key, made);
    return made;
  }

  /** The folder of this checkpoint; null when it is no longer kept. */
  rootOf(checkpoint: string): CheckpointRoot | null {
    const roots = this.#rootsOnDisk();
    return roots.find((root) => this.of(root).records.find(checkpoint) !== null) ?? null;
  }

  /** The content with this digest; null when it is no longer kept. */
  async content(digest: string): Promise<Buffer | null> {
    for (const root of this.#rootsOnDisk()) {
      const folder = this.of(root);
      const place = folder.digests.placeOf(digest);
      if (!place) continue;
      const file = { kind: 'file', blob: place.blob } as const;
      const found = await folder.contents([{ part: place.part, file }], maxContentBytes, never);
      const content = isError(found) ? null : found.get(place.blob);
      if (content && createHash('sha256').update(content).digest('hex') === digest) return content;
    }
    return null;
  }

  /** The session's checkpoints may be dropped from now on. */
  endSession(sessionId: string): void {
    for (const { records } of this.#folders.values()) {
      if (!records.all.some(({ sessions }) => sessions.includes(sessionId))) continue;
      const without = (record: CheckpointRecord): CheckpointRecord => ({
        ...record,
        sessions: record.sessions.filter((session) => session !== sessionId),
      });
      records.replace(records.all.map(without));
    }
  }

  /**
   * Drops checkpoints over the age and size limits, but none that a live session may want to
   * restore.
   */
  async expire(isLive: (sessionId: string) => boolean): Promise<void> {
    const roots = this.#rootsOnDisk();
    const isNeeded = ({ sessions }: CheckpointRecord): boolean => sessions.some(isLive);
    for (const root of roots) {
      const folder = this.of(root);
      const since = this.#now() - this.#limits.keptMs;
      await this.#keepOnly(
        root,
        folder.records.all.filter((record) => record.at >= since || isNeeded(record)),
      );
    }
    const byAge = roots
      .flatMap((root) => this.of(root).records.all.map((record) => ({ root, record })))
      .toSorted((a, b) => a.record.at - b.record.at);
    for (const { root, record } of byAge) {
      if ((await this.#bytes()) <= this.#limits.storeBytes) return;
      const others = this.of(root).records.all.filter(({ id }) => id !== record.id);
      // A session that was cut off by a crash never ended, so its checkpoints are dropped by age
      // only.
      const isFree = record.sessions.length === 0 && !isNeeded(record);
      if (isFree) await this.#keepOnly(root, others);
    }
  }

  async #keepOnly(root: CheckpointRoot, kept: readonly CheckpointRecord[]): Promise<void> {
    const folder = this.of(root);
    if (kept.length === folder.records.all.length) return;
    if (kept.length > 0) return void (await folder.keepOnly(kept, never));
    this.#folders.delete(keyOf(root));
    await fs.promises.rm(path.join(this.#folder, keyOf(root)), { recursive: true, force: true });
  }

  async #bytes(): Promise<number> {
    if (!fs.existsSync(this.#folder)) return 0;
    const entries = await fs.promises.readdir(this.#folder, {
      recursive: true,
      withFileTypes: true,
    });
    let bytes = 0;
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const stat = await fs.promises
        .lstat(path.join(entry.parentPath, entry.name))
        .catch(() => null);
      bytes += stat?.size ?? 0;
    }
    return bytes;
  }

  /**
   * Includes folders that no longer exist: their stores are removed with their last checkpoint.
   */
  #rootsOnDisk(): readonly CheckpointRoot[] {
    if (!fs.existsSync(this.#folder)) return [];
    return fs.readdirSync(this.#folder).flatMap((key) => {
      const root = CheckpointRecords.rootOf(path.join(this.#folder, key));
      return root ? [root] : [];
    });
  }
}

function keyOf({ path: folder, device, inode }: CheckpointRoot): string {
  return createHash('sha256').update([folder, device, inode].join('\0')).digest('hex').slice(0, 32);
}
