/**
 * Separates the complete lines of a segment from the partial one that a crash or a power cut left
 * at its end.
 */
import { readHead } from '../../../shared/ledger/chain.ts';

const newline = 0x0a;
const hole = 0x00;
/**
 * More than can ever be in flight to the disk at once. A hole before that is damage, not a crash.
 */
const reach = 8 * 1024 ** 2;

/**
 * How many bytes from the start are complete lines. A power cut may leave holes (zero bytes),
 * which our lines never contain.
 */
export function wholeLinesEnd(bytes: Buffer): number {
  const end = bytes.lastIndexOf(newline) + 1;
  const from = Math.max(0, bytes.length - reach);
  const holeAt = bytes.subarray(0, end).indexOf(hole, from);
  return holeAt < 0 ? end : bytes.lastIndexOf(newline, holeAt) + 1;
}

export const linesOf = (bytes: Buffer): readonly string[] =>
  bytes.toString('utf8').split('\n').slice(0, -1);

/**
 * The offset from which the next segment repeats the lines, because they were copied there after a
 * failed sync. -1 if there are none, or if the two do not match.
 */
export function movedLinesStart(bytes: Buffer, nextFirstLine: string): number {
  const next = readHead(nextFirstLine);
  if (!next) return -1;
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(newline, at) + 1;
    if (end === 0) return -1;
    const head = readHead(bytes.toString('utf8', at, end - 1));
    at = end;
    if (head?.seq === next.seq - 1 && head.hash === next.prev) return at < bytes.length ? at : -1;
  }
  return -1;
}
