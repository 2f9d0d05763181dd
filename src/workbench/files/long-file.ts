/** Some lines of a file that is too long to be held as a whole. */
import type { FileHandle } from 'node:fs/promises';
import type { ActionArgs } from '../../shared/actions.ts';
import type { Task } from '../hand.ts';

const pieceBytes = 256 * 1024;
/** Lines that begin behind this are not looked for. */
const mostSkippedBytes = 1024 * 1024 * 1024;

/** All lines, where no range is wanted. */
export async function linesOfLong(
  handle: FileHandle,
  range: ActionArgs<'open_file'>['range'],
  { resultBytes, signal }: Pick<Task, 'resultBytes' | 'signal'>,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const { start_line: first, end_line: last } = range ?? { start_line: 1, end_line: Infinity };
  const begin = await lineFrom(handle, { offset: 0, lines: first - 1 }, mostSkippedBytes, signal);
  if (begin === null || last < first) return { bytes: Buffer.alloc(0), isCut: begin === null };
  const lines = last - first + 1;
  const end = await lineFrom(handle, { offset: begin, lines }, resultBytes, signal);
  const bytes = Buffer.alloc(Math.min(resultBytes, (end ?? Infinity) - begin));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, begin);
  return { bytes: bytes.subarray(0, bytesRead), isCut: end === null };
}

/** Where so many lines further begins the next, or the file ends; null when that is too far. */
async function lineFrom(
  handle: FileHandle,
  { offset, lines }: { readonly offset: number; readonly lines: number },
  mostBytes: number,
  signal: AbortSignal,
): Promise<number | null> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  let [at, left] = [offset, lines];
  while (left > 0) {
    if (at - offset > mostBytes || signal.aborted) return null;
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, at);
    if (bytesRead === 0) break;
    const breaks = nthBreak(piece.subarray(0, bytesRead), left);
    left -= breaks.count;
    at += left === 0 ? breaks.after : bytesRead;
  }
  return at - offset > mostBytes ? null : at;
}

/** How many line breaks there are, up to that many, and the place behind the last of them. */
function nthBreak(piece: Buffer, most: number): { readonly count: number; readonly after: number } {
  let [count, after] = [0, 0];
  while (count < most) {
    const found = piece.indexOf(10, after);
    if (found === -1) break;
    count += 1;
    after = found + 1;
  }
  return { count, after };
}
