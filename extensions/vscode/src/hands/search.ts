/** Searching names and contents, with unsaved text in the place of what is on disk. */
import path from 'node:path';
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions.ts';
import { isInside } from '../../../../src/shared/inside.ts';
import { done, type Outcome } from '../../../../src/shared/outcomes.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import { withinBytes } from '../../../../src/workbench/basics/within-bytes.ts';
import { inLineEndingOf } from '../../../../src/workbench/buffers/text-edits.ts';
import type { Task } from '../../../../src/workbench/hand.ts';
import { literal, soughtArgs, type Sought } from '../../../../src/workbench/search/sought.ts';
import { applyChanges, changeOf, planOfChanges, type PlannedChange } from '../basics/changes.ts';
import { openDocument } from '../basics/documents.ts';
import type { Editor, HandRoom } from '../basics/editor.ts';
import { checkPlace, heldPathOf } from '../basics/places.ts';
import { orThrow, Refusal } from '../basics/refusal.ts';
import { readMatches, type Match } from './matches.ts';
import { globArgs, listFiles, runRipgrep } from './ripgrep.ts';

export function searchRoom(editor: Editor): HandRoom {
  return {
    hands: {
      search_files: searchFiles,
      find_in_file: findInFile,
      find_in_project: ({ text, ignore_case, ...where }, task) =>
        findInFolder({ what: text, as: 'text', ignoreCase: ignore_case }, where, task),
      regex_search: ({ pattern, ignore_case, ...where }, task) =>
        findInFolder({ what: pattern, as: 'pattern', ignoreCase: ignore_case }, where, task),
      replace_text: (args, task) => replaceText(editor, args, task),
    },
    planners: {
      replace_text: async (args, task) =>
        planOfChanges(await plannedReplacements(args, task), task),
    },
    dispose: () => undefined,
  };
}

async function searchFiles(
  { glob, root, limit }: ActionArgs<'search_files'>,
  task: Task,
): Promise<Outcome> {
  const folder = orThrow(oneFolder(root, task));
  const { paths, truncated } = await listFiles(folder, [glob], task);
  const told = withinBytes(paths.slice(0, limit), task.resultBytes);
  return done({ paths: told, truncated: truncated || told.length < paths.length });
}

async function matchesIn(
  text: string,
  sought: Sought,
  limit: number,
  task: Task,
): Promise<readonly Match[]> {
  const end = await runRipgrep(['--json', ...soughtArgs(sought), '--', '-'], '/', task, text);
  return readMatches(end.stdout.toString('utf8'), limit + 1).matches;
}

async function findInFile(
  { path: file, text, ignore_case: ignoreCase, limit }: ActionArgs<'find_in_file'>,
  task: Task,
): Promise<Outcome> {
  const document = await openDocument(file);
  const sought = { what: text, as: 'text', ignoreCase } as const;
  const found = await matchesIn(document.getText(), sought, limit, task);
  const plain = found.slice(0, limit).map(({ range, preview }) => ({ range, preview }));
  const matches = withinBytes(plain, task.resultBytes);
  return done({ matches, truncated: matches.length < found.length });
}

async function findInFolder(
  sought: Sought,
  { root, globs = [], limit }: Pick<ActionArgs<'regex_search'>, 'root' | 'globs' | 'limit'>,
  task: Task,
): Promise<Outcome> {
  const folder = orThrow(oneFolder(root, task));
  const args = ['--json', ...soughtArgs(sought), ...globArgs(folder, globs, task.skip), '--', './'];
  const end = await runRipgrep(args, folder, task);
  const { matches, filesSearched } = readMatches(end.stdout.toString('utf8'), limit + 1);
  const onDisk = matches.map((one) => ({ ...one, path: path.join(folder, one.path) }));
  const unsaved = await unsavedMatches(folder, globs, { ...sought, limit }, task);
  const all = [
    ...onDisk.filter(({ path: file }) => !unsaved.has(file)),
    ...[...unsaved.values()].flat(),
  ];
  const ordered = all.toSorted((a, b) => compare(a, b));
  const told = withinBytes(ordered.slice(0, limit), task.resultBytes);
  return done({
    matches: told,
    files_searched: filesSearched,
    truncated: told.length < ordered.length || end.timedOut || end.truncated,
  });
}

const compare = (a: Match, b: Match): number =>
  a.path === b.path ? a.range.start.line - b.range.start.line : a.path < b.path ? -1 : 1;

/** By path, also of those without a match: what is on disk no longer counts for them. */
async function unsavedMatches(
  folder: string,
  globs: readonly string[],
  { limit, ...sought }: Sought & { readonly limit: number },
  task: Task,
): Promise<ReadonlyMap<string, readonly Match[]>> {
  const dirty = vscode.workspace.textDocuments.flatMap((document) => {
    const file = document.isDirty ? heldPathOf(document.uri, task) : null;
    return file !== null && isInside(file, folder) ? [{ file, document }] : [];
  });
  if (dirty.length === 0) return new Map();
  const listed = new Set((await listFiles(folder, globs, task)).paths);
  const found = new Map<string, readonly Match[]>();
  for (const { file, document } of dirty.filter((one) => listed.has(one.file))) {
    const matches = await matchesIn(document.getText(), sought, limit, task);
    found.set(
      file,
      matches.map((one) => ({ ...one, path: file })),
    );
  }
  return found;
}

async function plannedReplacements(
  { paths, globs, root, text, replacement, ignore_case: ignoreCase }: ActionArgs<'replace_text'>,
  task: Task,
): Promise<readonly PlannedChange[]> {
  const sought = { what: text, as: 'text', ignoreCase } as const;
  const files = paths ?? (await listFiles(orThrow(oneFolder(root, task)), globs ?? [], task)).paths;
  const holding = paths ? files : await filesWith(sought, files, task);
  const planned: PlannedChange[] = [];
  for (const file of holding) {
    checkPlace(file, task.roots);
    const document = await openDocument(file).catch(unlessNotText(paths !== undefined));
    if (!document) continue;
    const now = document.getText();
    // Line ends in both texts are meant as the document has them.
    const pattern = new RegExp(literal(inLineEndingOf(text, now)), ignoreCase ? 'giu' : 'gu');
    const spans = [...now.matchAll(pattern)].map(({ index, 0: found }) => ({
      ...{ start: index, end: index + found.length },
      text: inLineEndingOf(replacement, now),
    }));
    if (spans.length > 0) planned.push(changeOf(file, document, spans));
  }
  return planned;
}

/** A file that is no text is left out where a pattern chose it, and refused where it was named. */
const unlessNotText =
  (isNamed: boolean) =>
  (error: unknown): null => {
    if (!isNamed && error instanceof Refusal) return null;
    throw error;
  };

/** Only these are opened: those that hold it on disk, and those with unsaved text. */
async function filesWith(
  sought: Sought,
  files: readonly string[],
  task: Task,
): Promise<readonly string[]> {
  const unsaved = new Set(
    vscode.workspace.textDocuments.filter((one) => one.isDirty).map((one) => one.uri.fsPath),
  );
  const holding = new Set<string>();
  for (let at = 0; at < files.length; at += 500) {
    const some = files.slice(at, at + 500);
    const args = ['--files-with-matches', '--null', ...soughtArgs(sought), '--', ...some];
    const end = await runRipgrep(args, '/', task);
    for (const file of end.stdout.toString('utf8').split('\0')) holding.add(file);
  }
  return files.filter((file) => holding.has(file) || unsaved.has(file));
}

async function replaceText(
  editor: Editor,
  args: ActionArgs<'replace_text'>,
  task: Task,
): Promise<Outcome> {
  const planned = await plannedReplacements(args, task);
  const { files, truncated, changes } = await applyChanges(editor, planned, task);
  const counts = new Map(planned.map((one) => [one.path, one.spans.length]));
  const told = files.map((file) => ({ ...file, replacements: counts.get(file.path) ?? 0 }));
  const replacements = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return done({ files: told, replacements, truncated }, changes);
}
