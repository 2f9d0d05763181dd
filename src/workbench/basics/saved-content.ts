/** Stores a file's current content for undo. Files over the limit are refused. */
import { readHandle } from '../../main/platform/files/bounded-read.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { WireRoot } from '../confined/folder.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import { versionOf, type FileVersion } from '../confined/version.ts';

export const maxSavedBytes = 16 * 1024 * 1024;

export interface SavedContent {
  readonly digest: string;
  readonly bytes: Buffer;
  readonly seen: FileVersion;
}

export async function saveContentOf(
  context: WorkbenchContext,
  path: string,
  roots: readonly WireRoot[],
): Promise<SavedContent | ActionError> {
  const handle = await context.files.open(path, roots);
  if (isError(handle)) return handle;
  try {
    const seen = versionOf(await handle.stat({ bigint: true }));
    if (seen.bytes > maxSavedBytes) {
      return refused(
        'too-large-edit',
        `It has ${seen.bytes} bytes; the limit for undo is ${maxSavedBytes}.`,
      );
    }
    const bytes = await readHandle(handle, maxSavedBytes);
    if (!bytes) return refused('stale', 'The file keeps growing while it is read.');
    return { digest: await context.keep(bytes), bytes, seen };
  } finally {
    await handle.close();
  }
}
