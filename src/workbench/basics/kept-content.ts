/** The content of a file as it is now, kept for undo; big ones are only named by their size. */
import { refused } from '../../shared/outcomes.ts';
import type { Bench } from '../bench.ts';
import type { WireRoot } from '../confined-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import { versionOf, type FileVersion } from '../confined-version.ts';

export const mostKeptBytes = 16 * 1024 * 1024;

export interface KeptContent {
  readonly digest: string;
  readonly bytes: Buffer;
  readonly seen: FileVersion;
}

export async function keepContentOf(
  bench: Bench,
  path: string,
  roots: readonly WireRoot[],
): Promise<KeptContent | Trouble> {
  const handle = await bench.files.open(path, roots);
  if (isTrouble(handle)) return handle;
  try {
    const seen = versionOf(await handle.stat({ bigint: true }));
    if (seen.bytes > mostKeptBytes) {
      return refused('too-large-edit', `It has ${seen.bytes} bytes; ${mostKeptBytes} can be kept.`);
    }
    const bytes = await handle.readFile();
    return { digest: await bench.keep(bytes), bytes, seen };
  } finally {
    await handle.close();
  }
}
