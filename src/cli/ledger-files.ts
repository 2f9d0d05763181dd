/** Reads a ledger's segments in chunks and passes the lines to the verifier. */
import fs from 'node:fs';
import path from 'node:path';
import type { LedgerVerifier } from '../shared/ledger/verify.ts';
import { giveLines } from '../shared/ledger/verify-bytes.ts';

const segmentName = /^\d{6}\.jsonl$/;
const pieceBytes = 4 * 1024 ** 2;

export function segmentsIn(folder: string): readonly string[] {
  const names = fs.readdirSync(folder).filter((name) => segmentName.test(name));
  return names.toSorted().map((name) => path.join(folder, name));
}

/** Returns the number of bytes after the last complete line: one being written, or torn. */
export function readLedger(segments: readonly string[], verifier: LedgerVerifier): number {
  let torn = 0;
  for (const [at, segment] of segments.entries()) {
    if (!verifier.sound) break;
    verifier.beginSegment(path.basename(segment));
    torn = readSegment(segment, verifier);
    const last = at === segments.length - 1;
    if (torn > 0 && !last) verifier.unreadable('its segment ends in a torn line');
  }
  return torn;
}

function readSegment(segment: string, verifier: LedgerVerifier): number {
  const descriptor = fs.openSync(segment, 'r');
  try {
    let rest = Buffer.alloc(0);
    const chunk = Buffer.alloc(pieceBytes);
    for (;;) {
      const read = fs.readSync(descriptor, chunk, 0, chunk.length, null);
      if (read === 0 || !verifier.sound) return rest.length;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      rest = bytes.subarray(bytes.length - giveLines(bytes, verifier));
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
