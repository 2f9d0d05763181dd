/** Reads some lines of a file that is too large to load. */
import type { FileHandle } from 'node:fs/promises';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import type { Task } from '../action-handler.ts';

const pieceBytes = 256 * 1024;
/** Lines that start after this offset are not searched for. */
const maxSkippedBytes = 1024 * 1024 * 1024;

/** Without a range: all lines. */
export async function linesOfLong(
  handle: FileHandle,
  range: ActionArgs<'open_file'>['range'],
  { resultBytes, signal }: Pick<Task, 'resultBytes' | 'signal'>,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const { start_line: first, end_line: last } = range ?? { start_line: 1, end_line: Infinity };
  const begin = await lineFrom(handle, { offset: 0, lines: first - 1 }, maxSkippedBytes, signal);
  if (begin === null || last < first) return { bytes: Buffer.alloc(0), isCut: begin === null };
  const lines = last - first + 1;
  const end = await lineFrom(handle, { offset: begin, lines }, resultBytes, signal);
  const bytes = Buffer.alloc(Math.min(resultBytes, (end ?? Infinity) - begin));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, begin);
  return { bytes: bytes.subarray(0, bytesRead), isCut: end === null };
}

/** The offset after that many lines, or the end of the file; null if it is beyond the limit. */
async function lineFrom(
  handle: FileHandle,
  { offset, lines }: { readonly offset: number; readonly lines: number },
  maxBytes: number,
  signal: AbortSignal,
): Promise<number | null> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  let [at, left] = [offset, lines];
  while (left > 0) {
    if (at - offset > maxBytes || signal.aborted) return null;
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, at);
    if (bytesRead === 0) break;
    const breaks = nthBreak(piece.subarray(0, bytesRead), left);
    left -= breaks.count;
    at += left === 0 ? breaks.after : bytesRead;
  }
  return at - offset > maxBytes ? null : at;
}

/** Counts up to `max` line breaks; `after` is the offset behind the last one. */
function nthBreak(piece: Buffer, max: number): { readonly count: number; readonly after: number } {
  let [count, after] = [0, 0];
  while (count < max) {
    const found = piece.indexOf(10, after);
    if (found === -1) break;
    count += 1;
    after = found + 1;
  }
  return { count, after };
}
