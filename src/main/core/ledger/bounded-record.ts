/**
 * Prepares a record for the ledger: secrets are replaced, and long texts are cut and get their
 * digest.
 */
import type { AuditRecord } from '../../../shared/ledger/entry.ts';
import type { Needs } from '../dependencies.ts';

const longestText = 4096;
const maxArgsBytes = 32_768;
/** At least the bytes that one character takes in JSON: \u0000 has six. */
const bytesPerCharacter = 6;
/** Quotes, a colon, a comma, or a number at its longest. */
const bytesPerValue = 32;
const deepest = 64;

/** Fields that Gatehouse fills itself, so they contain no secret. */
const ours: ReadonlySet<string> = new Set([
  'phase',
  'entry',
  'result',
  'code',
  'decided_by',
  'session_id',
  'request_id',
  'payload_sha256',
]);

/** Too short and simple to be a secret. */
const plain = /^[a-z_-]{1,14}$/;

type RecordNeeds = Pick<Needs, 'redact' | 'sha256'>;

/** A record with secrets replaced, and its JSON without the braces. */
export interface KeptRecord {
  readonly record: AuditRecord;
  readonly text: string;
}

/** An escape with a letter could hide the beginning of a secret behind that letter. */
const hidingEscape = /\\[bfnrtu]/;

/** Fast path: most records are short and contain no secret, which the JSON text that is needed anyway shows. */
export function keptRecord(record: AuditRecord, needs: RecordNeeds): KeptRecord {
  const text = jsonOf(record);
  if (text === null || text.length > longestText || hidesSomething(text)) return cut(record, needs);
  return needs.redact(text) === text ? { record, text: withoutBraces(text) } : cut(record, needs);
}

const hidesSomething = (text: string): boolean => text.includes('\\') && hidingEscape.test(text);

const cut = (record: AuditRecord, needs: RecordNeeds): KeptRecord =>
  asKept(boundedRecord(record, needs));

/** Made by Gatehouse and known to be short. */
export const asKept = (record: AuditRecord): KeptRecord => ({
  record,
  text: withoutBraces(JSON.stringify(record)),
});

const withoutBraces = (json: string): string => json.slice(1, -1);

/** Null for values that JSON cannot represent, or that are nested too deeply for the stack. */
function jsonOf(record: AuditRecord): string | null {
  try {
    return JSON.stringify(record);
  } catch {
    return null;
  }
}

export function boundedRecord(record: AuditRecord, needs: RecordNeeds): AuditRecord {
  const bounded: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    if (value === undefined) continue;
    if (ours.has(key)) bounded[key] = value;
    else bounded[key] = key === 'args' ? boundArgs(value, needs) : boundValue(value, needs);
  }
  return bounded as unknown as AuditRecord;
}

function boundArgs(args: unknown, needs: RecordNeeds): unknown {
  const bounded = boundValue(args, needs);
  if (maxBytesOf(bounded) <= maxArgsBytes) return bounded;
  const text = JSON.stringify(bounded);
  if (new TextEncoder().encode(text).length <= maxArgsBytes) return bounded;
  return { cut: text.length, sha256: needs.sha256(text) };
}

/** An upper bound, which is cheap to compute; almost every record is far below the limit. */
function maxBytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length * bytesPerCharacter + bytesPerValue;
  if (typeof value !== 'object' || value === null) return bytesPerValue;
  let sum = bytesPerValue;
  for (const [key, field] of Object.entries(value)) {
    sum += key.length * bytesPerCharacter + bytesPerValue + maxBytesOf(field);
  }
  return sum;
}

function boundValue(value: unknown, needs: RecordNeeds, depth = 0): unknown {
  if (typeof value === 'string') return boundText(value, needs);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return '… (deeper than is kept)';
  if (Array.isArray(value)) return value.map((item) => boundValue(item, needs, depth + 1));
  const bounded: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    if (field !== undefined)
      put(bounded, boundText(key, needs), boundValue(field, needs, depth + 1));
  }
  return bounded;
}

/** A field named __proto__ is only a name. */
function put(bounded: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') bounded[key] = value;
  else Object.defineProperty(bounded, key, { value, enumerable: true });
}

function boundText(text: string, { redact, sha256 }: RecordNeeds): string {
  if (plain.test(text)) return text;
  const safe = redact(text).toWellFormed();
  if (safe.length <= longestText) return safe;
  const dropped = safe.length - longestText;
  return `${safe.slice(0, longestText).toWellFormed()}… (${dropped} more characters, sha256 ${sha256(safe)})`;
}
