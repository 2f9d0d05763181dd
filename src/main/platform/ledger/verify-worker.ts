/** The thread that reads the whole ledger and its checkpoints and compares them. */
import '../../../shared/base/freeze-prototypes.ts';
import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { readCheckpoints } from '../../../shared/ledger/checkpoint.ts';
import { LedgerVerifier, type VerifyResult } from '../../../shared/ledger/verify.ts';
import { giveLines } from '../../../shared/ledger/verify-bytes.ts';
import { makeMac, quickSha256 } from './marks.ts';

export interface VerifyJob {
  readonly auditFolder: string;
  /** Null where no checkpoint file is kept. */
  readonly checkpointFile: string | null;
  readonly key: Uint8Array;
}

const segmentName = /^\d{6}\.jsonl$/;
const pieceBytes = 4 * 1024 ** 2;

function verdictOn({ auditFolder, checkpointFile, key }: VerifyJob): VerifyResult {
  // Read it before the ledger, which is still being written.
  const isKept = checkpointFile !== null && fs.existsSync(checkpointFile);
  const text = isKept ? fs.readFileSync(checkpointFile, 'utf8') : '';
  const checkpoints = readCheckpoints(text, makeMac(Buffer.from(key)));
  const verifier = new LedgerVerifier({ sha256: quickSha256, checkpoints });
  const names = fs.readdirSync(auditFolder).filter((name) => segmentName.test(name));
  names.sort();
  if (names.length === 0) verifier.unreadable(`${auditFolder} holds no entries`);
  for (const name of names) {
    verifier.beginSegment(name);
    const torn = readSegment(path.join(auditFolder, name), verifier);
    if (torn > 0 && name !== names.at(-1)) verifier.unreadable('its segment ends in a torn line');
  }
  return verifier.finish();
}

/** Returns the number of bytes after the last complete line, which is still being written. */
function readSegment(file: string, verifier: LedgerVerifier): number {
  const handle = fs.openSync(file, 'r');
  try {
    const piece = Buffer.alloc(pieceBytes);
    let kept = Buffer.alloc(0);
    for (;;) {
      const read = fs.readSync(handle, piece);
      if (read === 0 || !verifier.sound) return kept.length;
      const bytes = Buffer.concat([kept, piece.subarray(0, read)]);
      kept = bytes.subarray(bytes.length - giveLines(bytes, verifier));
    }
  } finally {
    fs.closeSync(handle);
  }
}

parentPort?.postMessage(verdictOn(workerData as VerifyJob));
