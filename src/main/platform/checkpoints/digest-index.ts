/** Finds a content in a folder's checkpoints by its SHA-256. The file is append-only. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

export interface BlobLocation {
  /** The repository's folder, relative to the checkpointed one. */
  readonly part: string;
  readonly blob: string;
}

const line = /^([0-9a-f]{64}) ([0-9a-f]{40}) (".*")$/;
const sliceBytes = 1024 * 1024;

export class DigestIndex {
  readonly #file: string;
  #byDigest: Map<string, BlobLocation> | null = null;
  #byBlob = new Map<string, string>();

  constructor(folder: string) {
    this.#file = path.join(folder, 'digests');
  }

  placeOf(digest: string): BlobLocation | null {
    return this.#loaded().get(digest) ?? null;
  }

  digestOf(blob: string): string | null {
    this.#loaded();
    return this.#byBlob.get(blob) ?? null;
  }

  add(found: readonly (BlobLocation & { readonly digest: string })[]): void {
    const known = this.#loaded();
    const fresh = found.filter(({ digest }) => !known.has(digest));
    if (fresh.length === 0) return;
    for (const { digest, part, blob } of fresh) this.#remember(digest, { part, blob });
    const text = fresh.map(
      ({ digest, part, blob }) => `${digest} ${blob} ${JSON.stringify(part)}\n`,
    );
    fs.appendFileSync(this.#file, text.join(''), { mode: 0o600 });
  }

  /** Rewrites the index after old checkpoints were dropped. */
  keepOnly(isThere: (place: BlobLocation) => boolean): void {
    const kept = [...this.#loaded()].filter(([, place]) => isThere(place));
    this.#byDigest = new Map();
    this.#byBlob = new Map();
    fs.rmSync(this.#file, { force: true });
    this.add(kept.map(([digest, place]) => ({ digest, ...place })));
  }

  get places(): readonly BlobLocation[] {
    return [...this.#loaded().values()];
  }

  #loaded(): Map<string, BlobLocation> {
    if (this.#byDigest) return this.#byDigest;
    this.#byDigest = new Map();
    for (const text of readLines(this.#file)) {
      const [, digest, blob, part] = line.exec(text) ?? [];
      if (digest && blob && part)
        this.#remember(digest, { blob, part: JSON.parse(part) as string });
    }
    return this.#byDigest;
  }

  #remember(digest: string, place: BlobLocation): void {
    this.#byDigest?.set(digest, place);
    this.#byBlob.set(place.blob, digest);
  }
}

function readLines(file: string): readonly string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** In slices, so that a large content does not block other work. */
export async function sha256Of(content: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < content.length; at += sliceBytes) {
    if (at > 0) await setImmediate();
    hash.update(content.subarray(at, at + sliceBytes));
  }
  return hash.digest('hex');
}
