/**
 * `<data>/update-seen.json`: the newest release seen, so that an older one is not accepted as the
 * latest.
 */
import path from 'node:path';
import { z } from 'zod';
import { compareVersions, versionShape } from '../../../shared/app/versions.ts';
import { readIfThere, writePrivateFile } from '../../platform/files/private-file.ts';
import type { SeenRelease } from './feed.ts';

const Seen = z.strictObject({
  /** A release signed by another key says nothing about this key's releases. */
  publicKey: z.string(),
  version: z.string().regex(versionShape),
  releasedAt: z.int(),
});

export class SeenReleases {
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'update-seen.json');
  }

  /** Null if nothing was seen or the file is unreadable. */
  async last(publicKey: string): Promise<SeenRelease | null> {
    const bytes = await readIfThere(this.#file);
    if (!bytes) return null;
    try {
      const seen = Seen.parse(JSON.parse(bytes.toString('utf8')));
      return seen.publicKey === publicKey ? seen : null;
    } catch {
      return null;
    }
  }

  async saw(publicKey: string, { version, releasedAt }: SeenRelease): Promise<void> {
    const before = await this.last(publicKey);
    const order = before ? (compareVersions(version, before.version) ?? -1) : 1;
    if (order === 0 && before?.releasedAt === releasedAt) return;
    if (order < 0) return;
    await writePrivateFile(this.#file, JSON.stringify({ publicKey, version, releasedAt }));
  }
}
