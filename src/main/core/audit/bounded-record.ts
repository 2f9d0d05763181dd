/** What may go into a line: secrets replaced, long texts cut with their digest stated. */
import type { AuditRecord } from '../../../shared/audit-entry.ts';
import type { Needs } from '../needs.ts';

const longestText = 4096;
const mostArgsBytes = 32_768;
const deepest = 64;

type Hands = Pick<Needs, 'redact' | 'sha256'>;

export function boundedRecord(record: AuditRecord, hands: Hands): AuditRecord {
  const bounded = boundValue(record, hands) as AuditRecord;
  const args = JSON.stringify(bounded.args) ?? '';
  if (new TextEncoder().encode(args).length <= mostArgsBytes) return bounded;
  return { ...bounded, args: { cut: args.length, sha256: hands.sha256(args) } };
}

function boundValue(value: unknown, hands: Hands, depth = 0): unknown {
  if (typeof value === 'string') return boundText(value, hands);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return '… (deeper than is kept)';
  if (Array.isArray(value)) return value.map((one) => boundValue(one, hands, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => [boundText(key, hands), boundValue(one, hands, depth + 1)]),
  );
}

function boundText(text: string, { redact, sha256 }: Hands): string {
  const safe = redact(text).toWellFormed();
  if (safe.length <= longestText) return safe;
  const dropped = safe.length - longestText;
  return `${safe.slice(0, longestText).toWellFormed()}… (${dropped} more characters, sha256 ${sha256(safe)})`;
}
