/**
 * Converts ledger lines to what the index stores: the folded entry, its search text and the
 * position of its lines.
 */
import { beginEntry, foldInto, type EntryFacts } from '../../../shared/ledger/fold-entry.ts';
import type { LineRange } from './segments.ts';

/** The fields of a line that are needed here. All are optional, and other fields are ignored. */
export interface LedgerLine {
  readonly entry: string;
  readonly seq: number;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** An entry with the additional fields that the index needs. */
export interface Folded extends EntryFacts {
  /** The text that full-text search matches. */
  text: string;
  places: string;
}

const maxTextLength = 8_192;
const highestSeq = 2 ** 50;

/** Null if it is not a ledger line. */
export function readLine(text: string): LedgerLine | null {
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null;
    const { entry, seq } = raw as Record<string, unknown>;
    if (typeof entry !== 'string' || typeof seq !== 'number') return null;
    return { entry, seq, raw: raw as LedgerLine['raw'] };
  } catch {
    return null;
  }
}

const leadingSeq = /^\{"seq":(\d{1,15}),/;

/** The number of the last of these lines, without parsing all of it. */
export function lastSeqIn(lines: readonly string[]): number {
  const last = lines.at(-1) ?? '';
  const claimed = leadingSeq.exec(last)?.[1];
  return claimed === undefined ? (readLine(last)?.seq ?? 0) : Number(claimed);
}

/** Numbers only increase, even in a tampered ledger; paging relies on it. */
export const risingSeq = (claimed: number, before: number): number =>
  Number.isInteger(claimed) && claimed > before && claimed < highestSeq ? claimed : before + 1;

export function beginFolding({ entry, raw }: LedgerLine, seq: number): Folded {
  const facts = beginEntry(entry, raw, seq);
  return { ...facts, text: `${facts.actor}\n${facts.action}`, places: '' };
}

export function foldLine(into: Folded, { raw }: LedgerLine, seq: number, place: LineRange): void {
  foldInto(into, raw, seq);
  into.text = addedText(into.text, raw);
  into.places += `${into.places && ' '}${place.segment}:${place.offset}:${place.bytes}`;
}

export const rangesOf = (places: string): readonly LineRange[] =>
  places.split(' ').map((item) => {
    const [segment = 0, offset = 0, bytes = 0] = item.split(':').map(Number);
    return { segment, offset, bytes };
  });

function addedText(before: string, raw: LedgerLine['raw']): string {
  if (before.length >= maxTextLength) return before;
  const parts = [before];
  if (typeof raw['code'] === 'string') parts.push(raw['code']);
  if (typeof raw['detail'] === 'string') parts.push(raw['detail']);
  if (raw['args'] !== undefined) collectTexts(raw['args'], parts, 0);
  return parts.length === 1 ? before : parts.join('\n').slice(0, maxTextLength);
}

function collectTexts(value: unknown, into: string[], depth: number): void {
  if (typeof value === 'string') into.push(value);
  if (typeof value !== 'object' || value === null || depth > 64) return;
  for (const item of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    collectTexts(item, into, depth + 1);
  }
}
