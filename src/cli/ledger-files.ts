/** Reads a ledger from its folder, piece by piece, and gives the verifier its lines. */
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import type { LedgerVerifier } from '../shared/audit-verify.ts';

const segmentName = /^\d{6}\.jsonl$/;
const pieceBytes = 4 * 1024 ** 2;
const newline = 0x0a;

export function segmentsIn(folder: string): readonly string[] {
  const names = fs.readdirSync(folder).filter((name) => segmentName.test(name));
  return names.toSorted().map((name) => path.join(folder, name));
}

/** Returns the number of bytes behind the last whole line: a line that is being written, or torn. */
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
    let kept = Buffer.alloc(0);
    const piece = Buffer.alloc(pieceBytes);
    for (;;) {
      const read = fs.readSync(descriptor, piece, 0, piece.length, null);
      if (read === 0 || !verifier.sound) return kept.length;
      const bytes = Buffer.concat([kept, piece.subarray(0, read)]);
      kept = bytes.subarray(bytes.length - giveLines(bytes, verifier));
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Gives the whole lines; returns the number of bytes behind them. */
export function giveLines(bytes: Buffer, verifier: LedgerVerifier): number {
  const end = bytes.lastIndexOf(newline) + 1;
  const whole = bytes.subarray(0, end);
  // Text is compared, so bytes that are no text must not pass for other bytes.
  if (isUtf8(whole)) giveText(whole.toString('utf8'), verifier);
  else giveOneByOne(whole, verifier);
  return bytes.length - end;
}

function giveText(text: string, verifier: LedgerVerifier): void {
  const lines = text.split('\n');
  lines.pop();
  for (const line of lines) verifier.line(line);
}

function giveOneByOne(bytes: Buffer, verifier: LedgerVerifier): void {
  for (let at = 0; at < bytes.length && verifier.sound;) {
    const end = bytes.indexOf(newline, at);
    const line = bytes.subarray(at, end);
    if (isUtf8(line)) verifier.line(line.toString('utf8'));
    else verifier.unreadable('its content was changed');
    at = end + 1;
  }
}
