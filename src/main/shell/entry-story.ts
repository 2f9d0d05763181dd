/** What the lines of an entry tell: what was asked in words, and what it did to files. */
import { actionInfo, isAction, sentenceOf } from '../../shared/actions.ts';
import { AuditLine } from '../../shared/audit-entry.ts';
import type { FileChange } from '../../shared/outcomes.ts';

/** A line somebody has meddled with may be anything; what cannot be read is left out. */
export function readableLine(line: string): readonly AuditLine[] {
  try {
    return [AuditLine.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

/** The sentence of the ask, made again from the arguments on record. */
export function sentenceIn(lines: readonly AuditLine[]): string | null {
  const intent = lines.find(({ phase }) => phase === 'intent');
  if (!intent || !isAction(intent.action)) return null;
  const args = actionInfo(intent.action).args.safeParse(intent.args);
  return args.success ? sentenceOf(intent.action, args.data) : null;
}

/** One change for each file: from what the entry found to what it left in the end. */
export function changesIn(lines: readonly AuditLine[]): readonly FileChange[] {
  const byPath = new Map<string, FileChange>();
  for (const change of lines.flatMap(({ changes = [] }) => changes)) {
    const first = byPath.get(change.path);
    byPath.set(change.path, first ? { ...change, before: first.before } : change);
  }
  return [...byPath.values()];
}
