/** What would be done, told beforehand; and the check that nothing else is done then. */
import { hash } from 'node:crypto';
import { refused } from '../../shared/outcomes.ts';
import { mostPlannedFiles } from '../../shared/plan-limits.ts';
import type { Plan, PlannedFile } from '../../shared/plan.ts';
import type { Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { diffOf } from './diff-text.ts';
import type { TextFile } from './text-file.ts';

export interface PlannedChange {
  readonly path: string;
  readonly old: TextFile;
  readonly text: string;
  /** How many bytes of new text are put into it. */
  readonly bytes: number;
}

/** For all diffs of one plan. */
const mostDiffMs = 5_000;

export function planOfChanges(
  planned: readonly PlannedChange[],
  { resultBytes }: Task,
  truncated = false,
): Plan | Trouble {
  if (planned.length > mostPlannedFiles) {
    const most = `${mostPlannedFiles} is the most at once.`;
    return refused('too-large-edit', `It would change ${planned.length} files; ${most}`);
  }
  const deadline = performance.now() + mostDiffMs;
  let room = resultBytes / 2;
  const files = planned.map((change): PlannedFile => {
    const { path, bytes, old, text } = change;
    const file = { path, use: 'write', bytes } as const;
    const diff = room > 0 && performance.now() < deadline ? hunksOf(old.text, text) : null;
    room -= diff === null ? 0 : diff.length;
    if (diff === null || room < 0) return { ...file, diff: '', cut: true };
    return { ...file, bytes: Math.min(bytes, addedBytes(diff)), diff, cut: false };
  });
  return { files, truncated, digest: digestOfChanges(planned) };
}

/** One text that would become another. */
export function planOfText(path: string, before: string, after: string, task: Task): Plan {
  const diff = hunksOf(before, after);
  const cut = diff.length > task.resultBytes / 2;
  const size = { bytes: addedBytes(diff), diff: cut ? '' : diff, cut };
  return { files: [{ path, use: 'write', ...size }], truncated: false };
}

/** The head names the file once more, whatever characters are in its name. */
export function hunksOf(before: string, after: string): string {
  const diff = diffOf('file', before, after);
  return diff.slice(diff.indexOf('\n@@') + 1);
}

const addedBytes = (diff: string): number =>
  diff
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .reduce((sum, line) => sum + Buffer.byteLength(line), 0);

/** From which bytes to which, in every file. */
export const digestOfChanges = (planned: readonly PlannedChange[]): string =>
  digestOf(
    planned
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .map(({ path, old, text }) => [path, hash('sha256', old.bytes), hash('sha256', text)]),
  );

export const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value));

/** Null when it is what was judged, or when nobody judged a plan. */
export const unlikePlanned = (digest: string, { planned }: Task): Trouble | null =>
  planned === undefined || planned === digest
    ? null
    : refused('stale', 'By now it would do something else than was judged.');
