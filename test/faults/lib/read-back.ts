/** What lies in a folder after all, if verifying finds nothing wrong with it. */
import fs from 'node:fs';
import path from 'node:path';
import { giveLines } from '../../../src/shared/ledger/verify-bytes.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { LedgerVerifier } from '../../../src/shared/ledger/verify.ts';

export interface ReadBack {
  readonly lines: readonly string[];
  /** Null when all is well. */
  readonly problem: string | null;
}

export function readBack(segments: readonly Buffer[]): ReadBack {
  const verifier = new LedgerVerifier({ sha256: quickSha256, checkpoints: [] });
  for (const [at, bytes] of segments.entries()) {
    verifier.beginSegment(`${at + 1}`);
    giveLines(bytes, verifier);
  }
  const { problem } = verifier.finish();
  const lines = segments.flatMap((bytes) => bytes.toString('utf8').split('\n').slice(0, -1));
  return { lines, problem: problem && `entry ${problem.seq}: ${problem.why}` };
}

export function segmentsIn(folder: string): readonly Buffer[] {
  const audit = path.join(folder, 'audit');
  const names = fs.readdirSync(audit).filter((name) => /^\d{6}\.jsonl$/.test(name));
  return names.toSorted().map((name) => fs.readFileSync(path.join(audit, name)));
}

/** The entries of the lines that we ourselves did not add. */
export function entriesOf(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => JSON.parse(line) as { entry: string; action: string })
    .filter(({ action }) => !action.startsWith('ledger.'))
    .map(({ entry }) => entry);
}

export function lineEntries(folder: string): readonly string[] {
  const { lines, problem } = readBack(segmentsIn(folder));
  if (problem) throw new Error(problem);
  return entriesOf(lines);
}
