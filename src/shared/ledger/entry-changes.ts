/** What an entry did to files, from its lines. No zod here, so that pages load fast. */
import type { AuditLine } from './entry.ts';
import type { FileChange } from '../files/file-change.ts';
import type { RunRecord } from '../sandbox/run-record.ts';

/** One change for each file: from what the entry found to what it left in the end. */
export function changesIn(lines: readonly Pick<AuditLine, 'changes'>[]): readonly FileChange[] {
  const byPath = new Map<string, FileChange>();
  for (const change of lines.flatMap(({ changes = [] }) => changes)) {
    const first = byPath.get(change.path);
    byPath.set(change.path, first ? { ...change, before: first.before } : change);
  }
  return [...byPath.values()];
}

/** What a sandboxed command left behind; null for any other entry. */
export const runIn = (lines: readonly Pick<AuditLine, 'run'>[]): RunRecord | null =>
  lines.findLast(({ run }) => run !== undefined)?.run ?? null;
