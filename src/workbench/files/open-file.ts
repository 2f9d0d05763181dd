import type { FileHandle } from 'node:fs/promises';
import type { ActionArgs } from '../../shared/actions.ts';
import { done, refused, type Outcome } from '../../shared/outcomes.ts';
import { mostTextBytes, textVersion } from '../basics/text-file.ts';
import { openConfined } from '../confined-read.ts';
import { versionOf } from '../confined-version.ts';
import type { Task } from '../hand.ts';
import { languageOf } from './languages.ts';
import { linesOfLong } from './long-file.ts';

type Range = ActionArgs<'open_file'>['range'];

interface Read {
  readonly content: string;
  readonly version: string;
  readonly bytes: number;
  /** There was more than is told. */
  readonly truncated: boolean;
}

export async function openFile(
  { path, range }: ActionArgs<'open_file'>,
  task: Task,
  unsaved: string | null = null,
): Promise<Outcome> {
  const handle = await openConfined(path, task.roots);
  if ('kind' in handle) return handle;
  try {
    const { size } = await handle.stat();
    const isLong = unsaved === null && size > mostTextBytes;
    const read = isLong
      ? await readLong(handle, range, task)
      : readShort(
          unsaved === null ? await readUpTo(handle, size) : Buffer.from(unsaved),
          range,
          task,
        );
    return read ? done({ path, language: languageOf(path), ...read }) : refused('not-text');
  } finally {
    await handle.close();
  }
}

/** What can be edited as text is looked at as a whole, however little of it is told. */
function readShort(bytes: Buffer, range: Range, { resultBytes }: Task): Read | null {
  const text = decode(bytes, false);
  if (text === null) return null;
  const wanted = range ? linesOf(text, range) : text;
  const truncated = Buffer.byteLength(wanted) > resultBytes;
  const content = truncated
    ? (decode(Buffer.from(wanted).subarray(0, resultBytes), true) ?? '')
    : wanted;
  return { content, version: textVersion(bytes), bytes: bytes.length, truncated };
}

async function readLong(handle: FileHandle, range: Range, task: Task): Promise<Read | null> {
  const { bytes, isCut } = await linesOfLong(handle, range, task);
  const content = decode(bytes, isCut);
  const stat = versionOf(await handle.stat({ bigint: true }));
  const version = textVersion(JSON.stringify(stat));
  return content === null ? null : { content, version, bytes: stat.bytes, truncated: isCut };
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

function linesOf(text: string, range: NonNullable<Range>): string {
  return text
    .split(/(?<=\n)/)
    .slice(range.start_line - 1, range.end_line)
    .join('');
}
