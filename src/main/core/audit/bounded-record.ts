/** What may go into a line: secrets replaced, long texts cut with their digest stated. */
import type { AuditRecord } from '../../../shared/audit-entry.ts';
import type { Needs } from '../needs.ts';

const longestText = 4096;
const longestArgs = 32_768;

type Hands = Pick<Needs, 'redact' | 'sha256'>;

export function boundedRecord(record: AuditRecord, hands: Hands): AuditRecord {
  const bounded = boundValue(record, hands) as AuditRecord;
  const args = JSON.stringify(bounded.args) ?? '';
  if (args.length <= longestArgs) return bounded;
  return { ...bounded, args: { cut: args.length, sha256: hands.sha256(args) } };
}

function boundValue(value: unknown, hands: Hands): unknown {
  if (typeof value === 'string') return boundText(value, hands);
  if (Array.isArray(value)) return value.map((one) => boundValue(one, hands));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => [key, boundValue(one, hands)]),
  );
}

function boundText(text: string, { redact, sha256 }: Hands): string {
  const safe = redact(text).toWellFormed();
  if (safe.length <= longestText) return safe;
  const dropped = safe.length - longestText;
  return `${safe.slice(0, longestText).toWellFormed()}… (${dropped} more characters, sha256 ${sha256(safe)})`;
}
