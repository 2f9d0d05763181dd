import type { FileHandle } from 'node:fs/promises';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { isError, done, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { maxTextBytes, textVersion } from '../basics/text-file.ts';
import { openConfined } from '../confined/read.ts';
import { versionOf } from '../confined/version.ts';
import type { Task } from '../action-handler.ts';
import { languageOf } from './languages.ts';
import { linesOfLong } from './long-file.ts';

type TextLines = ActionArgs<'open_file'>['range'];

interface OpenedContent {
  readonly content: string;
  readonly version: string;
  readonly bytes: number;
  /** The file has more content. */
  readonly truncated: boolean;
}

export async function openFile(
  { path, range }: ActionArgs<'open_file'>,
  task: Task,
  unsaved: string | null = null,
): Promise<Outcome> {
  const handle = await openConfined(path, task.roots);
  if (isError(handle)) return handle;
  try {
    const { size } = await handle.stat();
    const isLong = unsaved === null && size > maxTextBytes;
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

/** Decodes the whole file, even if only a few lines are returned, to be sure that it is text. */
function readShort(bytes: Buffer, range: TextLines, { resultBytes }: Task): OpenedContent | null {
  const text = decode(bytes, false);
  if (text === null) return null;
  const requested = range ? linesOf(text, range) : text;
  const truncated = Buffer.byteLength(requested) > resultBytes;
  const content = truncated
    ? (decode(Buffer.from(requested).subarray(0, resultBytes), true) ?? '')
    : requested;
  return { content, version: textVersion(bytes), bytes: bytes.length, truncated };
}

async function readLong(
  handle: FileHandle,
  range: TextLines,
  task: Task,
): Promise<OpenedContent | null> {
  const { bytes, isCut } = await linesOfLong(handle, range, task);
  const content = decode(bytes, isCut);
  const stat = versionOf(await handle.stat({ bigint: true }));
  const version = textVersion(JSON.stringify(stat));
  return content === null ? null : { content, version, bytes: stat.bytes, truncated: isCut };
}

async function readUpTo(handle: FileHandle, max: number): Promise<Buffer> {
  const buffer = Buffer.alloc(max);
  let filled = 0;
  while (filled < max) {
    const { bytesRead } = await handle.read(buffer, filled, max - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Null if the bytes are not UTF-8. A character cut in half by truncation is dropped. */
function decode(bytes: Buffer, truncated: boolean): string | null {
  if (bytes.includes(0)) return null;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes, { stream: truncated });
  } catch {
    return null;
  }
}

function linesOf(text: string, range: NonNullable<TextLines>): string {
  return text
    .split(/(?<=\n)/)
    .slice(range.start_line - 1, range.end_line)
    .join('');
}
