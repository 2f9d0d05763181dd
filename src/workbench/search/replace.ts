/** Replaces text in many files: planned in full first, then done in all of them or in none. */
import type { ActionArgs } from '../../shared/actions.ts';
import { done, failed, type Outcome } from '../../shared/outcomes.ts';
import type { Plan } from '../../shared/plan.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { diffOf } from '../basics/diff-text.ts';
import { applyChanges, changesOf } from '../basics/planned-changes.ts';
import { planOfChanges, type PlannedChange } from '../basics/plans.ts';
import { readTextFile } from '../basics/text-file.ts';
import type { Bench } from '../bench.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';

type ReplaceArgs = ActionArgs<'replace_text'>;

export interface PlannedReplacement extends PlannedChange {
  readonly replacements: number;
}

const mostFiles = 10_000;

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

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
  const pattern = new RegExp(literal(args.text), args.ignore_case ? 'giu' : 'g');
  const each = Buffer.byteLength(args.replacement);
  const files: PlannedReplacement[] = [];
  for (const path of chosen.paths) {
    if (task.signal.aborted) return failed('ask-withdrawn');
    const old = await readTextFile(bench, path, task.roots);
    if (isTrouble(old)) {
      // A picture among the files of a glob is no trouble; a named file is.
      if (args.paths) return old;
      continue;
    }
    const replacements = old.text.match(pattern)?.length ?? 0;
    if (replacements === 0) continue;
    const text = old.text.replace(pattern, () => args.replacement);
    files.push({ path, old, text, replacements, bytes: replacements * each });
  }
  return { files, truncated: chosen.truncated };
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
