/** Builds plans (what a call would do) and checks that the call still does the same. */
import { hash } from 'node:crypto';
import { refused } from '../../shared/actions/outcomes.ts';
import { mostPlannedFiles } from '../../shared/actions/plan-limits.ts';
import type { Plan, PlannedFile } from '../../shared/actions/plan.ts';
import { isInertChange } from '../../shared/files/inert-changes.ts';
import type { ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { diffOf } from './diff-text.ts';
import type { TextFile } from './text-file.ts';

export interface PlannedTextChange {
  readonly path: string;
  readonly old: TextFile;
  readonly text: string;
  /** Bytes of new text. */
  readonly bytes: number;
}

/** Time limit for all diffs of one plan. */
const maxPlanDiffMs = 5_000;

export function planOfChanges(
  planned: readonly PlannedTextChange[],
  { resultBytes }: Task,
  truncated = false,
): Plan | ActionError {
  if (planned.length > mostPlannedFiles) {
    const max = `${mostPlannedFiles} is the limit.`;
    return refused('too-large-edit', `It would change ${planned.length} files; ${max}`);
  }
  const deadline = performance.now() + maxPlanDiffMs;
  let remaining = resultBytes / 2;
  const files = planned.map((change): PlannedFile => {
    const { path, bytes, old, text } = change;
    const file = { path, use: 'write', bytes, ...inertly(path, old.text, text) } as const;
    const diff = remaining > 0 && performance.now() < deadline ? hunksOf(old.text, text) : null;
    remaining -= diff === null ? 0 : diff.length;
    if (diff === null || remaining < 0) return { ...file, diff: '', cut: true };
    return { ...file, bytes: Math.min(bytes, addedBytes(diff)), diff, cut: false };
  });
  return { files, truncated, digest: digestOfChanges(planned) };
}

/** The plan for one text that becomes another. */
export function planOfText(path: string, before: string, after: string, task: Task): Plan {
  const diff = hunksOf(before, after);
  const cut = diff.length > task.resultBytes / 2;
  const size = { bytes: addedBytes(diff), diff: cut ? '' : diff, cut };
  const file = { path, use: 'write', ...size, ...inertly(path, before, after) } as const;
  return { files: [file], truncated: false };
}

const inertly = (path: string, before: string, after: string): { readonly inert?: true } =>
  isInertChange(path, before, after) ? { inert: true } : {};

/** Drops the diff header: it repeats the file name, which may contain any character. */
export function hunksOf(before: string, after: string): string {
  const diff = diffOf('file', before, after);
  return diff.slice(diff.indexOf('\n@@') + 1);
}

const addedBytes = (diff: string): number =>
  diff
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .reduce((sum, line) => sum + Buffer.byteLength(line), 0);

/** Covers the old and new bytes of every file. */
export const digestOfChanges = (planned: readonly PlannedTextChange[]): string =>
  digestOf(
    planned
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, old, text }) => [path, hash('sha256', old.bytes), hash('sha256', text)]),
  );

export const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value));

/** Null if the digest equals the judged plan's, or if there was no plan. */
export const checkPlan = (digest: string, { planned }: Task): ActionError | null =>
  planned === undefined || planned === digest
    ? null
    : refused('stale', 'It would now do something other than what was approved.');
