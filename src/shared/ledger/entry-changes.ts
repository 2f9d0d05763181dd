/** The file changes of an entry, from its lines. No zod here, so that pages load fast. */
import type { AuditLine } from './entry.ts';
import type { FileChange } from '../files/file-change.ts';
import type { RunRecord } from '../sandbox/run-record.ts';

/** One change per file: from its state before the entry to its final state. */
export function changesIn(lines: readonly Pick<AuditLine, 'changes'>[]): readonly FileChange[] {
  const byPath = new Map<string, FileChange>();
  for (const change of lines.flatMap(({ changes = [] }) => changes)) {
    const first = byPath.get(change.path);
    byPath.set(change.path, first ? { ...change, before: first.before } : change);
  }
  return [...byPath.values()];
}

/** What a sandboxed command left behind; null for all other entries. */
export const runIn = (lines: readonly Pick<AuditLine, 'run'>[]): RunRecord | null =>
  lines.findLast(({ run }) => run !== undefined)?.run ?? null;
