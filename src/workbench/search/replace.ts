/** Replaces text in many files: planned in full first, then done in all of them or in none. */
import type { ActionArgs } from '../../shared/actions.ts';
import { done, failed, refused, type Outcome } from '../../shared/outcomes.ts';
import { mostPlannedFiles } from '../../shared/plan-limits.ts';
import type { Plan } from '../../shared/plan.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { diffOf } from '../basics/diff-text.ts';
import { applyChanges, changesOf } from '../basics/planned-changes.ts';
import { planOfChanges, type PlannedChange } from '../basics/plans.ts';
import { readTextFile, type TextFile } from '../basics/text-file.ts';
import type { Bench } from '../bench.ts';
import { inLineEndingOf } from '../buffers/text-edits.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { literal } from './sought.ts';

type ReplaceArgs = ActionArgs<'replace_text'>;

export interface PlannedReplacement extends PlannedChange {
  readonly replacements: number;
}

const mostFiles = 10_000;
const mostBytesHeld = 256 * 1024 * 1024;

export async function replaceInFiles(
  bench: Bench,
  args: ReplaceArgs,
  task: Task,
): Promise<Outcome> {
  const planned = await planReplacements(bench, args, task);
  if (isTrouble(planned)) return planned;
  const written = await applyChanges(bench, planned.files, task);
  if (isTrouble(written)) return written;
  const told = planned.files.map(({ path, old, text, replacements }) => ({
    path,
    replacements,
    diff: diffOf(path, old.text, text),
  }));
  const { files, cut } = within(told, task.resultBytes);
  const replacements = planned.files.reduce((sum, file) => sum + file.replacements, 0);
  return done({ files, replacements, truncated: cut || planned.truncated }, changesOf(written));
}

export async function planReplace(
  bench: Bench,
  args: ReplaceArgs,
  task: Task,
): Promise<Plan | Trouble> {
  const planned = await planReplacements(bench, args, task);
  return isTrouble(planned) ? planned : planOfChanges(planned.files, task, planned.truncated);
}

async function planReplacements(
  bench: Bench,
  args: ReplaceArgs,
  task: Task,
): Promise<
  { readonly files: readonly PlannedReplacement[]; readonly truncated: boolean } | Trouble
> {
  const chosen = await chosenFiles(args, task);
  if (isTrouble(chosen)) return chosen;
  const files: PlannedReplacement[] = [];
  let bytesHeld = 0;
  for (const path of chosen.paths) {
    if (task.signal.aborted) return failed('ask-withdrawn');
    const old = await readTextFile(bench, path, task.roots);
    if (isTrouble(old)) {
      // A picture among the files of a glob is no trouble; a named file is.
      if (args.paths) return old;
      continue;
    }
    const file = replacedIn(path, old, args);
    if (!file) continue;
    files.push(file);
    bytesHeld += old.bytes.length + file.text.length;
    if (files.length > mostPlannedFiles || bytesHeld > mostBytesHeld)
      return refused('too-large-edit', 'It would change too many files at once; name fewer.');
  }
  return { files, truncated: chosen.truncated };
}

/** Line ends in both texts are meant as the file has them. Null where nothing is to be replaced. */
function replacedIn(path: string, old: TextFile, args: ReplaceArgs): PlannedReplacement | null {
  const sought = literal(inLineEndingOf(args.text, old.text));
  const pattern = new RegExp(sought, args.ignore_case ? 'giu' : 'g');
  const replacements = old.text.match(pattern)?.length ?? 0;
  if (replacements === 0) return null;
  const replacement = inLineEndingOf(args.replacement, old.text);
  const text = old.text.replace(pattern, () => replacement);
  return { path, old, text, replacements, bytes: replacements * Buffer.byteLength(replacement) };
}

async function chosenFiles(
  { paths, globs, root }: ReplaceArgs,
  task: Task,
): Promise<{ readonly paths: readonly string[]; readonly truncated: boolean } | Trouble> {
  if (paths) return { paths: [...new Set(paths)], truncated: false };
  const folder = oneFolder(root, task);
  if (typeof folder !== 'string') return folder;
  return findFiles({ folder, globs: globs ?? [], limit: mostFiles }, task);
}

function within<File extends { readonly diff: string }>(
  files: readonly File[],
  bytes: number,
): { readonly files: readonly File[]; readonly cut: boolean } {
  let room = bytes / 2;
  const fitting = files.filter(({ diff }) => (room -= diff.length + 200) >= 0);
  return { files: fitting, cut: fitting.length < files.length };
}
