/**
 * Stores contents that are too large for a ledger line by their SHA-256: `<data>/blobs/ab/cdef…`.
 * Equal contents are stored once, a name never changes its content, and every read is checked
 * against its name.
 */
import { hash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from './private-file.ts';

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const digestShape = /^[0-9a-f]{64}$/;

export class DamagedBlob extends Error {}

export class BlobStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, 'blobs');
  }

  /** Resolves to the digest once the content is durable. */
  async put(content: Uint8Array): Promise<string> {
    const digest = hash('sha256', content);
    if (await this.#isWhole(digest)) return digest;
    const file = this.#file(digest);
    const source = path.dirname(file);
    await fs.mkdir(source, { recursive: true, mode: 0o700 });
    const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await writeDurably(temporary, content);
      await fs.rename(temporary, file);
    } catch (error) {
      await fs.rm(temporary, { force: true });
      throw error;
    }
    for (const folder of [source, this.#folder, path.dirname(this.#folder)])
      await syncNames(folder);
    return digest;
  }

  /** Null when there is none, or when the content does not match the digest in its name. */
  async get(digest: string): Promise<Buffer | null> {
    if (!digestShape.test(digest)) return null;
    const content = await readFile(this.#file(digest));
    if (content && hash('sha256', content) !== digest) {
      throw new DamagedBlob(`the kept content ${digest} was changed`);
    }
    return content;
  }

  async #isWhole(digest: string): Promise<boolean> {
    try {
      return (await this.get(digest)) !== null;
    } catch {
      return false;
    }
  }

  #file(digest: string): string {
    return path.join(this.#folder, digest.slice(0, 2), digest.slice(2));
  }
}

async function readFile(file: string): Promise<Buffer | null> {
  try {
    const handle = await fs.open(file, O_RDONLY | O_NOFOLLOW);
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function writeDurably(file: string, content: Uint8Array): Promise<void> {
  const handle = await fs.open(file, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
