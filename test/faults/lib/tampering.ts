/** K7: what a forger may do to a ledger, each with the number that verifying must name. */
import { hash } from 'node:crypto';
import { giveLines } from '../../../src/shared/ledger/verify-bytes.ts';
import {
  checkpointLine,
  readCheckpoints,
  type Mac,
} from '../../../src/shared/ledger/checkpoint.ts';
import { LedgerVerifier, type VerifyResult } from '../../../src/shared/ledger/verify.ts';
import { emptyTree, grow, rootOf } from '../../../src/shared/ledger/merkle.ts';
import type { Chance } from './chance.ts';

/** A data folder and its second place, as they lie on disk. */
export interface Sample {
  readonly segments: readonly (readonly string[])[];
  readonly checkpoints: readonly string[];
}

export interface Tampered {
  readonly segments: readonly Buffer[];
  readonly checkpoints: readonly string[];
  /** The first entry that is no longer what it was. */
  readonly first: number;
}

type Tamper = (sample: Sample, chance: Chance) => Tampered;

const sha256 = (text: string): string => hash('sha256', text);

export const bytesOf = (lines: readonly string[]): Buffer =>
  Buffer.from(lines.map((line) => `${line}\n`).join(''));

const seqOf = (line: string): number => (JSON.parse(line) as { seq: number }).seq;

const withLines = (
  { checkpoints }: Sample,
  segments: readonly (readonly string[])[],
  first: number,
): Tampered => ({ segments: segments.map(bytesOf), checkpoints, first });

/** A segment, a line in it, and its number. */
function someLine({ segments }: Sample, chance: Chance) {
  const at = chance.below(segments.length);
  const lines = segments[at] ?? [];
  const index = chance.below(lines.length);
  return { at, lines, index, seq: seqOf(lines[index] ?? '') };
}

const lastSeq = ({ segments }: Sample): number => seqOf(segments.at(-1)?.at(-1) ?? '');

const flip: Tamper = (sample, chance) => {
  const { at, lines, index, seq } = someLine(sample, chance);
  const before = bytesOf(lines.slice(0, index)).length;
  const bytes = bytesOf(lines);
  const byte = before + chance.below(Buffer.byteLength(lines[index] ?? '') + 1);
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << chance.below(8));
  const segments = sample.segments.map(bytesOf).with(at, bytes);
  return { segments, checkpoints: sample.checkpoints, first: seq };
};

const remove: Tamper = (sample, chance) => {
  const { at, lines, index, seq } = someLine(sample, chance);
  return withLines(sample, sample.segments.with(at, lines.toSpliced(index, 1)), seq);
};

const swap: Tamper = (sample, chance) => {
  const one = someLine(sample, chance);
  let other = someLine(sample, chance);
  while (other.seq === one.seq) other = someLine(sample, chance);
  const segments = sample.segments.map((lines) => [...lines]);
  const put = (place: typeof one, line: string): void => {
    segments[place.at]?.splice(place.index, 1, line);
  };
  put(one, other.lines[other.index] ?? '');
  put(other, one.lines[one.index] ?? '');
  return withLines(sample, segments, Math.min(one.seq, other.seq));
};

const insert: Tamper = (sample, chance) => {
  const place = someLine(sample, chance);
  let copied = someLine(sample, chance);
  while (copied.seq === place.seq) copied = someLine(sample, chance);
  const line = copied.lines[copied.index] ?? '';
  const lines = place.lines.toSpliced(place.index, 0, line);
  return withLines(sample, sample.segments.with(place.at, lines), place.seq);
};

/** One entry is altered, and every hash and root after it made to fit. */
const rechain: Tamper = (sample, chance) => {
  const { seq } = someLine(sample, chance);
  return withLines(sample, rechained(sample.segments, seq), seq);
};

const truncate: Tamper = (sample, chance) => {
  const keep = chance.below(lastSeq(sample));
  return withLines(sample, cutAfter(sample, keep), keep + 1);
};

/** The folder as it was, with or without other entries that came since. */
const rollBack: Tamper = (sample, chance) => {
  const keep = 1 + chance.below(lastSeq(sample) - 1);
  const cut = cutAfter(sample, keep);
  if (chance.often(0.5)) return withLines(sample, cut, keep + 1);
  const grown = rechained(sample.segments, keep + 1);
  const until = keep + chance.below(lastSeq(sample) - keep + 1);
  const segments = cutAfter({ ...sample, segments: grown }, until);
  return withLines(sample, segments, keep + 1);
};

/** The forger also writes new checkpoints, but does not have the key. */
const resign: Tamper = (sample, chance) => {
  const { seq } = someLine(sample, chance);
  const segments = rechained(sample.segments, seq);
  const hashes = new Map(segments.flat().map((line) => [seqOf(line), hashOf(line)]));
  const forged: Mac = (text) => sha256(`guess ${text}`);
  const keepsKeyName = chance.often(0.5);
  const checkpoints = sample.checkpoints.map((line) => {
    const old = JSON.parse(line) as { seq: number; ts: string; key: string };
    if (old.seq < seq) return line;
    const head = { seq: old.seq, hash: hashes.get(old.seq) ?? '' };
    const made = checkpointLine(head, Date.parse(old.ts), forged);
    return keepsKeyName ? JSON.stringify({ ...JSON.parse(made), key: old.key }) : made;
  });
  return { segments: segments.map(bytesOf), checkpoints, first: seq };
};

export const tamperings: Readonly<Record<string, Tamper>> = {
  'a bit flipped': flip,
  'an entry deleted': remove,
  'two entries swapped': swap,
  'an entry inserted': insert,
  'chained anew': rechain,
  'the tail cut off': truncate,
  'rolled back to a backup': rollBack,
  'signed anew without the key': resign,
};

const cutAfter = ({ segments }: Sample, keep: number): readonly (readonly string[])[] =>
  segments
    .map((lines) => lines.filter((line) => seqOf(line) <= keep))
    .filter((lines) => lines.length > 0);

const hashOf = (line: string): string => (JSON.parse(line) as { hash: string }).hash;

export function rechained(
  segments: readonly (readonly string[])[],
  from: number,
): readonly (readonly string[])[] {
  let prev = '0'.repeat(64);
  let tree = emptyTree;
  return segments.map((lines) => {
    const fingerprint = { root: rootOf(tree, sha256), lines: tree.size };
    tree = emptyTree;
    return lines.map((line) => {
      const made = remade(line, { prev, from, fingerprint });
      prev = hashOf(made);
      tree = grow(tree, [prev], sha256);
      return made;
    });
  });
}

/** Every hash made to fit, and nothing else. */
export function rehashed(segments: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let prev = '0'.repeat(64);
  return segments.map((lines) =>
    lines.map((line) => {
      const { prev: _prev, hash: _hash, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const made = closed({ ...rest, prev });
      prev = hashOf(made);
      return made;
    }),
  );
}

function closed(content: object): string {
  const body = JSON.stringify(content);
  return `${body.slice(0, -1)},"hash":"${sha256(body)}"}`;
}

interface Recomputed {
  readonly prev: string;
  readonly from: number;
  readonly fingerprint: { readonly root: string; readonly lines: number };
}

function remade(line: string, { prev, from, fingerprint }: Recomputed): string {
  const read = JSON.parse(line) as Record<string, unknown> & { seq: number; action: string };
  if (read.seq < from) return line;
  const { prev: _prev, hash: _hash, ...rest } = read;
  const altered = read.seq === from ? { ...rest, detail: 'never happened' } : rest;
  const sealed =
    read.action === 'ledger.segment'
      ? { ...altered, args: { ...(read['args'] as object), ...fingerprint } }
      : altered;
  return closed({ ...sealed, prev });
}

export function verdictOn(
  { segments, checkpoints }: Omit<Tampered, 'first'>,
  mac: Mac | null,
): VerifyResult {
  const verifier = new LedgerVerifier({
    sha256,
    checkpoints: readCheckpoints(checkpoints.join('\n'), mac),
  });
  for (const [at, bytes] of segments.entries()) {
    verifier.beginSegment(`${at + 1}`);
    const torn = giveLines(bytes, verifier);
    if (torn > 0 && at < segments.length - 1) verifier.unreadable('torn');
  }
  return verifier.finish();
}

/** Whether the verdict names the entry, or a stretch between two checkpoints that holds it. */
export const names = ({ problem }: VerifyResult, first: number): boolean =>
  problem !== null && problem.from <= first && first <= problem.seq;
