/** Replaces text in many files: planned first, then applied to all or none. */
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { done, failed, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { mostPlannedFiles } from '../../shared/actions/plan-limits.ts';
import type { Plan } from '../../shared/actions/plan.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { diffOf } from '../basics/diff-text.ts';
import { applyChanges, changesOf } from '../basics/planned-changes.ts';
import { planOfChanges, type PlannedTextChange } from '../basics/plans.ts';
import { readTextFile, type TextFile } from '../basics/text-file.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { inLineEndingOf } from '../buffers/text-edits.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { literal } from './search-pattern.ts';

type ReplaceArgs = ActionArgs<'replace_text'>;

export interface PlannedReplacement extends PlannedTextChange {
  readonly replacements: number;
}

const maxFiles = 10_000;
const maxBufferedBytes = 256 * 1024 * 1024;

export async function replaceInFiles(
  context: WorkbenchContext,
  args: ReplaceArgs,
  task: Task,
): Promise<Outcome> {
  const planned = await planReplacements(context, args, task);
  if (isError(planned)) return planned;
  const written = await applyChanges(context, planned.files, task);
  if (isError(written)) return written;
  const wire = planned.files.map(({ path, old, text, replacements }) => ({
    path,
    replacements,
    diff: diffOf(path, old.text, text),
  }));
  const { files, cut } = within(wire, task.resultBytes);
  const replacements = planned.files.reduce((sum, file) => sum + file.replacements, 0);
  return done({ files, replacements, truncated: cut || planned.truncated }, changesOf(written));
}

export async function planReplace(
  context: WorkbenchContext,
  args: ReplaceArgs,
  task: Task,
): Promise<Plan | ActionError> {
  const planned = await planReplacements(context, args, task);
  return isError(planned) ? planned : planOfChanges(planned.files, task, planned.truncated);
}

async function planReplacements(
  context: WorkbenchContext,
  args: ReplaceArgs,
  task: Task,
): Promise<
  { readonly files: readonly PlannedReplacement[]; readonly truncated: boolean } | ActionError
> {
  const selected = await selectFiles(args, task);
  if (isError(selected)) return selected;
  const files: PlannedReplacement[] = [];
  let bufferedBytes = 0;
  for (const path of selected.paths) {
    if (task.signal.aborted) return failed('ask-withdrawn');
    const old = await readTextFile(context, path, task.roots);
    if (isError(old)) {
      // A binary file matched by a glob is skipped; a named one is an error.
      if (args.paths) return old;
      continue;
    }
    const file = replacedIn(path, old, args);
    if (!file) continue;
    files.push(file);
    bufferedBytes += old.bytes.length + file.text.length;
    if (files.length > mostPlannedFiles || bufferedBytes > maxBufferedBytes)
      return refused('too-large-edit', 'It would change too many files at once. Narrow it down.');
  }
  return { files, truncated: selected.truncated };
}

/** Converts both texts to the file's line endings. Null if nothing matches. */
function replacedIn(path: string, old: TextFile, args: ReplaceArgs): PlannedReplacement | null {
  const query = literal(inLineEndingOf(args.text, old.text));
  const pattern = new RegExp(query, args.ignore_case ? 'giu' : 'g');
  const replacements = old.text.match(pattern)?.length ?? 0;
  if (replacements === 0) return null;
  const replacement = inLineEndingOf(args.replacement, old.text);
  const text = old.text.replace(pattern, () => replacement);
  return { path, old, text, replacements, bytes: replacements * Buffer.byteLength(replacement) };
}

async function selectFiles(
  { paths, globs, root }: ReplaceArgs,
  task: Task,
): Promise<{ readonly paths: readonly string[]; readonly truncated: boolean } | ActionError> {
  if (paths) return { paths: [...new Set(paths)], truncated: false };
  const folder = oneFolder(root, task);
  if (typeof folder !== 'string') return folder;
  return findFiles({ folder, globs: globs ?? [], limit: maxFiles }, task);
}

function within<File extends { readonly diff: string }>(
  files: readonly File[],
  bytes: number,
): { readonly files: readonly File[]; readonly cut: boolean } {
  let remaining = bytes / 2;
  const fitting = files.filter(({ diff }) => (remaining -= diff.length + 200) >= 0);
  return { files: fitting, cut: fitting.length < files.length };
}
