import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { ActionArgs } from '../../shared/actions.ts';
import { done, refused, type Outcome } from '../../shared/outcomes.ts';
import { openConfined } from '../confined-read.ts';
import type { Task } from '../hand.ts';
import { languageOf } from './languages.ts';

export async function openFile(
  { path, range }: ActionArgs<'open_file'>,
  { roots, resultBytes }: Task,
  unsaved: string | null = null,
): Promise<Outcome> {
  const handle = await openConfined(path, roots);
  if ('kind' in handle) return handle;
  try {
    const unsavedBytes = unsaved === null ? null : Buffer.from(unsaved);
    const size = unsavedBytes?.length ?? (await handle.stat()).size;
    const most = Math.min(resultBytes, Math.max(size, 1));
    const bytes = unsavedBytes?.subarray(0, most) ?? (await readUpTo(handle, most));
    const text = decode(bytes, bytes.length < size);
    if (text === null) return refused('not-text');
    return done({
      path,
      content: range ? linesOf(text, range) : text,
      language: languageOf(path),
      version: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
      bytes: size,
      truncated: bytes.length < size,
    });
  } finally {
    await handle.close();
  }
}

async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const buffer = Buffer.alloc(most);
  let filled = 0;
  while (filled < most) {
    const { bytesRead } = await handle.read(buffer, filled, most - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Null for what is not UTF-8. A character cut in half by truncation is dropped, not an error. */
function decode(bytes: Buffer, truncated: boolean): string | null {
  if (bytes.includes(0)) return null;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes, { stream: truncated });
  } catch {
    return null;
  }
}

function linesOf(text: string, range: NonNullable<ActionArgs<'open_file'>['range']>): string {
  return text
    .split(/(?<=\n)/)
    .slice(range.start_line - 1, range.end_line)
    .join('');
}
