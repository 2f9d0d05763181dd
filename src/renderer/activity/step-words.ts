import type { AuditLine, AuditPhase } from '../../shared/ledger/entry.ts';
import { pastTime, tookWords } from '../text/times.ts';

const names: Readonly<Record<AuditPhase, string>> = {
  intent: 'Requested',
  decision: 'Decided',
  outcome: 'Ended',
  note: 'Note',
};

const results: Readonly<Record<string, string>> = {
  allow: 'Allowed',
  deny: 'Denied',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Outcome unknown',
};

export function stepName({ phase, result }: AuditLine): string {
  const known = result !== undefined && Object.hasOwn(results, result) ? results[result] : null;
  return known ?? names[phase];
}

/** On the clock that cannot be set, where both lines have it. */
export function stepTime(line: AuditLine, first: AuditLine): string {
  const at = Date.parse(line.ts);
  if (line === first) return pastTime(at, at);
  const isSameBoot = line.boot !== undefined && line.boot === first.boot;
  const after =
    isSameBoot && line.mono_ms !== undefined && first.mono_ms !== undefined
      ? line.mono_ms - first.mono_ms
      : at - Date.parse(first.ts);
  return `after ${tookWords(Math.max(0, after))}`;
}

type Fact = readonly [name: string, value: string];

export function stepFacts(line: AuditLine): readonly Fact[] {
  const facts: readonly (readonly [string, unknown])[] = [
    ['from', line.remote],
    ['by', line.decided_by],
    ['carried out by', line.carried_out_by],
    ['rule', line.rule],
    ['because', line['explain']],
    ['code', line.code],
    ['detail', line.detail],
    ['time to decide', tookOf(line.ms_to_decide)],
    ['took', tookOf(line.duration_ms)],
    ['payload', line.payload_sha256],
    ['before', line.before_sha256],
    ['after', line.after_sha256],
  ];
  return facts.flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : plainOf(value);
    return text === null ? [] : [[name, text] as const];
  });
}

const plainOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

const tookOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : tookWords(ms);
